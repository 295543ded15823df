import ReduxBridge
import Testing

/// As `CounterexampleTests` prints it: the difference is mended, the test stays.
@Suite struct GeneratedCaseTests {
  @Test func deskAgreesAfterSetBrightness() throws {
    let actions: [DeskAction] = [
      .add(id: 3),
      .rename(id: 3, to: "a \"name\""),
      .setBrightness(0.25),
    ]
    let check = ParityCheck(GeneratedDesk.slice) { DeskState() }
    #expect(try check.firstMismatch(after: actions) == nil)
  }
}

/// The same with a value to start from.
@Suite struct GeneratedCaseWithStartTests {
  // As it was printed, in one line:
  // swift-format-ignore
  @Test func deskAgreesAfterSetBrightness() throws {
    let start = DeskValue(isManual: true, brightness: 0.5, changes: 0, notes: [NotesValue.Note(id: 1, title: "a \"name\"")], selectedID: nil, panes: ["A": DeskValue.Pane(offset: 3, isWide: false)], alert: nil)
    let actions: [DeskAction] = [
      .setBrightness(0.25),
    ]
    let check = ParityCheck(GeneratedDesk.slice) { DeskState() }
    #expect(try check.firstMismatch(after: actions, startingFrom: start) == nil)
  }
}
