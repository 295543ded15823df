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
