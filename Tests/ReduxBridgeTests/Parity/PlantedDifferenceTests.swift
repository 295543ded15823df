import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The checker on trial: what is planted must be found and located, and nothing else reported.
@Suite struct PlantedDifferenceTests {
  @MainActor
  @Test(arguments: PlantedDifference.all)
  func aPlantedDifferenceIsCaughtAndLocated(_ planted: PlantedDifference) async throws {
    var random = SeededGenerator("aPlantedDifferenceIsCaughtAndLocated: \(planted.name)")
    var parts = ShopParts()
    planted.plant(&parts)
    let scene = try ShopScene(
      parts, at: planted.stage, sampling: planted.sampling, subscribe: planted.subscribe)
    await scene.run(ShopAction.randomList(5_000, using: &random))
    scene.end()

    let found = try #require(scene.store.mismatches.first)
    #expect(found.subject == planted.subject, "\(found)")
    #expect(isLike(found.path, planted.path), "\(found)")
    #expect(planted.actionType == "*" || found.actionType == planted.actionType, "\(found)")
    #expect(found.stage == planted.stage)
  }

  private func isLike(_ path: String, _ pattern: String) -> Bool {
    let parts = path.split(separator: ".")
    let wanted = pattern.split(separator: ".")
    return parts.count == wanted.count && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" }
  }
}

/// A store of the shop with a listener of the orders on either side, as an app has them.
@MainActor
final class ShopScene {
  typealias Facade = ValueFacade<Migration<ShopState, ShopAction>, OrdersValue>
  typealias Subscribe =
    @MainActor @Sendable (Facade, @escaping @MainActor () -> Void) -> SubscriptionToken

  let store: ShopStore

  private let center = NotificationCenter()
  private let probes: [ListenerProbe]
  private var observer: (any NSObjectProtocol)?
  private var token: SubscriptionToken?

  init(
    _ parts: ShopParts, at stage: Stage,
    sampling: ParityOptions<ShopAction>.Sampling = .everyAction, subscribe: Subscribe? = nil
  ) throws {
    let orders = parts.slices.orders
    var configuration = StoreConfiguration()
    configuration.notificationCenter = center
    store = ShopStore(
      state: .sample(), entries: parts.entries,
      parity: ParityOptions(sampling: sampling, footprintInterval: 0),
      configuration: configuration)
    let old = store.addListener("presenter", on: .legacy, of: orders, selecting: \.self)
    let new = store.addListener("total", on: .value, of: orders, selecting: \.lastTotal)
    probes = [old, new]
    observer = center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) { _ in
      MainActor.assumeIsolated { old.didReceive() }
    }
    let subscribe =
      subscribe ?? { facade, handler in facade.subscribe(\.lastTotal) { _ in handler() } }
    token = subscribe(store.facade(of: orders)) { new.didReceive() }
    try store.setStage(stage, of: orders)
  }

  /// Dispatches actions, each delivered before the next, until there is a mismatch.
  func run(_ actions: [ShopAction]) async {
    // The change of stage is announced on its own, not with the first action.
    await store.settle()
    for action in actions where store.mismatches.isEmpty {
      store.dispatch(action)
      await store.settle()
    }
  }

  func end() {
    observer.map(center.removeObserver)
    token = nil
  }
}

/// A difference that was planted in the orders of the shop, and where it has to be found.
///
/// To add one, add a line to the table.
struct PlantedDifference: Sendable, CustomTestStringConvertible {
  let name: String
  var subject = Mismatch.Subject.state
  let path: String
  let actionType: String
  var stage = Stage.shadow
  var sampling = ParityOptions<ShopAction>.Sampling.everyAction
  var plant: @Sendable (inout ShopParts) -> Void = { _ in }
  /// How the new screen subscribes, if not to the last total.
  var subscribe: ShopScene.Subscribe?

  var testDescription: String { name }

  static let all: [PlantedDifference] = [
    .init(name: "read rounds", path: "lastTotal", actionType: "checkout") {
      $0.orders.read = { state in
        var value = ShopProjections.readOrders(state)
        value.lastTotal.round()
        return value
      }
    },
    .init(
      name: "write forgets the selection", subject: .projection, path: "selectedID",
      actionType: "*", stage: .lead, sampling: .oneIn(2)
    ) {
      $0.orders.write = { state, value in
        ShopProjections.writeOrders(state, value)
        state.orders.selected = nil
      }
    },
    .init(
      name: "a stranger writes to the slice", subject: .foreignWrite, path: "lastTotal",
      actionType: "*", stage: .lead
    ) {
      $0.unclaimed = [{ state, action in if case .put = action { state.orders.lastTotal = -1 } }]
    },
    .init(
      name: "two effects change places", subject: .effect, path: "effects.*", actionType: "checkout"
    ) {
      $0.valueEffects = { ShopValues.effects(placed: $0.placed.count, $1).reversed() }
    },
    .init(
      name: "a signal is raised for nothing", subject: .signal, path: "signals.failure",
      actionType: "dismiss"
    ) {
      $0.orders.raise("dismiss") { Signal("card", at: $0) }
    },
    .init(
      name: "the flag is raised for nothing", subject: .signal, path: "signals.failure",
      actionType: "shut"
    ) {
      $0.orders.block("shut") { $0.orders.failure = "card" }
    },
    .init(
      name: "a signal has an old number", subject: .signal, path: "signals.failure",
      actionType: "fail"
    ) {
      $0.orders.raise("fail") { _ in Signal("card", at: ActionNumber(0)) }
    },
    .init(
      name: "a zoom moves all windows", subject: .window, path: "windows.*", actionType: "zoom"
    ) {
      $0.orders.reduce("zoom") { value in
        for window in value.panes.keys { value.panes[window]?.offset += 1 }
      }
    },
    .init(
      name: "the screen watches the wrong field", subject: .delivery, path: "listeners.total",
      actionType: "checkout",
      subscribe: { facade, handler in facade.subscribe(\.tags) { _ in handler() } }),
    .init(
      name: "the screen calls everything a repeat", subject: .delivery, path: "listeners.total",
      actionType: "checkout", stage: .lead,
      subscribe: { facade, handler in
        facade.subscribe(to: Selection(\.lastTotal).when { _, _ in false }) { _ in handler() }
      }),
  ]
}

extension ShopPart<OrdersValue, OrdersReads> {
  /// The new side shows another signal after actions of a kind.
  fileprivate mutating func raise(
    _ kind: String, _ signal: @escaping @Sendable (ActionNumber) -> Signal<String>
  ) {
    let original = reduce
    reduce = { value, reads, action, number in
      original(&value, reads, action, number)
      if action.kind == kind { value.failure = signal(number) }
    }
  }
}
