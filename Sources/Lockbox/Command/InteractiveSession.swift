import LockboxModern
import CommandLineSupport
import ReduxBridge

/// The app at a prompt: the user runs it, and moves its slices meanwhile.
@MainActor final class InteractiveSession {
  /// The evidence that each slice needs before its new answer counts.
  nonisolated static let gate = Gate(compared: 20, mismatches: 0, everyActionType: false)

  private let options: Options
  private let logins: [LoginRecord]
  private let console: any Console
  private let columns: Int?
  private let crossing: Crossing
  private let world: World
  private let readLine: () -> String?
  private var window = WindowID.main

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - logins: The content of the library.
  ///   - console: Where to print.
  ///   - columns: The columns that the output should fit; `nil` for any number.
  ///   - readLine: Returns the next line of input, or `nil` at its end.
  init(
    options: Options, logins: [LoginRecord], console: any Console, columns: Int? = nil,
    readLine: @escaping () -> String?
  ) {
    self.options = options
    self.logins = logins
    self.console = console
    self.columns = columns
    self.readLine = readLine
    world = World(seed: options.seed, logins: logins)
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: world.services, gate: Self.gate)
    crossing.app.handlers.load(logins)
  }

  /// Performs commands until the input ends; returns whether no mismatch was found.
  func run() async -> Bool {
    _ = await crossing.app.settle(within: world.patience)
    console.out("Type help for a list of the commands.")
    show()
    while console.failure == nil, let line = readLine() {
      guard let command = PromptCommand(line) else {
        console.out("Unknown command. Type help for a list of the commands.")
        continue
      }
      if command == .quit { break }
      await perform(command)
    }
    printMismatch()
    do {
      let shrunk = try crossing.store.shrunkMismatch(options, logins: logins)
      if let shrunk {
        print([""] + shrunk.lines)
        for line in shrunk.testLines { console.out(line) }
      }
    } catch {
      console.out("The search for a shorter list failed: \(error)")
    }
    return crossing.store.mismatches.isEmpty
  }

  private func perform(_ command: PromptCommand) async {
    switch command {
    case .help: return print(PromptCommand.helpText.split(separator: "\n").map(String.init))
    case .stages: return printStages()
    case .quit, .show: break
    case .open(let row):
      guard let login = login(inRow: row) else { return console.out("There is no such row.") }
      await live(.input(.tapRow(login), window))
    case .input(let input): await live(.input(input, window))
    case .device(let gesture): await live(gesture)
    case .window(let other):
      window = other
      await live(.openWindow(other))
    case .close(let other):
      window = .main
      await live(.closeWindow(other))
    case .stage(let slice, let stage, let anyway): return await move(slice, to: stage, anyway)
    case .finish: return await finish()
    }
    show()
  }

  private func live(_ gesture: Gesture) async {
    guard await world.live(through: [gesture], with: crossing.app) else {
      return console.out("The app waits for work that does not end.")
    }
  }

  private func move(_ slice: String, to stage: Stage, _ anyway: Bool) async {
    guard !crossing.isOnValueStore else {
      return console.out("The app is on the value store, which has no stages.")
    }
    do {
      try await crossing.set(
        stage, of: slice, overridingGateBecause: anyway ? "requested at the prompt" : nil)
      printStages()
    } catch .gateClosed(_, _, let unmet) {
      console.out("The gate of \(slice) is closed: \(unmet.joined(separator: "; ")).")
      console.out("To override it: stage \(slice) \(stage.rawValue) anyway")
    } catch {
      console.out("\(error)")
    }
  }

  private func finish() async {
    await crossing.moveToValueStore()
    console.out(
      crossing.isOnValueStore
        ? "The app now depends on ValueRedux alone." : "Not every slice is migrated yet.")
  }

  private func login(inRow number: Int) -> LoginID? {
    guard let shown = crossing.app.shown.first(where: { $0.window == window }),
      case .list(let model, _) = shown.screen, model.rows.indices.contains(number - 1)
    else { return nil }
    return model.rows[number - 1].id
  }

  private func show() {
    for shown in crossing.app.shown where shown.window == window {
      print(shown.lines())
    }
  }

  private func printStages() {
    let (stages, ledger) = (crossing.store.stages, crossing.store.ledger)
    var table = TextTable(["slice", "stage", "gate", "evidence"], leftColumns: 4)
    for name in LockboxSlices.order {
      let slice = SliceResult(
        name, reached: stages[name, default: .legacy], gate: Self.gate, ledger: ledger)
      table.add([
        name, crossing.isOnValueStore ? "value store" : slice.reached.rawValue,
        slice.isGateOpen ? "open" : "closed", slice.evidence,
      ])
    }
    print(table.lines(fitting: columns))
    printMismatch()
  }

  private func printMismatch() {
    guard let first = crossing.store.mismatches.first else { return }
    print(["", "The two sides differ."] + first.lines)
  }

  /// Prints lines, folded at the end of the terminal.
  private func print(_ lines: [String]) {
    for line in lines.flatMap({ $0.folded(to: columns) }) { console.out(line) }
  }
}
