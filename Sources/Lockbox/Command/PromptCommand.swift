import LockboxModern
import ReduxBridge
import ValueRedux

enum PromptCommand: Equatable {
  case help
  case show
  case quit
  case open(row: Int)
  case input(UserInput)
  case device(Gesture)
  case window(WindowUUID)
  case close
  case stages
  case stage(slice: String, Stage, anyway: Bool)
  case finish

  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    switch (words.first ?? "", rest) {
    case ("help", ""): self = .help
    case ("", ""), ("list", ""), ("show", ""): self = .show
    case ("q", ""), ("quit", ""), ("exit", ""): self = .quit
    case ("stage", ""): self = .stages
    case ("finish", ""): self = .finish
    case ("window", "main"): self = .window(.main)
    case ("window", "side"): self = .window(.side)
    case ("close", ""): self = .close
    default:
      let command =
        Self.open(words) ?? Self.stage(words) ?? Self.theme(words)
        ?? UserInput(words, rest: rest).map(Self.input)
      guard let command else { return nil }
      self = command
    }
  }

  private static func open(_ words: [String]) -> PromptCommand? {
    guard words.count == 2, words[0] == "open", let row = Int(words[1]) else { return nil }
    return .open(row: row)
  }

  private static func stage(_ words: [String]) -> PromptCommand? {
    guard words.count == 3, words[0] == "stage", LockboxSlices.order.contains(words[1]) else {
      return nil
    }
    let target = words[2].split(separator: " ").map(String.init)
    guard let stage = Stage(rawValue: target[0]), target.dropFirst().allSatisfy({ $0 == "anyway" })
    else { return nil }
    return .stage(slice: words[1], stage, anyway: target.count > 1)
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

  /// The output of `help`, which fits a screen of 24 lines.
  static let helpText = """
    welcome    signin [EMAIL]   unlock
               here no sign-in fails by chance; to see a simulated refusal:
               signin \(SessionWords.unknownEmail)
    list       list   filter [TEXT]   sort title|used   open N   sync
               settings   lock
    login      copy username|password   edit username|password TEXT   delete   back
    settings   theme light|dark   theme system on|off   theme auto on|off
               theme threshold 0.4   signout   back
    device     theme brightness 0.2   theme device light|dark
    windows    window main|side   close
    migration  stage   stage SLICE legacy|shadow|lead|migrated   finish
               slices: \(LockboxSlices.order.joined(separator: ", "))
               at shadow both sides run and are compared; the old answer counts
               lead and migrated take \(InteractiveSession.comparisons) compared actions and no mismatch
               stage SLICE lead anyway   overrides a closed gate
               finish moves the app to the value store, when all slices migrated
    other      help   q, quit, exit
    """
}

extension UserInput {
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
    case ("copy", _):
      guard let field = LoginField(rawValue: rest) else { return nil }
      self = .copy(field)
    case ("edit", _) where words.count == 3 && words[1] == "username":
      self = .editUsername(words[2])
    case ("edit", _) where words.count == 3 && words[1] == "password":
      self = .editPassword(Password(words[2]))
    default: return nil
    }
  }
}

extension ShownScreen {
  /// Why this screen has no control for an input; `nil` if it has one.
  func refusal(of input: UserInput) -> String? {
    switch (input, self) {
    case (.signIn, .welcome(let model)) where model.button == .unlock:
      "The app is locked. Type unlock."
    case (.unlock, .welcome(let model)) where model.button != .unlock:
      "No user is signed in. Type signin."
    case (.signIn, .welcome), (.unlock, .welcome), (.type, .list), (.sort, .list),
      (.tapRow, .list), (.openSettings, .list), (.lock, .list), (.sync, .list), (.copy, .detail),
      (.editUsername, .detail), (.editPassword, .detail), (.delete, .detail), (.back, .detail),
      (.back, .settings), (.useSystemAppearance, .settings), (.chooseManually, .settings),
      (.followBrightness, .settings), (.moveThreshold, .settings), (.signOut, .settings):
      nil
    case (_, .welcome): "That takes a user who is signed in. Type signin, or unlock."
    default: "The present screen has no such control. Type help."
    }
  }
}
