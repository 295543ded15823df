import CommandLineSupport
import ReduxBridge
import StoreContract
import Testing
import ValueRedux
import ValueReflection

@testable import Lockbox
@testable import LockboxModern

@Suite struct SlicesTests {
  /// All slices of a state, as the value store will have them.
  private func value(of state: LockboxState) -> ModernState {
    var value = ModernState()
    value.theme = Projection.theme.read(state)
    value.account = Projection.account.read(state)
    value.navigation = Projection.navigation.read(state)
    value.library = Projection.library.read(state)
    value.lists = Projection.lists.read(state)
    return value
  }

  @Test func oldAndNewCodeAgreeOnAnyActions() {
    var random = SplitMix64(seed: testSeed)
    let (state, code) = (LockboxState(), ModernCode())
    var modern = ModernState()
    #expect(value(of: state) == modern, "an app that just started")
    for index in 0..<TestVolume.count(2_000, soak: 20_000) {
      let action = RandomActions.any(using: &random)
      state.reduce(action)
      code.reducer.reduce(&modern, action)
      guard value(of: state) == modern else {
        let difference = reflectedDifferences(from: value(of: state), to: modern).first
        Issue.record(
          "action \(index) \(action): \(String(describing: difference)), seed \(testSeed)")
        return
      }
      let effects = LockboxReducers.copies(state, action)
      #expect(effects == code.copies(modern.library, action), "seed \(testSeed)")
    }
  }
}
