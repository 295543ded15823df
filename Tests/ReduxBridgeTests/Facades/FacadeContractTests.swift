import Dispatch
import ObjectGraph
public import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A slice of a class store, seen as a value store, owes what a value store owes, but for one promise.
@MainActor @Suite(.timeLimit(.minutes(15))) struct ValueFacadeContractTests {
  /// With a class store behind, an action is pending when `dispatch` returns.
  nonisolated static let exceptions: Set<ValueStoreClaim> = [.whenDispatchReturnsEverythingIsDone]

  @Test(
    arguments: ValueStoreClaim.allCases.filter { !exceptions.contains($0) }, Stage.allCases)
  func holds(_ claim: ValueStoreClaim, at stage: Stage) async {
    await ShownModel.$stage.withValue(stage) { await claim.check(FacadeInTest<Elsewhere>.self) }
  }

  @Test(arguments: ValueStoreClaim.allCases, Stage.allCases)
  func holdsOnTheMainActor(_ claim: ValueStoreClaim, at stage: Stage) async {
    await ShownModel.$stage.withValue(stage) {
      await claim.check(FacadeInTest<OnMain>.self)
    }
  }

  @Test func subscribersSeeEachTransitionWhereThereAreEffects() async {
    let facade = FacadeInTest<Elsewhere>.make(state: ValueStoreModel(), effects: [{ _, _, _ in }])
    var seen: [Int?] = []
    let end = facade.observe(Selection(\.number)) { seen.append($0) }
    for number in 1...100 { facade.dispatch(.set(number)) }
    await facade.settle()
    #expect(seen == [nil] + (1...100).map { $0 })
    end()
  }
}

/// The state of a class store, with the model of value stores as its one value.
final class ModelObject: Codable {
  var model: ValueStoreModel

  init(_ model: ValueStoreModel = ValueStoreModel()) {
    self.model = model
  }
}

enum ShownModel {
  typealias Action = ValueStoreModelAction
  typealias Facade = ValueFacade<Migration<ModelObject, Action>, ValueStoreModel>

  @TaskLocal fileprivate static var stage = Stage.legacy

  static let block: ReduceBlock<ModelObject, Action> = { ValueStoreModel.reduce(&$0.model, $1) }

  static let slice = StateSlice<ModelObject, Action, ValueStoreModel>(
    "model", projection: Projection(\.model), legacy: [block],
    reducer: Reducer(ValueStoreModel.reduce))

  @MainActor static func valueStore() -> ValueStore<ValueStoreModel, Action> {
    ValueStore(initialState: ValueStoreModel(), reducer: Reducer(ValueStoreModel.reduce))
  }

  static func migrationStore() -> MigrationStore<ModelObject, Action> {
    MigrationStore(state: ModelObject(), entries: [.slice(slice)])
  }

  @MainActor
  fileprivate static func facade(
    of migration: Migration<ModelObject, Action>, _ effects: [ValueStoreUnderTest.Effect]
  ) -> Facade {
    guard !effects.isEmpty else { return migration.facade(of: slice) }
    return Facade(migration, reading: slice.projection.read, effects: effects)
  }
}

/// A kind of store behind a facade.
@MainActor
private protocol StoreKind {
  static func make(
    _ state: ValueStoreModel, _ effects: [FacadeInTest<Self>.Effect]
  ) -> FacadeInTest<Self>.Parts
}

private enum Elsewhere: StoreKind {
  static func make(
    _ state: ValueStoreModel, _ effects: [FacadeInTest<Self>.Effect]
  ) -> FacadeInTest<Self>.Parts {
    let store = MigrationStore(
      state: ModelObject(state), entries: [.slice(ShownModel.slice), .blocks([{ _, _ in }])])
    #expect(throws: Never.self) { try store.setStage(ShownModel.stage, of: ShownModel.slice) }
    let facade = ShownModel.facade(
      of: store.migration, effects.map { effect in { effect($0, $1, $2) } })
    let settle: @MainActor () async -> Void = {
      var reduced: Int
      repeat {
        reduced = store.statistics.actionsReduced
        await store.settle()
      } while store.statistics.actionsReduced != reduced || store.statistics.actionsPending > 0
    }
    return (facade, { store.dispatch($0) }, settle)
  }
}

private enum OnMain: StoreKind {
  static func make(
    _ state: ValueStoreModel, _ effects: [FacadeInTest<Self>.Effect]
  ) -> FacadeInTest<Self>.Parts {
    let store = MainMigrationStore(
      state: ModelObject(state), entries: [.slice(ShownModel.slice)])
    #expect(throws: Never.self) { try store.setStage(ShownModel.stage, of: ShownModel.slice) }
    let settle: @MainActor () async -> Void = {
      repeat { await LegacyMainActor.turn() } while store.statistics.actionsPending > 0
    }
    let facade = ShownModel.facade(
      of: store.migration, effects.map { effect in { effect($0, $1, $2) } })
    return (facade, store.dispatcher, settle)
  }
}

