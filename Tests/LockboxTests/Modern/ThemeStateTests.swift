import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

@Suite struct ThemeStateTests {
  private func theme(after actions: LockboxAction...) -> ThemeState {
    var state = ThemeState()
    for action in actions { ThemeState.reducer.reduce(&state, action) }
    return state
  }

  @Test func theSystemDecidesByDefault() {
    #expect(theme(after: .theme(.systemAppearanceChanged(.dark))).current == .dark)
    #expect(
      theme(after: .theme(.systemAppearanceChanged(.dark)), .theme(.useSystemAppearance(false)))
        .current == .light)
  }

  @Test func choosingByHandTurnsTheBrightnessRuleOff() {
    let theme = theme(
      after: .theme(.useSystemAppearance(false)), .theme(.followBrightness(true)),
      .theme(.setThreshold(0.6)), .theme(.chooseManually(.dark)))
    #expect(theme.choices.brightness == .off(remembered: 0.6))
    #expect(theme.current == .dark)
  }

  @Test(arguments: [(0.2, Appearance.dark), (0.3, .light), (0.4, .light)])
  func itIsDarkBelowTheThresholdAndNotAtIt(brightness: Double, expected: Appearance) {
    let theme = theme(
      after: .theme(.useSystemAppearance(false)), .theme(.followBrightness(true)),
      .theme(.setThreshold(0.3)), .theme(.screenBrightnessChanged(brightness)))
    #expect(theme.current == expected)
  }

  @Test func slidersStopAtTheirEnds() {
    #expect(theme(after: .theme(.setThreshold(1.4))).choices.brightness == .off(remembered: 1))
    #expect(theme(after: .theme(.screenBrightnessChanged(-0.2))).screenBrightness == 0)
  }

  @Test func signingOutPutsTheSettingsBackAndKeepsWhatTheDeviceSaid() {
    let theme = theme(
      after: .theme(.systemAppearanceChanged(.dark)), .theme(.screenBrightnessChanged(0.1)),
      .theme(.useSystemAppearance(false)), .theme(.setThreshold(0.9)), .account(.signedOut))
    var expected = ThemeState()
    expected.systemAppearance = .dark
    expected.screenBrightness = 0.1
    expected.current = .dark
    #expect(theme == expected)
  }
}
