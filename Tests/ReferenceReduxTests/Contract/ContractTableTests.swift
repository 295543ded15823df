import Foundation
import StoreContract
import Testing

/// The table in the documentation names tests: they must exist.
@Suite("The table of the contract")
struct ContractTableTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func namesTestsThatExist() throws {
    let article = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/ReferenceRedux/ReferenceRedux.docc/Contract.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| C") || $0.hasPrefix("| H") }
    let names = rows.flatMap { row in
      row.matches(of: /`([A-Z][A-Za-z]+)\.([a-zA-Z]+)`/).map { ("\($0.1)", "\($0.2)") }
    }
    #expect(rows.count >= 14)
    #expect(names.count >= rows.count)
    let sources = try sources()
    for (type, test) in names {
      if type == "LegacyStoreClaim" {
        #expect(LegacyStoreClaim(rawValue: test) != nil, "\(type).\(test)")
      } else {
        let source = try #require(sources[type], "\(type) is no test file")
        #expect(source.contains("func \(test)("), "\(type).\(test)")
      }
    }
    for claim in LegacyStoreClaim.allCases {
      let isNamed = names.contains { $0.0 == "LegacyStoreClaim" && $0.1 == claim.rawValue }
      #expect(isNamed, "\(claim)")
    }
  }

  private func sources() throws -> [String: String] {
    var sources: [String: String] = [:]
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    for case let file as URL in files! where file.pathExtension == "swift" {
      sources[file.deletingPathExtension().lastPathComponent] =
        try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }
}
