import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

/// Stages change while actions are dispatched: nothing is lost, doubled or reordered.
@Suite struct StageSwitchingTests {
  final class Numbers: Codable {
    var first: [UInt64] = []
    var second: [UInt64] = []
  }

  /// A slice that notes the numbers of the actions on its new side.
  private static func numbers(
    _ name: String, _ part: any ReferenceWritableKeyPath<Numbers, [UInt64]> & Sendable
  ) -> StateSlice<Numbers, Int, [UInt64]> {
    StateSlice(
      name,
      projection: Projection(
        read: { $0[keyPath: part] }, write: { $0[keyPath: part] = $1 }),
      legacy: [{ _, _ in }],
      reducer: Reducer(numbered: { numbers, _, number in numbers.append(number.rawValue) }))
  }

  /// The first slice counts the actions where it has migrated, another block counts them elsewhere.
  @Test(arguments: Stage.allCases, Stage.allCases)
  func everyReducerReceivesTheNumberOfItsAction(_ first: Stage, _ second: Stage) throws {
    let slices = [Self.numbers("first", \.first), Self.numbers("second", \.second)]
    let store = MigrationStore(state: Numbers(), entries: slices.map { .slice($0) })
    for action in 1...3 { store.dispatch(action) }
    // A stage changes ahead of the actions that wait.
    store.flush()
    try store.setStage(first, of: slices[0], overridingGateBecause: "a test")
    try store.setStage(second, of: slices[1], overridingGateBecause: "a test")
    for action in 4...6 { store.dispatch(action) }
    let state = try store.currentState()
    // The new side counts at these stages.
    #expect(state.first == ([.lead, .migrated].contains(first) ? [4, 5, 6] : []))
    #expect(state.second == ([.lead, .migrated].contains(second) ? [4, 5, 6] : []))
  }
}
