import StoreContract
import Testing

@testable import ValueRedux

/// What a store does with the list of its subscriptions.
@MainActor @Suite struct SubscriptionListTests {
  typealias State = SubscriptionTests.State

  private let makeStore = State.makeStore

  final class Screen {}

  /// How many entries the list has, ended ones included.
  private func entryCount(_ store: ValueStore<State, Int>) -> Int {
    store.core.access { $0.subscriptions.entries.count }
  }

  private nonisolated static let constant = Selection<State, Int> { $0.number }

  @Test(
    arguments: zip([Selection<State, Int>(\.number), Selection(\.double), constant], [1, 2, 1]))
  func aSecondSubscriptionToTheSameSelectionReplacesTheFirst(
    _ selection: Selection<State, Int>, value: Int
  ) {
    let store = makeStore()
    let screen = Screen()
    var seen: [String] = []
    store.subscribe(screen, to: selection) { seen.append("first \($1)") }
    let token = store.subscribe(\.number) { seen.append("token \($0)") }
    store.subscribe(screen, to: selection) { seen.append("second \($1)") }
    #expect(seen == ["first 0", "token 0", "second 0"])
    #expect(store.subscriptionCount == 2)
    seen = []
    store.dispatch(1)
    #expect(seen == ["token 1", "second \(value)"])
    store.unsubscribe(screen)
    #expect(store.subscriptionCount == 1)
    token.cancel()
  }

  @Test func equalKeyPathsAreTheSameSelectionAndOthersAreNot() {
    let store = makeStore()
    let screens = [Screen(), Screen()]
    let subscriptions: [(screen: Int, Selection<State, Int>)] = [
      (0, Selection(\.number)), (0, Selection(\.number)), (0, Selection(\.other)),
      (1, Selection(\.number)), (0, Selection(\.number).includingRepeats()),
      (0, Selection(\.number).when { _, _ in true }), (0, Selection { $0.number }),
      (0, Selection { $0.number }),
    ]
    let counts = subscriptions.map { index, selection in
      store.subscribe(screens[index], to: selection) { _, _ in }
      return store.subscriptionCount
    }
    #expect(counts == [1, 1, 2, 3, 4, 5, 6, 7])
    store.unsubscribe(screens[0])
    #expect(store.subscriptionCount == 1)
  }

  @Test func anObjectMaySubscribeAnewOrEndItsSubscriptionsWhileItIsNotified() {
    let store = makeStore()
    let (screen, short) = (Screen(), Screen())
    var seen: [String] = []
    store.subscribe(screen, to: Selection(\.number)) { screen, number in
      seen.append("first \(number)")
      guard number == 1 else { return }
      store.subscribe(screen, to: Selection(\.number)) { seen.append("second \($1)") }
    }
    store.subscribe(short, to: Selection(\.number)) { short, number in
      seen.append("short \(number)")
      store.unsubscribe(short)
    }
    store.dispatch(1)
    store.dispatch(2)
    #expect(seen == ["first 0", "short 0", "first 1", "second 1", "second 2"])
    store.unsubscribe(screen)
    #expect(store.subscriptionCount == 0)
  }

  @Test func anEntryEndsOnce() {
    var list = SubscriptionList<Int>()
    let last = [1, 2].map { list.append($0) }[1]
    for expected in [2, nil] {
      let ended = list.end(last)
      #expect(ended == expected)
    }
    list.removeEnded()
    let ended = list.end(last)
    #expect(ended == nil && list.count == 1)
    var short = SubscriptionList<Int>()
    for number in 0..<100 { short.remove(short.append(number)) }
    #expect(short.entries.isEmpty)
  }

  @Test func endedEntriesDoNotPileUpWithoutActions() {
    let store = makeStore()
    let tokens = (0..<10).map { _ in store.subscribe(\.number) { _ in } }
    for _ in 0..<1000 { store.subscribe(\.number) { _ in }.cancel() }
    #expect(store.subscriptionCount == 10)
    #expect(entryCount(store) <= 21)
    store.subscribe(\.number) { _ in }.cancel()
    store.dispatch(1)
    #expect(entryCount(store) == 10)
    for token in tokens.prefix(5) { token.cancel() }
    #expect(entryCount(store) == 10, "half of them are no reason to remove them at once")
    tokens[5].cancel()
    #expect(entryCount(store) == 4)
    tokens[6].cancel()
    store.dispatch(2)
    #expect(entryCount(store) == 3, "an action removes those that it meets")
    withExtendedLifetime(tokens) {}
  }

