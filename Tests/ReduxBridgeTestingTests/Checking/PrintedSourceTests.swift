import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Printed tests compile, or say what to fill in.
@Suite struct PrintedSourceTests {
  private final class Root: Codable { var count = 0 }

  /// The test that is printed of a list whose last action shows a difference.
  private func printed<Action: Sendable>(
    _ actions: [Action], spelling: @escaping (Any) -> String? = { _ in nil }
  ) throws -> String {
    let slice = StateSlice<Root, Action, Int>(
      "root", projection: Projection(\Root.count), legacy: [{ root, _ in root.count += 1 }],
      reducer: Reducer { count, _ in count += count == actions.count - 1 ? 2 : 1 })
    let check = ParityCheck([.slice(slice)]) { Root() }
    return try #require(try check.counterexample(in: actions))
      .testSource(slice: "slice", initialState: "Root()", spelling: spelling)
  }

  private static let values: [PrintedValues.All] = [
    .nothingAtAll(()), .`init`, .`self`(1),
    .range(1..<4), .closed(-0.5...2), .from(3...), .duration(.milliseconds(1_500)),
    .indexes([1, 5, 6]), .path([0, 2]), .locale(Locale(identifier: "de_DE")),
    .calendar(Calendar(identifier: .gregorian)),
    .zone(TimeZone(identifier: "Europe/Berlin") ?? .current), .identifier(.init(3)),
    .form(.init(title: "a", count: 2)),
    .whole(.init(mood: .bad, plain: .set(2), levels: [.init(rawValue: 4)])),
    .point(.init(place: (1, 2), name: "p")), .labeled(at: (3, 4)),
    .several(1, "b", [.reset, .set(-1)]),
    .dates(["now": Date(timeIntervalSinceReferenceDate: 1)], [2, 1]), .nothing(.good, nil),
  ]

  struct Renaming: ReduxAction {
    let identifier = "rename"
    let name: String
  }

  struct Sealed: Sendable {
    private let content: Int
    init(_ content: Int) { self.content = content }
  }

  enum Typed: Sendable { case set(any Sendable.Type), reset }

  /// A constant is no parameter, and what cannot be made is a placeholder, unless the app spells it.
  @Test func anActionIsPrintedWithItsType() throws {
    let source = try printed([PrintedValues.Plain.reset] as [any PrintedValues.Act])
    for (source, text) in [
      (source, "let actions: [any PrintedValues.Act] = [\n    PrintedValues.Plain.reset,\n"),
      (
        try printed([Renaming(name: "x")] as [any ReduxAction]),
        "    PrintedSourceTests.Renaming(name: \"x\"),\n"
      ),
      (try printed([Sealed(3)]), "    <#PrintedSourceTests.Sealed(content: 3)#>,\n"),
      (try printed([Sealed(3)]) { $0 is Sealed ? "Sealed(3)" : nil }, "    Sealed(3),\n"),
      (try printed([Typed.set(Int.self)]), "Int"),
      (try printed([Int.self as any Any.Type]), "Int"),
    ] {
      #expect(source.contains(text), "\(source)")
    }
    #expect(actionTypeName(of: Typed.set(Int.self)) == "set")
    #expect(actionTypeName(of: Int.self) == "Int.Type")
  }

  @Test func aNameThatBeginsWithADigitIsPrintedAsAnIdentifier() throws {
    let slice = StateSlice<Root, Int, Int>(
      "2nd root", projection: Projection(\Root.count), legacy: [], reducer: Reducer { $0 += $1 })
    let found = try ParityCheck([.slice(slice)]) { Root() }.counterexample(in: [1])
    let source = found?.testSource(slice: "slice", initialState: "Root()") ?? ""
    #expect(source.hasPrefix("@Test func _2ndRootAgreesAfterInt() throws {"), "\(source)")
  }

  #if os(Linux) || os(macOS)
    @Test func thePrintedListsCompile() async throws {
      let folder = try SessionFolder()
      var text = "import Foundation\n"
      // Concrete actions, and actions behind a protocol.
      typealias Plain = PrintedValues.Plain
      let sources =
        try Self.values.map { try printed([$0]) } + [
          printed([Plain.reset, Plain.set(1)] as [any PrintedValues.Act]),
          printed([PrintedValues.Rename(id: 1, name: "x")] as [any PrintedValues.Act]),
        ]
      for (index, source) in sources.enumerated() {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("  let actions") })
        let end = try #require(lines.firstIndex { $0 == "  ]" })
        text += "func printed\(index)() throws {\n"
        text += lines[start...end].joined(separator: "\n") + "\n  _ = actions\n}\n"
      }
      #expect(!text.contains("<#"), "\(text)")
      let file = folder.url.appendingPathComponent("Printed.swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      let types = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("PrintedValues.swift")
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = [
        "swiftc", "-typecheck", "-swift-version", "6", types.path, file.path,
      ]
      let errors = Pipe()
      compiler.standardError = errors
      try compiler.run()
      let output = errors.fileHandleForReading.readDataToEndOfFile()
      compiler.waitUntilExit()
      #expect(
        compiler.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))\n\(text)")
    }
  #endif
}
