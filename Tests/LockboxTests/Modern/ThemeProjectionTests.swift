import ReduxBridge
import Testing
import ValueRedux

@testable import Lockbox

@Suite struct ThemeProjectionTests {
  @Test func oldAndNewThemeAgreeOnAnyActions() {
    var random = SessionRandom(seed: testSeed)
    let state = LockboxState()
    var value = Projection.theme.read(state)
    #expect(value == ThemeState())
    for index in 0..<5_000 {
      let action = RandomActions.theme(using: &random)
      LockboxReducers.theme(state, action)
      ThemeState.reducer.reduce(&value, action)
      guard Projection.theme.read(state) == value else {
        Issue.record("they differ after action \(index), \(action), seed \(testSeed)")
        return
      }
    }
  }

  @Test func whatIsWrittenIsReadBack() {
    var random = SessionRandom(seed: testSeed)
    var value = ThemeState()
    for _ in 0..<200 {
      ThemeState.reducer.reduce(&value, RandomActions.theme(using: &random))
      let state = LockboxState()
      Projection.theme.write(state, value)
      #expect(Projection.theme.read(state) == value, "seed \(testSeed)")
    }
  }
}
