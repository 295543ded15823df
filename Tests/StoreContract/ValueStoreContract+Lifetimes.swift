import Testing
import ValueRedux

extension ValueStoreContract {
  func droppedSubscriber() async {
    let store = make(number: 1)
    let log = ValueStoreLog<Int?>()
    let before = store.observerCount
    weak var released: ValueStoreWitness?
    do {
      let screen = ValueStoreWitness()
      released = screen
      store.observe(for: screen, Selection(\.number)) { _, number in log.add(number) }
      await store.settle()
      #expect(store.observerCount == before + 1, sourceLocation: location)
    }
    #expect(released == nil, sourceLocation: location)
    // At the latest, the next change of the selection removes the entry.
    await send(.set(2), to: store)
    #expect(store.observerCount == before, sourceLocation: location)
    #expect(log.entries == [1], sourceLocation: location)
  }

  func freedStore() async {
    weak var freedStore: Store?
    weak var effectPayload: ValueStoreWitness?
    weak var subscriberPayload: ValueStoreWitness?
    weak var screen: ValueStoreWitness?
    do {
      let (inEffect, inSubscriber, object) = (
        ValueStoreWitness(), ValueStoreWitness(), ValueStoreWitness()
      )
      (effectPayload, subscriberPayload, screen) = (inEffect, inSubscriber, object)
      let store = make(
        number: 0,
        effects: [
          { _, action, dispatch in
            withExtendedLifetime(inEffect) {}
            if action == .note(1) { dispatch(.note(2)) }
          }
        ])
      freedStore = store
      let end = store.observe(Selection(\.number)) { _ in withExtendedLifetime(inSubscriber) {} }
      store.observe(for: object, Selection(\.number)) { _, _ in }
      await send(.note(1), to: store)
      await send(.set(1), to: store)
      end()
    }
    // What the store had under way when it was released ends in later turns of the main actor.
    for _ in 0..<1000 where freedStore != nil { await Task.yield() }
    #expect(freedStore == nil, sourceLocation: location)
    #expect(effectPayload == nil, sourceLocation: location)
    #expect(subscriberPayload == nil, sourceLocation: location)
    #expect(screen == nil, sourceLocation: location)
  }

  func retainedStates() async {
    let store = make(items: Array(repeating: -1, count: 1000))
    var retained: [ValueStoreModel] = []
    for index in 0..<1000 {
      retained.append(store.state)
      await send(.replaceItem(index, with: index), to: store)
    }
    for (index, state) in retained.enumerated() {
      let expected = Array(0..<index) + Array(repeating: -1, count: 1000 - index)
      guard state.items == expected else {
        Issue.record("state \(index) has changed", sourceLocation: location)
        return
      }
    }
    #expect(store.state.items == Array(0..<1000), sourceLocation: location)
  }
}
