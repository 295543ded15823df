import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// A store of the shop, with a listener on either side of each slice if the parts ask for them.
@MainActor
final class ShopScene {
  let store: MigrationStore<ShopState, ShopAction>
  let slices: ShopSlices
  private let parts: ShopParts
  private var observations: [ObservationToken] = []
  private var subscriptions: [SubscriptionToken] = []

  init(_ parts: ShopParts, at stage: Stage) throws {
    self.parts = parts
    slices = parts.slices
    var configuration = StoreConfiguration()
    configuration.notificationCenter = NotificationCenter()
    store = MigrationStore(
      state: .sample(), entries: parts.entries, configuration: configuration)
    if !parts.receipts.isEmpty {
      listen(to: slices.settings, .settings)
      listen(to: slices.cart, .cart)
      listen(to: slices.orders, .orders)
    }
    for name in ShopSlice.allCases { try store.setStage(stage, ofSliceNamed: name.rawValue) }
  }

  private func listen<Value>(
    to slice: StateSlice<ShopState, ShopAction, Value>, _ name: ShopSlice
  ) {
    let times = parts.receipts[name] ?? [:]
    let old = store.addListener("legacy", on: .legacy, of: slice, selecting: \.self)
    observations.append(
      store.observe { _ in for _ in 0..<times[.legacy, default: 1] { old.didReceive() } })
    let new = store.addListener("value", on: .value, of: slice, selecting: \.self)
    subscriptions.append(
      store.facade(of: slice).subscribe { _ in
        for _ in 0..<times[.value, default: 1] { new.didReceive() }
      })
  }

  /// Dispatches actions in bursts, each delivered before the next begins, until there is a mismatch
  /// that is wanted.
  func run(
    _ actions: some Sequence<ShopAction>, bursts: Int, until isWanted: (Mismatch) -> Bool
  ) async -> Bool {
    var pending = 0
    for action in actions {
      store.dispatch(action)
      pending += 1
      guard pending == bursts else { continue }
      pending = 0
      await rest()
      if store.mismatches.contains(where: isWanted) { return true }
    }
    await rest()
    return store.mismatches.contains(where: isWanted)
  }

  /// Waits until all is delivered, and lets the completion handlers run.
  private func rest() async {
    await store.settle()
    store.read { [handlers = parts.handlers] _ in handlers.callAll() }
  }

  func end() {
    observations = []
    subscriptions = []
  }
}
