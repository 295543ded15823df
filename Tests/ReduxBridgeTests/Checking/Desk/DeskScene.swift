import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

/// A store of the desk with a listener on either side, as an app has them.
@MainActor
final class DeskScene {
  let store: DeskStore
  let toldOld = Counter()
  let toldNew = Counter()

  private let center = NotificationCenter()
  private let facade: ValueFacade<ReferenceStore<DeskState, DeskAction>, DeskValue>
  private let oldProbe: ListenerProbe
  private let newProbe: ListenerProbe
  private var observer: (any NSObjectProtocol)?
  private var token: SubscriptionToken?

  init(
    _ parts: DeskParts, at stage: Stage, sampling: ParityOptions<DeskAction>.Sampling = .everyAction
  ) throws {
    let slice = parts.slice
    var configuration = StoreConfiguration()
    configuration.notificationCenter = center
    store = DeskStore(
      state: DeskState(), entries: [.slice(slice), .blocks([parts.stranger])],
      parity: ParityOptions(sampling: sampling),
      configuration: configuration)
    facade = store.facade(of: slice)
    oldProbe = store.addListener("presenter", on: .legacy, of: slice)
    newProbe = store.addListener("toggle", on: .value, of: slice, selecting: \.isManual)
    observer = center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) {
      [store, oldProbe, toldOld] _ in
      MainActor.assumeIsolated {
        guard store.read(parts.observerHears) else { return }
        oldProbe.told()
        toldOld.increment()
      }
    }
    token = parts.subscribe(facade.values) { [newProbe, toldNew] in
      newProbe.told()
      toldNew.increment()
    }
    try store.setStage(stage, of: "desk")
  }

  /// Dispatches actions in bursts, each told before the next begins, until there is a mismatch.
  func run(_ actions: some Sequence<DeskAction>, bursts: Int = 1) async {
    var pending = 0
    for action in actions {
      store.dispatch(action)
      pending += 1
      guard pending == bursts else { continue }
      pending = 0
      await store.settle()
      if !store.mismatches.isEmpty { return }
    }
    await store.settle()
  }

  func end() {
    observer.map(center.removeObserver)
    observer = nil
    token = nil
  }
}
