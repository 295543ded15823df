import CommandLineSupport
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
  private let control: LegacyApp
  private let controlWorld: World
  private let crossing: Crossing
  private let crossingWorld: World
  private var planner: SessionPlanner
  private var report: RunReport

  /// Prepares a run of the original app on new stores.
  init(options: Options, logins: [LoginRecord], stores: LegacyStores) {
    self.options = options
    self.logins = logins
    timeline = Timeline(actions: options.actions, slices: LockboxSlices.order)
    planner = SessionPlanner(seed: options.seed)
    controlWorld = World(seed: options.seed, logins: logins)
    control = LegacyApp(stores, services: controlWorld.services)
    crossingWorld = World(seed: options.seed, logins: logins)
    crossing = Crossing(
      code: ModernCode(planted: options.plantedBug), services: crossingWorld.services,
      comparisons: timeline.comparisonsPerStage)
    report = RunReport(options: options, logins: logins.count, gate: crossing.gate)
  }

  /// Runs the session; the rest of one that is not recorded only while its report can be written.
  ///
  /// - Parameters:
  ///   - print: Receives the lines of the report as they are made.
  ///   - status: Receives what the run works at before each step, and `nil` before lines.
  /// - Returns: Whether no comparison found a difference.
  func run(
    _ print: ([String]) -> Void, status: (String?) -> Void = { _ in }
  ) async -> Bool {
    func show(_ lines: [String]) {
      status(nil)
      print(lines)
    }
    show(report.beginning)
    status("importing \(logins.count.grouped) logins")
    control.handlers.dispatch(.items(.imported(logins)))
    crossing.app.handlers.dispatch(.items(.imported(logins)))
    await live(through: [])
    // A recording goes on without a reader of the report.
    while report.phase.last < options.actions, options.recordPath != nil || !Terminal.isOutputLost {
      if await moveOn() {
        show(report.row)
        report.phase = Phase(stages: stages, last: report.phase.last)
      }
      let limit = options.actions - report.phase.last
      status("action \(report.phase.last.grouped) of \(options.actions.grouped)")
      await live(through: planner.burst(on: control.shown, atMost: limit))
    }
    show(report.row)
    status("judging what both sides did")
    report.slices = crossing.results
    report.isOnValueStore = crossing.isOnValueStore
    report.firstMismatch = crossing.store.mismatches.first
    report.reproduction = crossing.store.reproduction(options, logins: logins)
    show(report.end)
    return report.isAllMatched
  }

  private var stages: [String: Stage]? { crossing.isOnValueStore ? nil : crossing.store.stages }

  /// Performs one step on both apps.
  private func live(through burst: [Gesture]) async {
    await controlWorld.live(through: burst, with: control)
    await crossingWorld.live(through: burst, with: crossing.app)
    report.add(controlWorld.seen(of: control), crossingWorld.seen(of: crossing.app))
  }

  /// Promotes each slice that is due, and in the end moves the app to the value store.
  ///
  /// - Returns: Whether that began another phase.
  private func moveOn() async -> Bool {
    guard !crossing.isOnValueStore else { return false }
    let (before, count) = (stages, report.phase.last)
    for slice in LockboxSlices.order
    where timeline.stage(of: slice, after: count) > crossing.stage(of: slice) {
      crossing.moveOn(slice)
    }
    if timeline.isLastShare(after: count) { await crossing.moveToValueStore() }
    return stages != before
  }
}
