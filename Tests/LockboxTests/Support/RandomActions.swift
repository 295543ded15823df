@testable import Lockbox

/// Actions as they might come, in any order.
enum RandomActions {
  static func theme(using random: inout SessionRandom) -> LockboxAction {
    let isOn = random.happens(oneIn: 2)
    let appearance = random.happens(oneIn: 2) ? Appearance.light : .dark
    let notch = Double(Int.random(in: -2...12, using: &random)) / 10
    return random.pick([
      (10, .theme(.useSystemAppearance(isOn))),
      (10, .theme(.chooseManually(appearance))),
      (10, .theme(.followBrightness(isOn))),
      (10, .theme(.setThreshold(notch))),
      (10, .theme(.systemAppearanceChanged(appearance))),
      (10, .theme(.screenBrightnessChanged(notch))),
      (2, .account(.signedOut)),
      (2, .account(.locked)),
      (2, .list(.filter("a"), .main)),
    ])
  }
}
