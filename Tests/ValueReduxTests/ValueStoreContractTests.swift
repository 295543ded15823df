package import StoreContract
import Testing
package import ValueRedux

@MainActor @Suite(.timeLimit(.minutes(15))) struct ValueStoreContractTests {
  @Test(arguments: ValueStoreClaim.allCases)
  func holds(_ claim: ValueStoreClaim) async {
    await claim.check(ValueStore<ValueStoreModel, ValueStoreModelAction>.self)
  }
}

extension ValueStore: ValueStoreUnderTest
where State == ValueStoreModel, Action == ValueStoreModelAction {
  package static func make(state: ValueStoreModel, effects: [Effect]) -> Self {
    let middlewares = effects.map { effect in
      Middleware<ValueStoreModel, ValueStoreModelAction> { state, action, context in
        effect(state, action) { context.dispatch($0) }
      }
    }
    return Self(
      initialState: state, reducer: Reducer(ValueStoreModel.reduce), middlewares: middlewares)
  }

  package func observe<Value>(
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> @MainActor () -> Void {
    let token = subscribe(to: selection, handler)
    return { token.cancel() }
  }

  package func observe<Object: AnyObject, Value>(
    for object: Object,
    _ selection: Selection<ValueStoreModel, Value>,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) {
    subscribe(object, to: selection, handler)
  }

  package func endObservation(for object: AnyObject) { unsubscribe(object) }

  package var observerCount: Int { subscriptionCount }
}