@MainActor
private final class FacadeInTest<Kind: StoreKind>: ValueStoreUnderTest {
  typealias Parts = (
    facade: ShownModel.Facade,
    enqueue: @Sendable (ValueStoreModelAction) -> Void, settle: @MainActor () async -> Void
  )

  private let facade: ShownModel.Facade
  nonisolated private let enqueuing: @Sendable (ValueStoreModelAction) -> Void
  private let settling: @MainActor () async -> Void

  private init(_ parts: Parts) {
    (facade, enqueuing, settling) = parts
  }

  static func make(state: ValueStoreModel, effects: [Effect]) -> Self {
    Self(Kind.make(state, effects))
  }

  var state: ValueStoreModel { facade.state }

  func dispatch(_ action: ValueStoreModelAction) { facade.dispatch(action) }

  nonisolated func enqueue(_ action: ValueStoreModelAction) { enqueuing(action) }

  func observe<Value>(
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void {
    let token = facade.subscribe(to: selection, handler)
    return { token.cancel() }
  }

  func observe<Object: AnyObject, Value>(
    for object: Object,
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    facade.subscribe(object, to: selection, handler)
  }

  func endObservation(for object: AnyObject) { facade.mirror.unsubscribe(object) }

  var observerCount: Int { facade.mirror.subscriptionCount }

  func settle() async { await settling() }
}

/// The value store, seen as a class store, keeps the contract of the original, but for one line.
@Suite struct LegacyFacadeContractTests {
  typealias Hosted = ValueStore<CopyOnWrite<LegacyState>, LegacyAction>

  @Test(arguments: LegacyStoreClaim.allCases)
  func keeps(_ claim: LegacyStoreClaim) async throws {
    try await LegacyStoreContract(
      exceptions: [.reducesElsewhere: "A value store reduces on the main actor."],
      make: { state, blocks in Self.make(CopyOnWrite(state), blocks) }
    ).check(claim)
  }

  @MainActor @Test func aReadOnTheMainActorIncludesWhatWasDispatched() throws {
    let facade = LegacyFacade(ShownModel.valueStore()) { ModelObject($0) }
    facade.dispatch(.set(1))
    #expect(try facade.currentState().shown == 1)
  }

  @MainActor @Test func anActionOfNewCodeOnTheValueStoreIsAnnounced() async {
    let store = ShownModel.valueStore()
    let facade = LegacyFacade(store) { ModelObject($0) }
    let observer = LegacyObserver(of: facade)
    store.dispatch(.set(1))
    await LegacyMainActor.turn()
    #expect(observer.count == 1)
  }

  /// A value store that hosts the blocks, behind a facade, made on the thread of the claim.
  static func make(
    _ state: CopyOnWrite<LegacyState>, _ blocks: [ReduceBlock<LegacyState, LegacyAction>]
  ) -> LegacyFacade<Hosted, LegacyState> {
    let makeOnMain: @MainActor @Sendable () -> LegacyFacade<Hosted, LegacyState> = {
      let store = Hosted(
        initialState: state, reducer: .hosting(blocks) { error, _ in Issue.record(error) })
      return LegacyFacade(store) { try $0.snapshot() }
    }
    if LegacyMainActor.isCurrent { return MainActor.assumeIsolated(makeOnMain) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(makeOnMain) }
  }
}

extension LegacyFacade: LegacyStore
where Base == ValueStore<CopyOnWrite<LegacyState>, LegacyAction>, State == LegacyState {}

/// Signals through facades, and the objects that facades read.
@MainActor @Suite struct FacadeSignalTests {
  @Test func anotherSubscriptionContinuesWhereOneEndedAndAFlagThatChangesIsNew() async throws {
    let store = try ShopParts().store(at: .legacy)
    let consumer = SignalConsumer<String>()
    var seen: [String] = []
    for stage in Stage.allCases {
      try store.setStage(stage, of: Shop.slices.orders)
      let facade = store.facade(of: Shop.slices.orders)
      let token = facade.subscribe(signal: \.failure, consumer: consumer) { seen.append($0) }
      store.reduce([.fail("a"), .fail("b"), .fail("c")])
      await store.settle()
      withExtendedLifetime(token) {}
    }
    #expect(seen == Array(repeating: ["a", "b", "c"], count: 4).flatMap(\.self))
  }

  /// The facade of a slice reads its value, and no objects have to be written for it.
  @Test func aFacadeOfALeadingSliceWritesNoObjects() async throws {
    let writes = Counter()
    var parts = ShopParts()
    parts.settings.clear = nil
    parts.settings.write = {
      writes.increment()
      ShopProjections.writeSettings($0, $1)
    }
    // No block behind the slice, for which the objects would be brought up to date.
    let slice = parts.slices.settings
    let store = try MigrationStore(ShopState(), slice, at: .migrated)
    let facade = store.facade(of: slice)
    let before = writes.value
    for _ in 1...9 {
      store.dispatch(.join(true))
      await store.settle()
    }
    #expect((facade.state.changes, writes.value) == (9, before))
    #expect(store.read { $0.settings.changes } == 9)
  }
}
