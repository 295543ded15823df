import Dispatch
import ObjectGraph
public import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

/// The class store, seen as a value store, owes what a value store owes, but for one promise.
@MainActor @Suite struct ValueFacadeContractTests {
  /// With a class store behind, an action is pending when `dispatch` returns.
  nonisolated static let exceptions: Set<ValueStoreClaim> = [.whenDispatchReturnsEverythingIsDone]

  @Test(arguments: ValueStoreClaim.allCases.filter { !exceptions.contains($0) })
  func holds(_ claim: ValueStoreClaim) async {
    await claim.check(FacadeInTest.self)
  }

  @Test func subscribersSeeEachTransitionWhereThereAreEffects() async {
    let facade = FacadeInTest.make(state: ValueStoreModel(), effects: [])
    var seen: [Int?] = []
    let end = facade.observe(Selection(\.number)) { seen.append($0) }
    for number in 1...100 { facade.dispatch(.set(number)) }
    await facade.settle()
    #expect(seen == [nil] + (1...100).map { $0 })
    end()
  }
}

/// A class store whose state is one value in one object.
private final class ModelObject: Codable {
  var model: ValueStoreModel

  init(_ model: ValueStoreModel) {
    self.model = model
  }
}

@MainActor
private final class FacadeInTest: ValueStoreUnderTest {
  nonisolated private let store: ReferenceStore<ModelObject, ValueStoreModelAction>
  private let facade:
    ValueFacade<ReferenceStore<ModelObject, ValueStoreModelAction>, ValueStoreModel>

  private init(_ state: ValueStoreModel, effects: [Effect]) {
    store = ReferenceStore(
      state: ModelObject(state),
      reducers: [{ state, action in ValueStoreModel.reduce(&state.model, action) }])
    facade = ValueFacade(
      store, Projection(\.model),
      effects: effects.map { effect in { effect($0, $1, $2) } })
  }

  static func make(state: ValueStoreModel, effects: [Effect]) -> Self {
    Self(state, effects: effects)
  }

  var state: ValueStoreModel { facade.state }

  func dispatch(_ action: ValueStoreModelAction) { facade.dispatch(action) }

  nonisolated func enqueue(_ action: ValueStoreModelAction) { store.dispatch(action) }

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

  func endObservation(for object: AnyObject) { facade.unsubscribe(object) }

  var observerCount: Int { facade.subscriptionCount }

  func settle() async {
    var reduced: Int
    repeat {
      reduced = store.statistics.actionsReduced
      await store.settle()
    } while store.statistics.actionsReduced != reduced || store.statistics.actionsPending > 0
  }
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
