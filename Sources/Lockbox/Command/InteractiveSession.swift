import CommandLineSupport
import LockboxModern
import ReduxBridge
import ValueRedux

/// The app at a prompt: the user runs it, and moves its slices meanwhile.
@MainActor final class InteractiveSession {
  /// The number of comparisons that each slice needs before its new answer counts.
  nonisolated static let comparisons = 20

  private let terminal: Terminal
  private let options: Options
  private let logins: [LoginRecord]
  private let crossing: Crossing
  private let world: World
  private var window = WindowUUID.main
  private var isMismatchShown = false

  init(_ terminal: Terminal, options: Options, logins: [LoginRecord]) {
    self.terminal = terminal
    self.options = options
    self.logins = logins
    world = World(seed: options.seed, logins: logins, failsByChance: false)
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: world.services,
      comparisons: Self.comparisons)
    crossing.app.handlers.dispatch(.items(.imported(logins)))
  }

  /// Performs commands until the input ends; returns whether no mismatch was found.
  func run() async -> Bool {
    await crossing.app.settle()
    print(["Type help for a list of the commands, q to leave."])
    show()
    while let words = terminal.nextCommand(words: 3) {
      await perform(words)
      showMismatch()
    }
    print(crossing.store.reproduction(options, logins: logins))
    return crossing.store.mismatches.isEmpty
  }

  private func perform(_ words: [String]) async {
    switch (words.first ?? "", words.dropFirst().joined(separator: " ")) {
    case ("", ""), ("list", ""), ("show", ""): show()
    case ("help", ""): print(Self.helpText.split(separator: "\n").map(String.init))
    case ("stage", ""): showStages()
    case ("finish", ""): await finish()
    default:
      if let gesture = Gesture(words, in: window) { return await live(gesture) }
      if words.count == 2, words[0] == "open", let row = Int(words[1]) { return await open(row) }
      if words.count == 3, words[0] == "stage", move(words[1], words[2]) { return }
      print(["Unknown command. Type help for a list of the commands."])
    }
  }

  private func open(_ row: Int) async {
    guard case .list(let model, _) = screen, model.rows.indices.contains(row - 1) else {
      return print(["There is no such row."])
    }
    await live(.input(.tapRow(model.rows[row - 1].id), window))
  }

  private func finish() async {
    await crossing.moveToValueStore()
    print([
      crossing.isOnValueStore
        ? "The app now depends on ValueRedux alone." : "Not every slice is migrated yet."
    ])
    show()
  }

  private var screen: ShownScreen {
    crossing.app.shown.first { $0.window == window }?.screen ?? .nothing
  }

  /// Performs a gesture and shows the window, unless no control of the screen responds.
  private func live(_ gesture: Gesture) async {
    switch gesture {
    case .openWindow(let other): window = other
    case .closeWindow: window = .main
    default: break
    }
    let actions = crossing.app.actionsHandled
    await world.live(through: [gesture], with: crossing.app)
    if case .input = gesture, crossing.app.actionsHandled == actions {
      return print(screen.controls.refusal.wrapped(to: 79))
    }
    show()
  }

  /// Moves a slice as the words say; `false` if they name no slice or no stage.
  private func move(_ slice: String, _ target: String) -> Bool {
    let (name, anyway) = (target.replacing(" anyway", with: ""), target.hasSuffix(" anyway"))
    guard LockboxSlices.order.contains(slice), let stage = Stage(rawValue: name) else {
      return false
    }
    guard !crossing.isOnValueStore else {
      print(["The app is on the value store, which has no stages."])
      return true
    }
    do {
      try crossing.set(
        stage, of: slice, overridingGateBecause: anyway ? "requested at the prompt" : nil)
      showStages()
    } catch .gateClosed(_, _, let unmet) {
      print([
        "The gate of \(slice) is closed: \(unmet.joined(separator: "; ")).",
        "To override it: stage \(slice) \(stage.rawValue) anyway",
      ])
    } catch {
      print(["\(error)"])
    }
    return true
  }

  private func showStages() {
    let rows = crossing.results.map { slice in
      var cells = slice.cells
      if crossing.isOnValueStore { cells[1] = "value store" }
      return cells
    }
    let header = ["slice", "stage", "gate", "compared", "mismatches"]
    print(TextTable(header, leftColumns: 3, rows: rows).lines)
  }

  private func show() {
    for shown in crossing.app.shown where shown.window == window { print(shown.lines()) }
  }

  /// Shows the first mismatch, right after the command that led to it.
  private func showMismatch() {
    guard !isMismatchShown, let first = crossing.store.mismatches.first else { return }
    isMismatchShown = true
    print(first.lines)
  }

  private func print(_ lines: [String]) { terminal.print(lines) }
}
