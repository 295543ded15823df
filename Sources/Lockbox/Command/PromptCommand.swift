import LockboxModern
import ReduxBridge

/// A command at the prompt.
enum PromptCommand: Equatable {
  case help
  case show
  case quit
  case open(row: Int)
  case input(UserInput)
  case device(Gesture)
  case window(WindowID)
  case close(WindowID)
  case stages
  case stage(slice: String, Stage, anyway: Bool)
  case finish

  /// Parses a line; `nil` if it is no command.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    switch (words.first ?? "", rest) {
    case ("help", ""): self = .help
    case ("", ""), ("list", ""), ("show", ""): self = .show
    case ("quit", ""), ("exit", ""): self = .quit
    case ("stage", ""): self = .stages
    case ("finish", ""): self = .finish
    case ("stage", _):
      guard let move = Self.stage(rest) else { return nil }
      self = move
    case ("open", _):
      guard let row = Int(rest) else { return nil }
      self = .open(row: row)
    case ("window", "main"): self = .window(.main)
    case ("window", "side"): self = .window(.side)
    case ("close", ""): self = .close(.side)
    default:
      guard let command = Self.theme(words) ?? UserInput(words, rest: rest).map(Self.input)
      else { return nil }
      self = command
    }
  }

  private static func stage(_ rest: String) -> PromptCommand? {
    guard let name = LockboxSlices.order.first(where: { rest.hasPrefix($0 + " ") }) else {
      return nil
    }
    let words = rest.dropFirst(name.count + 1).split(separator: " ").map(String.init)
    guard let stage = words.first.flatMap(Stage.init),
      words.dropFirst().allSatisfy({ $0 == "anyway" })
    else { return nil }
    return .stage(slice: name, stage, anyway: words.count > 1)
  }

  private static func theme(_ words: [String]) -> PromptCommand? {
    guard words.first == "theme", words.count > 1 else { return nil }
    let value = words.count > 2 ? words[2] : ""
    return switch (words[1], value) {
    case ("light", ""), ("dark", ""):
      Appearance(rawValue: words[1]).map { .input(.chooseManually($0)) }
    case ("system", "on"), ("system", "off"): .input(.useSystemAppearance(value == "on"))
    case ("auto", "on"), ("auto", "off"): .input(.followBrightness(value == "on"))
    case ("threshold", _): Double(value).map { .input(.moveThreshold($0)) }
    case ("brightness", _): Double(value).map { .device(.screenBrightness($0)) }
    case ("device", _): Appearance(rawValue: value).map { .device(.systemAppearance($0)) }
    default: nil
    }
  }
}

extension UserInput {
  /// Parses an input to the present screen.
  fileprivate init?(_ words: [String], rest: String) {
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
    case ("edit", _) where words.count == 3 && words[1] == "username":
      self = .editUsername(words[2])
    case ("edit", _) where words.count == 3 && words[1] == "password":
      self = .editPassword(Password(words[2]))
    default: return nil
    }
  }
}

extension PromptCommand {
  /// The output of `help`.
  static let helpText = """
    welcome    signin [EMAIL]   unlock
    list       list   filter [TEXT]   sort title|used   open N   sync   settings   lock
    login      copy username|password   edit username|password TEXT   delete   back
    settings   theme light|dark   theme system on|off   theme auto on|off   theme threshold 0.4
               signout   back
    device     theme brightness 0.2   theme device light|dark
    windows    window main|side   close
    migration  stage   stage SLICE legacy|shadow|lead|migrated   finish
               slices: \(LockboxSlices.order.joined(separator: ", "))
               at shadow, both sides run and are compared, and the old answer counts; the
               gate to lead and migrated opens after \(InteractiveSession.gate.compared) actions without a mismatch
               stage SLICE lead anyway   overrides a closed gate
               finish moves the app to the value store, once every slice is migrated
               help   quit
    """
}
