import ReduxBridge
import ReferenceRedux

/// One session, lived through by two apps at the same time: the app as it was, and the app while
/// its theme crosses.
///
/// After each step both are asked what they show.
@MainActor final class CrossingRun {
  private let options: Options
  private let logins: [LoginRecord]
  private let control: Rig
  private let candidate: Rig
  private let store: CrossingStore
  private let promotion: Promotion
  private var planner: SessionPlanner
  private var log: [StageRecord] = []
  private var held: [String] = []
  private var firstDifference: ScreenDifference?

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - options: What the command line asks for.
  ///   - logins: What is in the library.
  ///   - controlStore: The store of the app as it was, fresh.
  ///   - dispatcher: The dispatcher of the app as it was, without receivers.
  init(
    options: Options, logins: [LoginRecord], control controlStore: LockboxStore,
    dispatcher: Dispatcher
  ) {
    var reducers = ModernReducers()
    options.plantedBug?.plant(&reducers)
    let slices = LockboxSlices(
      reducers: reducers,
      gate: Gate(compared: max(options.actions / 8, 1), mismatches: 0, everyActionType: false))
    let store = CrossingStore(slices: slices)
    self.options = options
    self.logins = logins
    self.store = store
    promotion = Promotion(actions: options.actions)
    planner = SessionPlanner(seed: options.seed)
    control = Rig(seed: options.seed, logins: logins) {
      LegacyApp(store: controlStore, dispatcher: dispatcher, services: $0)
    }
    candidate = Rig(seed: options.seed, logins: logins) {
      LegacyApp(store: store, dispatcher: Dispatcher(), services: $0) { legacy in
        CrossingPresenters(legacy: legacy, store: store, slices: slices)
      }
    }
  }

  /// Lives through the session, and tells what was seen.
  func report() async -> RunReport {
    await load()
    log = [StageRecord(stage: .legacy, firstAction: 1, lastAction: 1)]
    var done = 1
    while done < options.actions {
      await promote(after: done)
      let burst = planner.burst(on: control.app.shown, atMost: options.actions - done)
      await control.live(through: burst)
      await candidate.live(through: burst)
      done = compare(after: done)
    }
    return finalReport(actions: done)
  }

  /// Fills both libraries: the first action of the session.
  private func load() async {
    for rig in [control, candidate] {
      rig.app.load(logins)
      await rig.app.settle()
    }
  }

  /// Moves the theme on when its time has come, unless its gate is closed: then it stays for good.
  private func promote(after done: Int) async {
    let present = log[log.count - 1].stage
    let due = promotion.stage(after: done)
    guard due > present, held.isEmpty else { return }
    do throws(MigrationError) {
      try store.setStage(due, of: "theme")
    } catch {
      held = (try? store.unmetDemands(of: "theme")) ?? []
      return
    }
    await candidate.app.settle()
    candidate.app.rebuildWindows()
    log.append(StageRecord(stage: due, firstAction: done + 1, lastAction: done))
  }

  /// Compares what both apps show, and returns how many actions the session has by now.
  private func compare(after done: Int) -> Int {
    let (before, after) = (control.seen, candidate.seen)
    let count = max(before.actions, done + 1)
    let record = log.indices.last ?? 0
    log[record].lastAction = count
    log[record].steps += 1
    if before == after {
      log[record].equalSteps += 1
    } else if firstDifference == nil {
      firstDifference = ScreenDifference(before, after, actions: done + 1...count)
    }
    return count
  }

  private func finalReport(actions: Int) -> RunReport {
    RunReport(
      source: options.source.name, logins: logins.count, seed: options.seed, actions: actions,
      plantedBug: options.plantedBug, stages: log, held: held,
      slice: store.ledger.total(of: "theme"), firstMismatch: store.mismatches.first,
      firstDifference: firstDifference, statisticsBefore: control.store.statistics,
      statisticsAfter: candidate.store.statistics)
  }
}
