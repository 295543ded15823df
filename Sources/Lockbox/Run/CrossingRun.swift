import LockboxModern
import ReduxBridge
import ReferenceRedux

/// One session that two apps run at the same time: the original app, and the app that migrates.
///
/// After each step, the run compares what both show; after each change of a stage, what both saved.
@MainActor final class CrossingRun {
  private let options: Options
  private let logins: [LoginRecord]
  private let timeline: Timeline
  private let control: LegacyApp
  private let controlWorld: World
  private let crossing: Crossing
  private let crossingWorld: World
  private var planner: SessionPlanner
  private var report: RunReport

  /// Prepares a run of the original app on new stores.
  ///
  /// Without a `crossingWorld`, the outside of the app that migrates is like that of the original.
  init(
    options: Options, logins: [LoginRecord], stores: LegacyStores, crossingWorld: World? = nil
  ) {
    self.options = options
    self.logins = logins
    timeline = Timeline(actions: options.actions, slices: LockboxSlices.order)
    planner = SessionPlanner(seed: options.seed)
    controlWorld = World(seed: options.seed, logins: logins)
    control = LegacyApp(stores, services: controlWorld.services)
    let crossingWorld = crossingWorld ?? World(seed: options.seed, logins: logins)
    self.crossingWorld = crossingWorld
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: crossingWorld.services,
      comparisons: timeline.comparisonsPerStage)
    report = RunReport(options: options, logins: logins.count, gate: crossing.gate)
    report.phases = [Phase(stages: crossing.store.stages, after: 0)]
  }

  func run() async -> RunReport {
    control.handlers.dispatch(.items(.imported(logins)))
    crossing.app.handlers.dispatch(.items(.imported(logins)))
    await live(through: [])
    while report.actions < options.actions, report.stall == nil {
      await moveOn()
      let limit = options.actions - report.actions
      await live(through: planner.burst(on: control.shown, atMost: limit))
    }
    await compareSaved()
    report.slices = crossing.results
    report.isOnValueStore = crossing.isOnValueStore
    report.firstMismatch = crossing.store.mismatches.first
    report.reproduction = Result {
      try crossing.store.reproduction(options, logins: logins)
    }
    return report
  }

  /// Performs one step on both apps; the run ends after one that leaves an app busy.
  private func live(through burst: [Gesture]) async {
    let isControlIdle = await controlWorld.live(through: burst, with: control)
    let isCrossingIdle = await crossingWorld.live(through: burst, with: crossing.app)
    let first = report.actions + 1
    report.add(controlWorld.seen(of: control), crossingWorld.seen(of: crossing.app))
    if !isControlIdle || !isCrossingIdle {
      report.stall = (
        isControlIdle ? "migrating app" : "original app",
        StepActions(first: first, last: max(report.actions, first))
      )
    }
  }

  /// Promotes each slice that is due, and in the end moves the app to the value store.
  private func moveOn() async {
    guard !crossing.isOnValueStore else { return }
    for slice in LockboxSlices.order
    where timeline.stage(of: slice, after: report.actions) > crossing.stage(of: slice) {
      crossing.moveOn(slice)
    }
    if timeline.isLastShare(after: report.actions) { await crossing.moveToValueStore() }
    let stages = crossing.isOnValueStore ? nil : crossing.store.stages
    guard stages != report.phases.last?.stages else { return }
    await compareSaved()
    report.phases.append(Phase(stages: stages, after: report.actions))
  }

  private func compareSaved() async {
    await control.save()
    await crossing.app.save()
    var (before, after) = (controlWorld.seen(of: control), crossingWorld.seen(of: crossing.app))
    (before.saved, after.saved) = (controlWorld.device.savedTheme, crossingWorld.device.savedTheme)
    report.noteDifference(before, after, after: 1)
  }
}
