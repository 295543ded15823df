import Testing

/// The checks behind the claims, for one type of store.
@MainActor
struct ValueStoreContract<Store: ValueStoreUnderTest> {
  let location: SourceLocation

  func make(
    number: Int? = nil, items: [Int] = [], effects: [Store.Effect] = []
  ) -> Store {
    Store.make(state: ValueStoreModel(number: number, items: items), effects: effects)
  }

  /// Dispatches one action and lets it be told.
  func send(_ action: ValueStoreModelAction, to store: Store) async {
    store.dispatch(action)
    await store.settle()
  }
}
