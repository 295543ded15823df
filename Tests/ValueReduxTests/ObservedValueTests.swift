import Observation
import Testing
import ValueRedux

@MainActor @Suite struct ObservedValueTests {
  struct State: Sendable, Equatable {
    var number = 0
    var other = 0
  }

  private func makeStore() -> ValueStore<State, Int> {
    ValueStore(initialState: State()) { state, action in
      if action < 0 { state.other += 1 } else { state.number = action }
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func observersAreNotifiedOnlyWhenTheValueChanges() {
    let store = makeStore()
    let observed = store.observed(\.number)
    let changes = ChangeCount()
    withObservationTracking {
      #expect(observed.value == 0)
    } onChange: {
      changes.add()
    }
    store.dispatch(-1)
    #expect(changes.count == 0)
    store.dispatch(4)
    #expect(changes.count == 1)
    #expect(observed.value == 4)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func aReleasedObservedValueEndsItsSubscription() {
    let store = makeStore()
    var observed: ObservedValue<Int>? = store.observed(\.number)
    weak let released = observed
    withExtendedLifetime(observed) {}
    observed = nil
    #expect(released == nil)
    store.dispatch(1)
    #expect(store.subscriptionCount == 0)
  }
}

/// Counts from a closure that is `@Sendable`.
private final class ChangeCount: Sendable {
  @MainActor private(set) var count = 0

  nonisolated init() {}

  nonisolated func add() { MainActor.assumeIsolated { count += 1 } }
}
