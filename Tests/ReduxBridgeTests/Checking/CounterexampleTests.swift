import Foundation
import ReduxBridge
import Testing

/// The test that a counterexample prints compiles: it stands in `GeneratedCaseTests.swift` as printed.
@Suite struct CounterexampleTests {
  private let check = ParityCheck(GeneratedDesk.formerSlice) { DeskState() }

  @Test func thePrintedTestIsTheOneThatCompiles() throws {
    let first = try #require(try check.counterexample(in: GeneratedDesk.list))
    let second = try #require(
      try check.counterexample(in: [.setBrightness(0.25)], startingFrom: GeneratedDesk.start))
    let printed = [first, second].map {
      $0.testSource(slice: "GeneratedDesk.slice", initialState: "DeskState()")
    }
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GeneratedCaseTests.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    for source in printed {
      let indented = source.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
      #expect(text.contains(indented), "printed:\n\(indented)")
    }
  }

  @Test func theDescriptionTellsTheStory() throws {
    let found = try #require(try check.counterexample(in: GeneratedDesk.list))
    #expect(
      found.description == """
        desk (shadow): after action 3 .setBrightness(0.25), at brightness: legacy 0.25, value 2.0
        3 of 10 actions show it:
          .add(id: 3)
          .rename(id: 3, to: "a \\"name\\"")
          .setBrightness(0.25)
        """)
  }
}
