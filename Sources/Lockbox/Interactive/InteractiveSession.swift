import ReduxBridge

/// The app at a prompt: a person uses it, and moves its slices while it is in use.
@MainActor final class InteractiveSession {
  private let console: any Console
  private let crossing: Crossing
  private let world: World
  private let readLine: () -> String?
  private var window = WindowID.main

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - options: What the command line asks for.
  ///   - logins: What is in the library.
  ///   - console: Where to write.
  ///   - readLine: The next line that was typed; `nil` at the end.
  init(
    options: Options, logins: [LoginRecord], console: any Console,
    readLine: @escaping () -> String?
  ) {
    self.console = console
    self.readLine = readLine
    world = World(seed: options.seed, logins: logins)
    crossing = Crossing(code: ModernCode(planted: options.plantedBug), services: world.services)
    crossing.app.commands.load(logins)
  }

  /// Reads and does, until there is nothing more to read; returns whether no mismatch was found.
  func run() async -> Bool {
    await crossing.app.settle()
    console.out("Type help for what can be typed here.")
    show()
    while let line = readLine() {
      guard let command = PromptCommand(line) else {
        console.out("That is not known here. Type help for what is.")
        continue
      }
      if command == .quit { break }
      await perform(command)
    }
    tellMismatches()
    return crossing.store.mismatches.isEmpty
  }

  private func perform(_ command: PromptCommand) async {
    switch command {
    case .help: return console.out(PromptCommand.helpText)
    case .stages: return tellStages()
    case .quit, .show: break
    case .open(let row):
      guard let login = login(inRow: row) else { return console.out("There is no such row here.") }
      await live(.input(.tapRow(login), window))
    case .input(let input): await live(.input(input, window))
    case .device(let gesture): await live(gesture)
    case .window(let other):
      window = other
      await live(.openWindow(other))
    case .close(let other):
      window = .main
      await live(.closeWindow(other))
    case .stage(let slice, let stage): return await move(slice, to: stage)
    case .finish: return await finish()
    }
    show()
  }

  private func live(_ gesture: Gesture) async {
    await world.live(through: [gesture], with: crossing.app)
  }

  private func move(_ slice: String, to stage: Stage) async {
    guard !crossing.isOnValueStore else { return console.out("There are no stages any more.") }
    do {
      try await crossing.set(stage, of: slice)
      tellStages()
    } catch {
      console.out("\(error)")
    }
  }

  private func finish() async {
    await crossing.moveToValueStore()
    console.out(
      crossing.isOnValueStore
        ? "The app now stands on ValueRedux alone." : "Not every slice is migrated yet.")
  }

  private func login(inRow number: Int) -> LoginID? {
    guard let shown = crossing.app.shown.first(where: { $0.window == window }),
      case .list(let model, _) = shown.screen, model.rows.indices.contains(number - 1)
    else { return nil }
    return model.rows[number - 1].id
  }

  private func show() {
    for shown in crossing.app.shown where shown.window == window {
      for line in shown.lines() { console.out(line) }
    }
  }

  private func tellStages() {
    let (stages, ledger) = (crossing.store.stages, crossing.store.ledger)
    var table = TextTable(["slice", "stage", "compared", "mismatches"], leftColumns: 2)
    for name in LockboxSlices.order {
      let total = ledger.total(of: name)
      table.add([
        name, crossing.isOnValueStore ? "value store" : stages[name, default: .legacy].rawValue,
        total.compared.grouped, total.mismatched.grouped,
      ])
    }
    for line in table.lines { console.out(line) }
    tellMismatches()
  }

  private func tellMismatches() {
    guard let first = crossing.store.mismatches.first else { return }
    console.out("The two sides differ. First: \(first)")
  }
}
