import Foundation
import LockboxModern
import ValueRedux

extension InteractiveSession {
  /// The output of `help`, which fits a screen of 24 lines.
  static let helpText = """
    welcome    \(Controls.welcome.words)
               here no sign-in fails by chance; to see a simulated refusal:
               signin \(SessionWords.unknownEmail)
    list       list   \(Controls.list.words)
    login      \(Controls.login.words)
    settings   \(Controls.settings.words)
    device     theme brightness 0.2   theme device light|dark
    windows    window main|side   close
    migration  stage   stage SLICE legacy|shadow|lead|migrated   finish
               slices: \(LockboxSlices.order.joined(separator: ", "))
               at shadow both sides run and are compared; the old answer counts
               lead and migrated take \(comparisons) compared actions and no mismatch
               stage SLICE lead anyway   overrides a closed gate
               finish moves the app to the value store, when all slices migrated
    other      help   q, quit, exit
    """
}

/// What a user can do on a screen.
struct Controls {
  let name: String
  /// The commands, as `help` shows them.
  let words: String

  static let welcome = Controls(name: "welcome screen", words: "signin [EMAIL]   unlock")
  static let list = Controls(
    name: "list",
    words: "filter [TEXT]   sort title|used   open N   sync\n           settings   lock")
  static let login = Controls(
    name: "login",
    words: "copy username|password   edit username|password TEXT   delete   back")
  static let settings = Controls(
    name: "settings",
    words: """
      theme light|dark   theme system on|off   theme auto on|off
                 theme threshold 0.4   signout   back
      """)

  /// The answer to a command of another screen.
  var refusal: String {
    let commands = words.split { $0 == "\n" }.flatMap { $0.split(separator: "   ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    return "There is no such control here. The \(name) has: \(commands.joined(separator: ", "))."
  }
}

extension ShownScreen {
  var controls: Controls {
    switch self {
    case .nothing: Controls(name: "closed window", words: "window main|side")
    case .welcome: .welcome
    case .list: .list
    case .detail: .login
    case .settings: .settings
    }
  }
}

extension Gesture {
  /// The gesture in a window that the words of a command describe.
  init?(_ words: [String], in window: WindowUUID) {
    let number = words.count == 3 ? Double(words[2]) : nil
    switch (words.first ?? "", words.dropFirst().first ?? "") {
    case ("window", "main"): self = .openWindow(.main)
    case ("window", "side"): self = .openWindow(.side)
    case ("close", ""): self = .closeWindow(.side)
    case ("theme", "brightness"):
      guard let number else { return nil }
      self = .screenBrightness(number)
    case ("theme", "device"):
      guard let look = words.last.flatMap(Appearance.init) else { return nil }
      self = .systemAppearance(look)
    default:
      guard let input = UserInput(words) else { return nil }
      self = .input(input, window)
    }
  }
}

extension UserInput {
  /// The input that the words of a command describe.
  fileprivate init?(_ words: [String]) {
    let rest = words.dropFirst().joined(separator: " ")
    switch (words.first ?? "", rest) {
    case ("signin", _): self = .signIn(email: rest.isEmpty ? "ada@mail.example" : rest)
    case ("unlock", ""): self = .unlock
    case ("lock", ""): self = .lock
    case ("signout", ""): self = .signOut
    case ("sync", ""): self = .sync
    case ("settings", ""): self = .openSettings
    case ("back", ""): self = .back
    case ("delete", ""): self = .delete
    case ("filter", _): self = .type(rest)
    case ("sort", "title"): self = .sort(.title)
    case ("sort", "used"): self = .sort(.lastUsed)
    case ("copy", "username"): self = .copy(.username)
    case ("copy", "password"): self = .copy(.password)
    case ("theme", "light"), ("theme", "dark"):
      self = .chooseManually(rest == "dark" ? .dark : .light)
    case ("theme", "system on"), ("theme", "system off"):
      self = .useSystemAppearance(rest == "system on")
    case ("theme", "auto on"), ("theme", "auto off"): self = .followBrightness(rest == "auto on")
    default:
      guard words.count == 3 else { return nil }
      switch (words[0], words[1], Double(words[2])) {
      case ("theme", "threshold", let value?): self = .moveThreshold(value)
      case ("edit", "username", _): self = .editUsername(words[2])
      case ("edit", "password", _): self = .editPassword(Password(words[2]))
      default: return nil
      }
    }
  }
}
