import CommandLineSupport
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

@Suite struct ActionTypesTests {
  @Test func eachActionBelongsToTheSlicesThatAnswerToIt() {
    var random = SplitMix64(seed: testSeed)
    let code = ModernCode()
    var state = ModernState()
    for _ in 0..<3_000 {
      let action = RandomActions.any(using: &random)
      let before = state
      code.reducer.reduce(&state, action)
      let changed = [
        "theme": before.theme != state.theme, "account": before.account != state.account,
        "routes": before.navigation != state.navigation,
        "library": before.library != state.library, "lists": before.lists != state.lists,
      ]
      for (slice, _) in changed.filter(\.value) {
        #expect(
          LockboxSlices.actionTypes[slice]?.contains(action.typeName) == true,
          "\(slice) answers to \(action.typeName), seed \(testSeed)")
      }
    }
  }

  @Test func noTypeIsDeclaredThatNoActionHas() {
    var random = SplitMix64(seed: testSeed)
    let types = Set((0..<5_000).map { _ in RandomActions.any(using: &random).typeName })
    let declared = LockboxSlices.actionTypes.values.reduce(into: Set()) { $0.formUnion($1) }
    #expect(declared.subtracting(types).isEmpty, "seed \(testSeed)")
  }
}
