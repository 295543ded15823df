import Foundation

/// The parts of a symbol graph that a draft needs: `swift symbolgraph-extract` writes one per module.
struct SymbolGraph: Decodable {
  struct Module: Decodable { let name: String }

  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }

    struct Identifier: Decodable { let precise: String }

    /// Both count from 0; the character is an offset in UTF-8.
    struct Position: Decodable { let line: UInt32, character: UInt32 }
    struct Location: Decodable { let uri: String, position: Position }
    struct Parameter: Decodable {
      let name: String, internalName: String?, declarationFragments: [Fragment]?
    }
    struct Parameters: Decodable { let parameters: [Parameter]? }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let functionSignature: Parameters?
    let swiftGenerics: Parameters?
    let accessLevel: String
    let location: Location?

    var name: String { pathComponents.last ?? "" }
    var fragments: [Fragment] { declarationFragments ?? [] }
  }

  struct Fragment: Decodable {
    let kind: String
    let spelling: String
    var preciseIdentifier: String?

    static func text(_ text: some StringProtocol) -> Fragment {
      Fragment(kind: "text", spelling: String(text))
    }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The name of a target that is in no graph, such as `Swift.Sendable`.
    let targetFallback: String?
  }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

extension SymbolGraph {
  /// Reads every symbol graph in a folder, in the order of their names.
  static func graphs(in folder: URL) throws -> [SymbolGraph] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".symbols.json") }.sorted()
    guard !files.isEmpty
    else { throw DraftingError("no symbol graph (*.symbols.json) in \(folder.path)") }
    return try files.map { name in
      do {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try JSONDecoder().decode(SymbolGraph.self, from: data)
      } catch { throw DraftingError("\(name) is no symbol graph: \(error)") }
    }
  }
}

/// The reason why a command cannot be carried out, in one sentence for the user.
package struct DraftingError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
