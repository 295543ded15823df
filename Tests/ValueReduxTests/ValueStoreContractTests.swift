import StoreContract
import Testing
import ValueRedux

@MainActor @Suite struct ValueStoreContractTests {
  @Test(arguments: ValueStoreClaim.allCases)
  func holds(_ claim: ValueStoreClaim) async {
    await claim.check(StoreInTest.self)
  }
}

/// A `ValueStore` in the shape that the contract requires.
@MainActor
private final class StoreInTest: ValueStoreUnderTest {
  private let store: ValueStore<ValueStoreModel, ValueStoreModelAction>

  private init(_ store: ValueStore<ValueStoreModel, ValueStoreModelAction>) {
    self.store = store
  }

  static func make(state: ValueStoreModel, effects: [Effect]) -> Self {
    let middlewares = effects.map { effect in
      Middleware<ValueStoreModel, ValueStoreModelAction> { state, action, context in
        effect(state, action) { context.dispatch($0) }
      }
    }
    return Self(
      ValueStore(
        initialState: state, reducer: Reducer(ValueStoreModel.reduce), middlewares: middlewares))
  }

  var state: ValueStoreModel { store.state }

  func dispatch(_ action: ValueStoreModelAction) { store.dispatch(action) }

  nonisolated func enqueue(_ action: ValueStoreModelAction) { store.enqueue(action) }

  func observe<Value>(
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void {
    let token = store.subscribe(to: selection, handler)
    return { token.cancel() }
  }

  func observe<Object: AnyObject, Value>(
    for object: Object,
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    store.subscribe(object, to: selection, handler)
  }

  func endObservation(for object: AnyObject) { store.unsubscribe(object) }

  var observerCount: Int { store.subscriptionCount }

  func settle() async { await store.settle() }
}
