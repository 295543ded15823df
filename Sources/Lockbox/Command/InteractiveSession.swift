import CommandLineSupport
import LockboxModern
import ReduxBridge
import ValueRedux

/// The app at a prompt: the user runs it, and moves its slices meanwhile.
@MainActor final class InteractiveSession {
  /// The number of comparisons that each slice needs before its new answer counts.
  nonisolated static let comparisons = 20

  private let options: Options
  private let logins: [LoginRecord]
  private let console: any Console
  private let columns: Int?
  private let crossing: Crossing
  private let world: World
  private let readLine: () -> String?
  private var window = WindowUUID.main
  private var isMismatchShown = false

  /// Prepares a session, whose `readLine` returns the next line of input, or `nil` at its end.
  init(
    options: Options, logins: [LoginRecord], console: any Console, columns: Int? = nil,
    readLine: @escaping () -> String?
  ) {
    self.options = options
    self.logins = logins
    self.console = console
    self.columns = columns
    self.readLine = readLine
    world = World(seed: options.seed, logins: logins, failsByChance: false)
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: world.services,
      comparisons: Self.comparisons)
    crossing.app.handlers.dispatch(.items(.imported(logins)))
  }

  /// Performs commands until the input ends; returns whether no mismatch was found.
  func run() async -> Bool {
    _ = await crossing.app.settle(within: world.patience)
    print(["Type help for a list of the commands, q to leave."])
    show()
    while console.failure == nil {
      console.write("> ")
      guard let line = readLine() else {
        console.write("\n")
        break
      }
      guard let command = PromptCommand(line) else {
        print(["Unknown command. Type help for a list of the commands."])
        continue
      }
      if command == .quit { break }
      await perform(command)
      showMismatch()
    }
    do {
      if let found = try crossing.store.reproduction(options, logins: logins) {
        print(found.lines + [""])
        for line in found.testLines { console.out(line) }
      }
    } catch {
      print(["The search for a shorter list failed: \(error)"])
    }
    return crossing.store.mismatches.isEmpty
  }

  private func perform(_ command: PromptCommand) async {
    switch command {
    case .help: return print(PromptCommand.helpText.split(separator: "\n").map(String.init))
    case .stages: return showStages()
    case .quit, .show: break
    case .open(let row):
      guard case .list(let model, _) = screen, model.rows.indices.contains(row - 1) else {
        return print(["There is no such row."])
      }
      await live(.input(.tapRow(model.rows[row - 1].id), window))
    case .input(let input):
      if let refusal = screen.refusal(of: input) { return print([refusal]) }
      await live(.input(input, window))
    case .device(let gesture): await live(gesture)
    case .window(let other):
      window = other
      await live(.openWindow(other))
    case .close:
      window = .main
      await live(.closeWindow(.side))
    case .stage(let slice, let stage, let anyway): return move(slice, to: stage, anyway)
    case .finish:
      await crossing.moveToValueStore()
      print([
        crossing.isOnValueStore
          ? "The app now depends on ValueRedux alone." : "Not every slice is migrated yet."
      ])
    }
    show()
  }

  private var screen: ShownScreen {
    crossing.app.shown.first { $0.window == window }?.screen ?? .nothing
  }

  private func live(_ gesture: Gesture) async {
    if await !world.live(through: [gesture], with: crossing.app) {
      print(["The app waits for work that does not end."])
    }
  }

  private func move(_ slice: String, to stage: Stage, _ anyway: Bool) {
    guard !crossing.isOnValueStore else {
      return print(["The app is on the value store, which has no stages."])
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
  }

  private func show() {
    for shown in crossing.app.shown where shown.window == window { print(shown.lines()) }
  }

  private func showStages() {
    var table = TextTable(["slice", "stage", "gate", "compared", "mismatches"], leftColumns: 3)
    for slice in crossing.results {
      var cells = slice.cells
      if crossing.isOnValueStore { cells[1] = "value store" }
      table.add(cells)
    }
    print(table.lines(fitting: columns))
  }

  /// Shows the first mismatch, right after the command that led to it.
  private func showMismatch() {
    guard !isMismatchShown, let first = crossing.store.mismatches.first else { return }
    isMismatchShown = true
    print(first.lines)
  }

  /// Prints lines, folded at the end of the terminal.
  private func print(_ lines: [String]) {
    for line in lines.flatMap({ $0.folded(to: columns) }) { console.out(line) }
  }
}
