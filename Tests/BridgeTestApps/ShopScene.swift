import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// A store of the shop, with a listener on either side of each slice if that is wanted.
@MainActor
final class ShopScene {
  let store: MigrationStore<ShopState, ShopAction>
  let slices: ShopSlices
  private var observations: [ObservationToken] = []
  private var subscriptions: [SubscriptionToken] = []

  init(_ parts: ShopParts, at stage: Stage, listens: Bool = false) throws {
    slices = parts.slices
    var configuration = StoreConfiguration()
    configuration.notificationCenter = NotificationCenter()
    store = MigrationStore(
      state: .sample(), entries: parts.entries, configuration: configuration)
    if listens {
      listen(to: slices.settings)
      listen(to: slices.cart)
      listen(to: slices.orders)
    }
    for name in ShopSlice.allCases { try store.setStage(stage, ofSliceNamed: name.rawValue) }
  }

  private func listen<Value>(to slice: ShopStateSlice<Value>) {
    let old = store.addListener("legacy", on: .legacy, of: slice, selecting: \.self)
    observations.append(store.observe { _ in old.didReceive() })
    let new = store.addListener("value", on: .value, of: slice, selecting: \.self)
    subscriptions.append(store.facade(of: slice).subscribe { _ in new.didReceive() })
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
      await store.settle()
      if store.mismatches.contains(where: isWanted) { return true }
    }
    await store.settle()
    return store.mismatches.contains(where: isWanted)
  }

  func end() {
    observations = []
    subscriptions = []
  }
}
