import Testing
import ValueRedux

@MainActor @Suite struct InPlaceTests {
  struct State: Sendable, Equatable {
    var payload = Payload()
    var items = Array(0..<1000)
    var other = 0
  }

  enum Action: Sendable { case add(Int), touch }

  private let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .add(let amount):
      state.payload.value += amount
      state.items[5] += amount
    case .touch: state.other += 1
    }
  }

  private func address(_ store: ValueStore<State, Action>) -> Int {
    store.state.items.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func nothingIsCopiedUnlessOtherCodeHoldsTheOldStateNotInNestedDispatchesEither() {
    let middleware = Middleware<State, Action> { state, action, context in
      // Reads the state, and keeps nothing of it.
      guard case .add(let amount) = action, amount > 0, state.items.count == 1000 else { return }
      context.dispatch(.add(amount - 1))
    }
    let store = ValueStore(initialState: State(), reducer: reducer, middlewares: [middleware])
    let tokens = [
      store.subscribe({ $0.items.count }) { _ in },
      store.subscribe(\.other) { _ in },
      store.subscribe(to: Selection(\.payload.value)) { _ in },
    ]
    let before = address(store)
    for _ in 0..<10 { store.dispatch(.add(10)) }
    #expect([store.state.payload.value, store.state.payload.copies] == [550, 0])
    #expect(address(store) == before)
    withExtendedLifetime(tokens) {}
  }

  @Test func aHeldStateCostsOneCopyAndASubscriptionToThePayloadOnePerChange() {
    let store = ValueStore(initialState: State(), reducer: reducer)
    let held = store.state
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(store.state.payload.copies == 1)
    #expect([held.payload.value, held.items[5]] == [0, 5])
    let token = store.subscribe(\.payload) { _ in }
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(store.state.payload.copies == 11)
    token.cancel()
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect(store.state.payload.copies == 11)
  }

  @Test(.enabled(if: isOptimized))
  func aConsumingClosureChangesInPlaceInAnOptimizedBuild() {
    let store = ValueStore<State, Action>(
      initialState: State(),
      reducer: .consuming { state, action in
        var next = state
        if case .add(let amount) = action { next.payload.value += amount }
        return next
      })
    for _ in 0..<10 { store.dispatch(.add(1)) }
    #expect([store.state.payload.value, store.state.payload.copies] == [10, 0])
  }
}

/// Whether this is an optimized build: there, assertions are not evaluated.
private let isOptimized: Bool = {
  var isOptimized = true
  assert(
    {
      isOptimized = false
      return true
    }())
  return isOptimized
}()

/// A value that counts how often its storage is copied, in every build.
///
/// Uniquely referenced storage changes in place; otherwise it is copied first, as in the
/// collections of the standard library.
struct Payload: Sendable, Equatable {
  // @unchecked Sendable:
  // 1. `value` and `copies` change in `Payload.value`'s setter alone, when the storage is uniquely
  //    referenced.
  private final class Storage: @unchecked Sendable {
    var value: Int
    var copies: Int
    init(value: Int, copies: Int) {
      self.value = value
      self.copies = copies
    }
  }

  private var storage = Storage(value: 0, copies: 0)

  var copies: Int { storage.copies }

  var value: Int {
    get { storage.value }
    set {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(value: storage.value, copies: storage.copies + 1)
      }
      storage.value = newValue
    }
  }

  static func == (lhs: Payload, rhs: Payload) -> Bool { lhs.value == rhs.value }
}
