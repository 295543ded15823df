import LockboxModern
import ReduxBridge

/// The app that migrates: first on the migration store, in the end on the value store.
@MainActor final class Crossing {
  private(set) var app: any LockboxApp
  let store: CrossingStore
  private let code: ModernCode
  private let services: LockboxServices
  private(set) var isOnValueStore = false

  init(code: ModernCode, services: LockboxServices, gate: Gate = .open) {
    self.code = code
    self.services = services
    store = CrossingStore(
      slices: LockboxSlices(modern: code, pasteboard: services.pasteboard, gate: gate))
    app = LegacyApp(crossing: store, services: services)
  }

  /// Promotes a slice by one stage, unless its gate is closed.
  ///
  /// A slice with a mismatch at `lead` goes back to `legacy`.
  func moveOn(_ slice: String) async {
    let stages = Stage.allCases
    guard let index = store.stages[slice].flatMap(stages.firstIndex(of:)), index + 1 < stages.count
    else { return }
    do {
      try store.setStage(stages[index + 1], ofSliceNamed: slice)
    } catch {
      guard stages[index] == .lead, store.ledger.total(ofSliceNamed: slice).mismatched > 0 else {
        return
      }
      try? store.setStage(.legacy, ofSliceNamed: slice)
    }
    await rebuild()
  }

  /// Moves a slice to any stage.
  ///
  /// - Parameters:
  ///   - stage: The new stage.
  ///   - slice: The slice's name.
  ///   - reason: Why to override a closed gate; `nil` to respect it.
  /// - Throws: A ``MigrationError``, which leaves the stage unchanged.
  func set(
    _ stage: Stage, of slice: String, overridingGateBecause reason: String? = nil
  ) async throws(MigrationError) {
    try store.setStage(stage, ofSliceNamed: slice, overridingGateBecause: reason)
    await rebuild()
  }

  /// Takes the last step: the values become the state of a value store, and the old store goes.
  ///
  /// Does nothing while a slice is not migrated.
  func moveToValueStore() async {
    _ = await app.settle(within: World.patience)
    guard !isOnValueStore, let state = try? store.collectModernState() else { return }
    app = ModernApp(
      state: state, continuingAfter: app.actionsHandled, code: code, services: services)
    isOnValueStore = true
  }

  private func rebuild() async {
    _ = await app.settle(within: World.patience)
    (app as? LegacyApp)?.rebuildWindows()
  }
}

/// The schedule of a run: one slice after the other, each stage for an equal share of the session.
///
/// In the first share every slice is at `legacy`; in the last the app is on the value store.
struct Timeline: Sendable {
  let actions: Int
  let slices: [String]

  private var shares: Int { 2 + 3 * slices.count }

  /// The number of actions in a share.
  var share: Int { actions / shares }

  /// The comparisons that a gate requires: fewer than any share provides, however its bursts fall.
  var comparisonsPerStage: Int { max(share / 2 - 6, 0) }

  /// The stage at which a slice is due after `count` actions.
  func stage(of slice: String, after count: Int) -> Stage {
    guard let index = slices.firstIndex(of: slice) else { return .legacy }
    let stages = Stage.allCases
    return stages[min(max(share(after: count) - 3 * index, 0), stages.count - 1)]
  }

  /// Whether the app is due to be on the value store after `count` actions.
  func isLastShare(after count: Int) -> Bool {
    share(after: count) == shares - 1
  }

  private func share(after count: Int) -> Int {
    min(count * shares / max(actions, 1), shares - 1)
  }
}
