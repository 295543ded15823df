import LockboxModern
import ReduxBridge
import ReferenceRedux

/// One session that two apps run at the same time: the original app, and the app that migrates.
///
/// After each step, the run compares what both show.
@MainActor final class CrossingRun {
  private let options: Options
  private let logins: [LoginRecord]
  private let timeline: Timeline
  private let gate: Gate
  private let control: LegacyApp
  private let controlWorld: World
  private let crossing: Crossing
  private let crossingWorld: World
  private var planner: SessionPlanner
  private var phases: [Phase]
  private var firstDifference: ScreenDifference?
  private var stall: Stall?

  /// Receives the number of actions that are done.
  var progress: (Int) -> Void = { _ in }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - logins: The content of the library.
  ///   - controlStore: A new store for the original app.
  ///   - dispatcher: The dispatcher of the original app, without receivers.
  ///   - crossingWorld: The outside of the app that migrates; `nil` for one like that of the original.
  init(
    options: Options, logins: [LoginRecord], control controlStore: LockboxStore,
    dispatcher: Dispatcher, crossingWorld: World? = nil
  ) {
    self.options = options
    self.logins = logins
    timeline = Timeline(actions: options.actions, slices: LockboxSlices.order)
    gate = Gate(compared: timeline.comparisonsPerStage, mismatches: 0, everyActionType: false)
    planner = SessionPlanner(seed: options.seed)
    controlWorld = World(seed: options.seed, logins: logins)
    control = LegacyApp(
      store: controlStore, dispatcher: dispatcher, services: controlWorld.services)
    let crossingWorld = crossingWorld ?? World(seed: options.seed, logins: logins)
    self.crossingWorld = crossingWorld
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: crossingWorld.services,
      gate: gate)
    phases = [Phase(stages: crossing.store.stages, after: 0)]
  }

  /// Runs the session, and reports what happened.
  func report() async -> RunReport {
    var done = await load()
    while done < options.actions, stall == nil {
      await moveOn(after: done)
      let burst = planner.burst(on: control.shown, atMost: options.actions - done)
      done = await live(through: burst, after: done)
      progress(done)
    }
    return finalReport(actions: done)
  }

  /// Fills both libraries, which is the first action of the session.
  private func load() async -> Int {
    control.handlers.load(logins)
    crossing.app.handlers.load(logins)
    return await live(through: [], after: 0)
  }

  /// Performs one step on both apps, and returns the number of actions so far.
  ///
  /// The run ends after a step that leaves an app busy.
  private func live(through burst: [Gesture], after done: Int) async -> Int {
    let isControlIdle = await controlWorld.live(through: burst, with: control)
    let isCrossingIdle = await crossingWorld.live(through: burst, with: crossing.app)
    let count = compare(after: done)
    if !isControlIdle || !isCrossingIdle {
      stall = Stall(
        app: isControlIdle ? "migrating app" : "original app",
        actions: done + 1...max(count, done + 1))
    }
    return count
  }

  /// Promotes each slice that is due, and in the end moves the app to the value store.
  private func moveOn(after done: Int) async {
    guard !crossing.isOnValueStore else { return }
    for slice in LockboxSlices.order {
      let due = timeline.stage(of: slice, after: done)
      if due > crossing.store.stages[slice, default: .legacy] { await crossing.moveOn(slice) }
    }
    if timeline.isLastShare(after: done) { await crossing.moveToValueStore() }
    let stages = crossing.isOnValueStore ? nil : crossing.store.stages
    if stages != phases[phases.count - 1].stages {
      phases.append(Phase(stages: stages, after: done))
    }
  }

  /// Compares what both apps show, and returns the number of actions so far.
  private func compare(after done: Int) -> Int {
    let before = controlWorld.seen(of: control)
    let after = crossingWorld.seen(of: crossing.app)
    let count = max(before.actions, done)
    let phase = phases.count - 1
    phases[phase].lastAction = count
    phases[phase].steps += 1
    if before == after {
      phases[phase].equalSteps += 1
    } else if firstDifference == nil {
      firstDifference = ScreenDifference(before, after, actions: done + 1...max(count, done + 1))
    }
    return count
  }

  private func finalReport(actions: Int) -> RunReport {
    let (stages, ledger) = (crossing.store.stages, crossing.store.ledger)
    let results = LockboxSlices.order.map { name in
      SliceResult(name, reached: stages[name, default: .legacy], gate: gate, ledger: ledger)
    }
    return RunReport(
      source: options.source.name, logins: logins.count, seed: options.seed, actions: actions,
      plantedBug: options.plantedBug, phases: phases, slices: results,
      isOnValueStore: crossing.isOnValueStore, firstMismatch: crossing.store.mismatches.first,
      shrunk: Result { try crossing.store.shrunkMismatch(options, logins: logins) },
      firstDifference: firstDifference, stall: stall)
  }
}
