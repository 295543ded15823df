import Testing

import ValueRedux

@MainActor @Suite struct ClosureSubscriptionTests {
  private final class Owner: Sendable {}

  /// A part of the state that owns an object, as a part with a collection does.
  private struct Part: Sendable, Equatable {
    var owner: Owner?

    static func == (one: Part, other: Part) -> Bool { one.owner === other.owner }
  }

  private func makeStore(_ owner: Owner?) -> ValueStore<Part, Part> {
    ValueStore(initialState: Part(owner: owner)) { state, action in state = action }
  }

  @Test func theKeptValueIsReleasedWithTheSubscriptionNotWithTheToken() {
    weak var released: Owner?
    let store: ValueStore<Part, Part>
    let token: SubscriptionToken
    var deliveries = 0
    do {
      let owner = Owner()
      released = owner
      store = makeStore(owner)
      token = store.subscribe({ $0 }) { _ in deliveries += 1 }
    }
    token.cancel()
    #expect(released != nil, "the state owns it")
    store.dispatch(Part(owner: nil))
    #expect(released == nil)
    #expect(deliveries == 1)
    withExtendedLifetime(token) {}
  }

  @Test func theKeptValueIsReplacedByTheNextOne() {
    weak var released: Owner?
    let store: ValueStore<Part, Part>
    do {
      let owner = Owner()
      released = owner
      store = makeStore(owner)
    }
    let token = store.subscribe({ $0 }) { _ in }
    store.dispatch(Part(owner: Owner()))
    #expect(released == nil)
    withExtendedLifetime(token) {}
  }

  /// A number whose comparison runs a closure.
  private struct Watched: Equatable {
    let number: Int
    let willCompare: @MainActor () -> Void

    static func == (one: Watched, other: Watched) -> Bool {
      MainActor.assumeIsolated { one.willCompare() }
      return one.number == other.number
    }
  }

  /// A moment between two actions in which a subscription ends itself.
  private enum Moment: CaseIterable {
    case selecting, comparing
  }

  @Test(arguments: Moment.allCases, [0, 1])
  private func aSelectorOrAComparisonMayEndItsSubscription(_ moment: Moment, _ number: Int) {
    let store = ValueStore<Int, Int>(initialState: 0) { state, action in state = action }
    var tokens: [SubscriptionToken] = []
    var isEnding = false
    func end(_ current: Moment) {
      if isEnding, moment == current { tokens = [] }
    }
    var seen: [Int] = []
    tokens.append(
      store.subscribe({ state in
        end(.selecting)
        return Watched(number: state, willCompare: { end(.comparing) })
      }) { seen.append($0.number) })
    isEnding = true
    store.dispatch(number)
    #expect(tokens.isEmpty)
    #expect(store.subscriptionCount == 0)
    store.dispatch(2)
    #expect(seen == [0])
  }
}
