import CommandLineSupport
import LockboxModern

/// A short course of actions that leads to a state in which mistakes show.
///
/// Gestures at random rarely meet such a state: two windows that can both go back, or a brightness
/// that equals the threshold. A session performs each routine over and over.
enum SessionRoutine: CaseIterable {
  case thresholdReached
  case systemSwitch
  case sliderBeyondItsEnds
  case signOutAfterChanges
  case refusedSignIn
  case backInOneOfTwoWindows
  case sameCopyTwice
  case edits
  case lock
  case sync

  enum Step {
    case approach([Gesture])
    /// The last step; without gestures if something is missing, such as a login.
    case finish([Gesture])
  }

  fileprivate enum Place {
    case signIn, list, detail, settings
  }

  func step(on shown: [ShownWindow], using random: inout SplitMix64) -> Step {
    switch self {
    case .thresholdReached, .systemSwitch, .sliderBeyondItsEnds, .signOutAfterChanges:
      guard case .settings? = shown.main else { return shown.approach(.settings, using: &random) }
      return .finish(settings(using: &random))
    case .refusedSignIn:
      guard case .welcome(let model)? = shown.main, model.button != .unlock else {
        return shown.approach(.signIn, using: &random)
      }
      return .finish(.inMain(.signIn(email: SessionWords.unknownEmail)))
    case .backInOneOfTwoWindows:
      return shown.count == 1 ? .approach([.openWindow(.side)]) : goBack(on: shown, &random)
    case .sameCopyTwice, .edits:
      guard case .detail(let model)? = shown.main, model.login != nil else {
        return shown.approach(.detail, using: &random)
      }
      return .finish(detail(using: &random))
    case .lock, .sync:
      guard case .list? = shown.main else { return shown.approach(.list, using: &random) }
      return .finish(.inMain(self == .lock ? .lock : .sync))
    }
  }

  private func settings(using random: inout SplitMix64) -> [Gesture] {
    let (look, other): (Appearance, Appearance) =
      random.happens(oneIn: 2) ? (.light, .dark) : (.dark, .light)
    let level = Double(Int.random(in: 1...9, using: &random)) / 10
    return switch self {
    case .thresholdReached:
      .inMain(.useSystemAppearance(false), .followBrightness(true), .moveThreshold(level))
        + [.screenBrightness(level)]
    case .systemSwitch:
      .inMain(.chooseManually(look), .useSystemAppearance(false))
        + [.systemAppearance(other)] + .inMain(.useSystemAppearance(true))
    case .sliderBeyondItsEnds:
      .inMain(.moveThreshold(-0.1), .moveThreshold(1.1))
    default:
      .inMain(.chooseManually(.dark), .useSystemAppearance(false), .signOut)
    }
  }

  private func detail(using random: inout SplitMix64) -> [Gesture] {
    if self == .sameCopyTwice {
      let field = random.happens(oneIn: 2) ? LoginField.username : .password
      return .inMain(.copy(field), .copy(field))
    }
    return .inMain(
      .editUsername(SessionWords.email(using: &random)),
      .editPassword(SessionWords.password(using: &random)))
  }

  /// Goes back in the main window, once each window is on a screen that can go back.
  private func goBack(on shown: [ShownWindow], _ random: inout SplitMix64) -> Step {
    if case .welcome? = shown.main { return shown.approach(.list, using: &random) }
    let gestures = shown.compactMap { window in
      if case .list = window.screen { Gesture.input(.openSettings, window.window) } else { nil }
    }
    return gestures.isEmpty ? .finish(.inMain(.back)) : .approach(gestures)
  }
}

extension [Gesture] {
  fileprivate static func inMain(_ inputs: UserInput...) -> [Gesture] {
    inputs.map { .input($0, .main) }
  }
}

extension [ShownWindow] {
  fileprivate var main: ShownScreen? { first { $0.window == .main }?.screen }

  /// The next gesture on the way to a screen of the main window.
  fileprivate func approach(
    _ place: SessionRoutine.Place, using random: inout SplitMix64
  ) -> SessionRoutine.Step {
    let input: UserInput? =
      switch (main, place) {
      case (.welcome(let model)?, _) where model.button == .unlock: .unlock
      case (.welcome?, _): .signIn(email: SessionWords.email(using: &random))
      case (.list(let model, _)?, .detail):
        model.rows.randomElement(using: &random).map { .tapRow($0.id) }
          ?? (model.display.filter.isEmpty ? nil : .type(""))
      case (.list?, _): .openSettings
      case (.settings?, .signIn): .signOut
      default: .back
      }
    return input.map { .approach(.inMain($0)) } ?? .finish([])
  }
}
