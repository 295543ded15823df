import LockboxModern
import ReduxBridge
import ReferenceRedux

/// The app that migrates: first on the migration store, in the end on the value store.
@MainActor final class Crossing {
  private(set) var app: any LockboxApp
  let store: CrossingStore
  /// The demands on a slice before its new answer counts: parity, and a clean footprint.
  let gate: Gate
  private let code: ModernCode
  private let services: any LockboxServices
  private(set) var isOnValueStore = false

  /// Puts the app on the store of its migration, with gates that require so many comparisons.
  init(code: ModernCode, services: any LockboxServices, comparisons: Int) {
    self.code = code
    self.services = services
    gate = Gate(compared: comparisons, everyActionType: false, footprint: 1, laws: true)
    // The store judges parity; the footprint check runs once, apart from it.
    let parityGate = Gate(compared: comparisons, everyActionType: false)
    store = CrossingStore(
      slices: LockboxSlices(modern: code, copy: services.copy, gate: parityGate))
    let dispatcher = Dispatcher()
    app = LegacyApp(
      store: store, stores: CrossingStores(store, dispatcher: dispatcher),
      dispatcher: dispatcher, services: services)
  }

  var evidence: ParityLedger {
    var ledger = FootprintEvidence.ledger
    ledger.merge(store.ledger)
    return ledger
  }

  var results: [SliceResult] {
    let evidence = evidence
    return LockboxSlices.order.map {
      SliceResult(name: $0, reached: stage(of: $0), gate: gate, evidence: evidence)
    }
  }

  func stage(of slice: String) -> Stage { store.stages[slice, default: .legacy] }

  /// Promotes a slice by one stage, unless its gate is closed.
  ///
  /// A slice with a mismatch at `lead` goes back to `legacy`.
  func moveOn(_ slice: String) {
    let (stages, stage) = (Stage.allCases, stage(of: slice))
    guard let index = stages.firstIndex(of: stage), index + 1 < stages.count else { return }
    do {
      try set(stages[index + 1], of: slice)
    } catch {
      guard stage == .lead, store.ledger[slice].total.mismatched > 0 else { return }
      try? set(.legacy, of: slice)
    }
  }

  /// Moves a slice to any stage, unless its gate is closed.
  func set(_ stage: Stage, of slice: String) throws(MigrationError) {
    if stage >= .lead, self.stage(of: slice) < stage {
      let unmet = gate.unmetDemands(ofSliceNamed: slice, in: evidence)
      guard unmet.isEmpty else { throw .gateClosed(slice: slice, stage: stage, unmet: unmet) }
    }
    try store.setStage(stage, ofSliceNamed: slice)
    store.flush()
  }

  /// Takes the last step: the values become the state of a value store, and the old store goes.
  ///
  /// Does nothing while a slice is not migrated.
  func moveToValueStore() async {
    await app.settle()
    guard !isOnValueStore, let state = try? store.collect(store.slices.modernState) else { return }
    app = ModernApp(
      state: state, continuingAfter: app.actionsHandled, code: code, services: services)
    isOnValueStore = true
  }
}

/// The schedule of a run: one slice after the other, at shadow and at lead for an equal share of the
/// session each.
///
/// In the first share every slice is at `legacy`; in the last the app is on the value store.
struct Timeline: Sendable {
  let actions: Int
  let slices: [String]

  private var shares: Int { 2 + 2 * slices.count }

  /// The comparisons that a gate requires: fewer than any share provides, however its bursts fall.
  var comparisonsPerStage: Int { max(actions / shares / 2 - 6, 1) }

  /// The stage at which a slice is due after `count` actions.
  func stage(of slice: String, after count: Int) -> Stage {
    guard let index = slices.firstIndex(of: slice) else { return .legacy }
    let stages = Stage.allCases
    return stages[min(max(share(after: count) - 2 * index, 0), stages.count - 1)]
  }

  /// Whether the app is due to be on the value store after `count` actions.
  func isLastShare(after count: Int) -> Bool {
    share(after: count) == shares - 1
  }

  private func share(after count: Int) -> Int {
    min(count * shares / max(actions, 1), shares - 1)
  }
}
