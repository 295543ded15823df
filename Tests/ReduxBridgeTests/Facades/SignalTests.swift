import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Each event that is signaled arrives once, through any facade.
@MainActor @Suite struct FacadeSignalTests {
  let slice = DeskParts().slice
  /// Five events within one turn, each dismissed before the next.
  let actions: [DeskAction] = [
    .save, .dismiss, .fail, .dismiss, .save, .dismiss, .save, .dismiss, .fail,
  ]
  let events: [DeskAlert] = [.saved, .failed, .saved, .saved, .failed]

  @Test func eachSignalArrivesOnceWhileTheSliceMoves() async throws {
    var parts = DeskParts()
    // A move back leaves no flag of an earlier stage.
    let write = parts.write
    parts.write = {
      write($0, $1)
      $0.alert = nil
    }
    let slice = parts.slice
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    let consumer = SignalConsumer<DeskAlert>()
    var seen: [DeskAlert] = []
    var token = store.facade(of: slice).subscribe(signal: \.alert, consumer: consumer) {
      seen.append($0)
    }
    for stage in Stage.allCases + Stage.allCases.reversed() {
      try store.setStage(stage, of: slice)
      for action in actions { store.dispatch(action) }
      store.dispatch(.dismiss)
      // Another subscription continues where this one ended.
      token = store.facade(of: slice).subscribe(signal: \.alert, consumer: consumer) {
        seen.append($0)
      }
    }
    await store.settle()
    #expect(seen == Array(repeating: events, count: 8).flatMap(\.self))
    withExtendedLifetime(token) {}
  }

  @Test func aFlagThatIsSetShowsAsASignalWhileItIsSet() async {
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    store.dispatch(.save)
    let facade = store.facade(of: slice)
    #expect(facade.state.alert == Signal(.saved, at: ActionNumber(1)))
    store.dispatch(.dismiss)
    store.dispatch(.save)
    await store.settle()
    #expect(facade.state.alert == Signal(.saved, at: ActionNumber(3)))
    store.dispatch(.fail)
    await store.settle()
    #expect(facade.state.alert == Signal(.failed, at: ActionNumber(4)))
    store.dispatch(.dismiss)
    await store.settle()
    #expect(facade.state.alert == nil)
  }

  @Test func eachSignalOfAValueStoreArrivesOnceAtOldObservers() {
    let store = ValueStore(initialState: DeskValue(), reducer: Reducer(numbered: Desk.reduce))
    var seen: [DeskAlert] = []
    let token: ObservationToken
    do {
      // The token alone keeps it.
      let facade = LegacyFacade(store) { value in
        let state = DeskState()
        Desk.write(state, value)
        return state
      }
      // Of what was dispatched before, an observer receives what is signaled when it begins.
      for action in [DeskAction.save, .fail] { facade.dispatch(action) }
      token = facade.observe(signal: \.alert) { seen.append($0) }
    }
    for action in actions { store.dispatch(action) }
    #expect(seen == [.failed] + events)
    withExtendedLifetime(token) {}
  }

  @Test func aSubscriptionToAFacadeLivesAsLongAsItsToken() async {
    let store = DeskStore(state: DeskState(), entries: [.slice(slice)])
    var seen: [Bool] = []
    weak var facade: DeskFacade?
    var token: SubscriptionToken?
    do {
      let made = store.facade(of: slice)
      facade = made
      token = made.subscribe(\.isManual) { seen.append($0) }
    }
    store.dispatch(.setManual(true))
    await store.settle()
    #expect(seen == [false, true])
    #expect(facade != nil)
    token?.cancel()
    token = nil
    #expect(facade == nil)
  }
}

/// What reads the objects of a slice whose value leads or has migrated, and of which few actions are
/// compared.
@MainActor @Suite struct FreshObjectsTests {
  typealias Store = MigrationStore<DeskState, DeskAction>

  func store(at stage: Stage) async throws -> Store {
    // No block behind the slice, for which the objects would be brought up to date.
    let store = try Store(
      DeskState(), Notes.theme(), at: stage, parity: ParityOptions(sampling: .oneIn(4)))
    await store.settle()
    return store
  }

  @Test(arguments: Stage.allCases)
  func whatReadsTheObjectsReceivesEachChange(_ stage: Stage) async throws {
    // Each has a store of its own: none brings the objects up to date for another.
    let stores = try await [store(at: stage), store(at: stage), store(at: stage)]
    let facade = ValueFacade(stores[0], Notes.themeProjection)
    var (shown, observed, effects) = ([Int](), [Int](), [Int]())
    let token = stores[1].observe({ $0.theme.changes }) { observed.append($0) }
    let other = ValueFacade(
      stores[2], Notes.themeProjection, effects: [{ value, _, _ in effects.append(value.changes) }])
    for _ in 1...9 {
      for store in stores {
        store.dispatch(.setManual(true))
        await store.settle()
      }
      shown.append(facade.state.changes)
    }
    #expect([shown, observed, effects] == [Array(1...9), Array(0...9), Array(1...9)])
    withExtendedLifetime((token, other)) {}
  }

  /// The facade of a slice reads its value, and no objects have to be written for it.
  @Test func aFacadeOfALeadingSliceWritesNoObjects() async throws {
    let writes = Counter()
    let projection = Projection<DeskState, ThemeValue>(
      read: Notes.themeProjection.read,
      write: { state, value in
        writes.increment()
        Notes.themeProjection.write(state, value)
      })
    let slice = StateSlice(
      "theme", projection: projection, legacy: [Notes.themeBlock],
      reducer: Reducer(Notes.reduceTheme))
    let store = try Store(DeskState(), slice, at: .migrated)
    let facade = store.facade(of: slice)
    let before = writes.value
    for _ in 1...9 {
      store.dispatch(.setManual(true))
      await store.settle()
    }
    #expect((facade.state.changes, writes.value) == (9, before))
    #expect(store.read { $0.theme.changes } == 9)
  }
}
