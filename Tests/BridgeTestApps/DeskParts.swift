import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import ValueRedux

typealias DeskStore = MigrationStore<DeskState, DeskAction>
typealias DeskFacade = ValueFacade<Migration<DeskState, DeskAction>, DeskValue>

/// All that the desk consists of, each part to be replaced by one with a difference in it.
struct DeskParts: Sendable {
  var block = Desk.block
  var reduce: @Sendable (inout DeskValue, DeskAction, ActionNumber) -> Void = Desk.reduce
  var read: @Sendable (DeskState) -> DeskValue = Desk.read
  var write: @Sendable (DeskState, DeskValue) -> Void = Desk.write
  var legacyEffects: @Sendable (DeskState, DeskAction) -> [DeskEffect] = { state, action in
    Desk.effects(notes: state.notes.map(\.id), selected: state.selected?.id, action)
  }
  var valueEffects: @Sendable (DeskValue, DeskAction) -> [DeskEffect] = { value, action in
    Desk.effects(notes: value.notes.map(\.id), selected: value.selectedID, action)
  }
  /// A block of other code, after the slice's own.
  var stranger: ReduceBlock<DeskState, DeskAction> = { _, _ in }
  /// How the new screen subscribes.
  var subscribe: @MainActor (DeskFacade, @escaping @MainActor () -> Void) -> SubscriptionToken = {
    facade, handler in facade.subscribe(\.isManual) { _ in handler() }
  }

  var slice: StateSlice<DeskState, DeskAction, DeskValue> {
    StateSlice(
      "desk", projection: Projection(read: read, write: write), legacy: [block],
      reducer: Reducer(numbered: reduce)
    )
    .effects(SliceEffects(legacy: legacyEffects, value: valueEffects, perform: { _ in }))
    .windows(WindowIsolation(target: { $0.window }, parts: { $0.panes }))
    .signal("alert", flag: { $0.alert }, at: ["alert"], value: \.alert)
  }

  var check: ParityCheck<DeskState, DeskAction> {
    ParityCheck([.slice(slice)]) { DeskState() }
  }

  // MARK: Ways to plant a difference in one line

  /// The reducer does something more after actions of a type.
  mutating func reducing(_ type: String, _ more: @escaping @Sendable (inout DeskValue) -> Void) {
    let original = reduce
    reduce = { value, action, number in
      original(&value, action, number)
      if actionTypeName(of: action) == type { more(&value) }
    }
  }

  /// The reducer does something else on actions of a type.
  mutating func reducing(
    _ type: String, instead: @escaping @Sendable (inout DeskValue, DeskAction, ActionNumber) -> Void
  ) {
    let original = reduce
    reduce = { value, action, number in
      (actionTypeName(of: action) == type ? instead : original)(&value, action, number)
    }
  }

  /// The reduce block does something more after actions of a type.
  mutating func blocking(_ type: String, _ more: @escaping @Sendable (DeskState) -> Void) {
    let original = block
    block = { state, action in
      original(state, action)
      if actionTypeName(of: action) == type { more(state) }
    }
  }

  /// The new side requests other effects.
  mutating func requesting(_ change: @escaping @Sendable ([DeskEffect]) -> [DeskEffect]) {
    let original = valueEffects
    valueEffects = { change(original($0, $1)) }
  }
}

/// A store of the desk with a listener on either side, as an app has them.
@MainActor
final class DeskScene {
  let store: DeskStore

  private let center = NotificationCenter()
  private let facade: DeskFacade
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
      parity: ParityOptions(sampling: sampling, footprintInterval: 0),
      configuration: configuration)
    facade = store.facade(of: slice)
    oldProbe = store.addListener("presenter", on: .legacy, of: slice, selecting: \.self)
    newProbe = store.addListener("toggle", on: .value, of: slice, selecting: \.isManual)
    observer = center.addObserver(forName: .RDXStateDidChange, object: store, queue: nil) {
      [oldProbe] _ in MainActor.assumeIsolated { oldProbe.didReceive() }
    }
    token = parts.subscribe(facade) { [newProbe] in newProbe.didReceive() }
    try store.setStage(stage, of: DeskParts().slice)
  }

  /// Dispatches actions, each delivered before the next, until there is a mismatch.
  func run(_ actions: some Sequence<DeskAction>) async {
    // The change of stage is announced on its own, not with the first action.
    await store.settle()
    for action in actions where store.mismatches.isEmpty {
      store.dispatch(action)
      await store.settle()
    }
  }

  func end() {
    observer.map(center.removeObserver)
    observer = nil
    token = nil
  }
}