  /// Keeps the memory of an object beyond its release.
  private struct Address { unowned let screen: Screen }

  /// Cells that come and go while no action comes, one at a time or many: at one address or at several,
  /// or each at one of its own.
  @Test(arguments: [(1, false), (100, false), (1, true)])
  func subscriptionsOfReleasedObjectsDoNotPileUpWithoutActions(atATime count: Int, hasOwn: Bool) {
    var addresses: [Address] = []
    let store = makeStore()
    let kept = (0..<10).map { _ in Screen() }
    for screen in kept { store.subscribe(screen, to: Selection(\.number)) { _, _ in } }
    for _ in 0..<2000 / count {
      let cells = (0..<count).map { _ in Screen() }
      for cell in cells { store.subscribe(cell, to: Selection { $0.number }) { _, _ in } }
      if hasOwn { addresses += cells.map { Address(screen: $0) } }
    }
    let counts = store.core.access { $0.objects.values.map(\.subscriptions.count) }
    #expect(counts.reduce(0, +) <= 4 * (count + 10))
    #expect(entryCount(store) <= 8 * (count + 10))
    store.dispatch(1)
    #expect(store.subscriptionCount == 10)
    withExtendedLifetime((kept, addresses)) {}
  }

  @Test func aReleasedObjectLosesItsSubscriptionsAtTheFirstThatFindsItReleased() {
    let store = makeStore()
    var screen: Screen? = Screen()
    if let screen {
      for limit in 0..<100 {
        store.subscribe(screen, to: Self.constant.when { $1 > limit }) { _, _ in }
      }
    }
    screen = nil
    store.dispatch(1)
    #expect(store.subscriptionCount == 0)
  }

  @Test func irrelevantActionsDoNotRunTheSelectorAndWhatTheyChangedComesWithTheNextRelevantOne() {
    let store = makeStore()
    let screen = Screen()
    var selected = 0
    var seen: [[Int?]] = [[], [], []]
    var pairs: [[Int?]] = []
    let counting = Selection<State, Int> { state in
      selected += 1
      return state.number
    }
    let tokens = [
      store.subscribe(to: counting, after: { $0 % 10 == 0 }) { seen[0].append($0) },
      store.subscribe(to: counting.includingRepeats(), after: { $0 == 11 }) { seen[1].append($0) },
      store.subscribe(transitions: Selection(\.double), after: { $0 == 0 || $0 > 10 }) {
        pairs.append([$0, $1])
      },
    ]
    store.subscribe(screen, to: counting, after: { $0 > 100 }) { seen[2].append($1) }
    selected = 0
    for action in [1, 2, 3] { store.dispatch(action) }
    #expect(selected == 0)
    for action in [10, 11, 10, 103] { store.dispatch(action) }
    #expect(selected == 4)
    #expect(seen == [[0, 10], [0, 11], [0, 103]])
    for action in [3, 0, 4, 0] { store.dispatch(action) }
    #expect(pairs == [[nil, 0], [0, 22], [22, 206], [206, 0]])
    withExtendedLifetime(tokens) {}
  }

  @Test func aStoredPropertyIsReadThroughEveryKindOfKeyPath() {
    struct Inner: Sendable, Equatable {
      var title = "a"
      let fixed = 7
    }
    struct Outer: Sendable {
      var flag = false
      var inner = Inner()
      var list = [1, 2]
      var optional: Inner?
      var count: Int { list.count }
    }
    let store = ValueStore(initialState: Outer()) { (state: inout Outer, action: Int) in
      state.flag.toggle()
      state.inner.title = "\(action)"
      state.list[1] = action
      state.optional = Inner(title: "o\(action)")
    }
    var seen: [String] = []
    let tokens = [
      store.subscribe(\.flag) { seen.append("\($0)") },
      store.subscribe(\.inner.title) { seen.append($0) },
      store.subscribe(\.inner.fixed) { seen.append("\($0)") },
      store.subscribe(\.list[1]) { seen.append("\($0)") },
      store.subscribe(\.list) { seen.append("\($0)") },
      store.subscribe(\.optional?.title) { seen.append($0 ?? "nil") },
      store.subscribe(\.count) { seen.append("\($0)") },
    ]
    #expect(seen == ["false", "a", "7", "2", "[1, 2]", "nil", "2"])
    seen = []
    store.dispatch(5)
    #expect(seen == ["true", "5", "5", "[1, 5]", "o5"])
    withExtendedLifetime(tokens) {}
  }
}
