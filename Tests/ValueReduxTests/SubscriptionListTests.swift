import StoreContract
import Testing

@testable import ValueRedux

/// The changes of a store to the list of its subscriptions.
@MainActor @Suite struct SubscriptionListTests {
  typealias State = SubscriptionTests.State

  private let makeStore = State.makeStore

  final class Screen {}

  /// How many entries the list has, ended ones included.
  private func entryCount(_ store: ValueStore<State, Int>) -> Int {
    store.core.access { $0.subscriptions.entries.count }
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
    #expect(seen == ["first 0", "short 0", "first 1", "second 1", "first 2", "second 2"])
    store.unsubscribe(screen)
    #expect(store.subscriptionCount == 0)
  }

  @Test func removedEntriesDoNotPileUp() {
    var list = SubscriptionList<Int>()
    for number in 0..<100 { list.remove(list.append(number)) }
    #expect(list.entries.isEmpty)
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
    let counts = store.core.access { $0.objects.values.map(\.lifetimes.count) }
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
        store.subscribe(screen, to: Selection(\.number).when { $1 > limit }) { _, _ in }
      }
    }
    screen = nil
    store.dispatch(1)
    #expect(store.subscriptionCount == 0)
  }
}
