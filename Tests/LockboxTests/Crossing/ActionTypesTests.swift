import CommandLineSupport
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

@Suite struct ActionTypesTests {
  @Test func theDeclaredTypesOfActionsAreThoseThatSlicesAnswerTo() {
    var random = SplitMix64(seed: testSeed)
    let code = ModernCode()
    var state = ModernState()
    var types: Set<String> = []
    var answered: [String: Set<String>] = [:]
    for _ in 0..<5_000 {
      let action = RandomActions.any(using: &random)
      types.insert(action.typeName)
      let before = state
      code.reducer.reduce(&state, action)
      let changed = [
        "theme": before.theme != state.theme, "account": before.account != state.account,
        "routes": before.navigation != state.navigation,
        "library": before.library != state.library, "lists": before.lists != state.lists,
      ]
      for (slice, isChanged) in changed where isChanged {
        answered[slice, default: []].insert(action.typeName)
      }
    }
    for (slice, declared) in LockboxSlices.actionTypes {
      #expect(answered[slice]?.subtracting(declared) == [], "\(slice), seed \(testSeed)")
      #expect(declared.subtracting(types) == [], "\(slice), seed \(testSeed)")
    }
  }
}
