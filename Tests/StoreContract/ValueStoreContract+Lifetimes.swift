import Testing
import ValueRedux

extension ValueStoreContract {
  func droppedSubscriber() async {
    let store = make(number: 1)
    var log: [Int?] = []
    let before = store.observerCount
    weak var released: LegacyToken?
    do {
      let screen = LegacyToken()
      released = screen
      store.observe(for: screen, Selection(\.number)) { _, number in log.append(number) }
      await store.settle()
      #expect(store.observerCount == before + 1)
    }
    #expect(released == nil)
    // At the latest, the next change of the selection removes the entry.
    await send(.set(2), to: store)
    #expect(store.observerCount == before)
    #expect(log == [1])
  }

  func freedStore() async {
    weak var freedStore: Store?
    let (releases, release) = AsyncStream.makeStream(of: Int.self)
    do {
      let witnesses = (0..<3).map { number in LegacyToken { release.yield(number) } }
      let store = make(
        number: 0,
        effects: [
          { [held = witnesses[0]] _, action, dispatch in
            withExtendedLifetime(held) {}
            if action == .note(1) { dispatch(.note(2)) }
          }
        ])
      freedStore = store
      let end = store.observe(Selection(\.number)) { [held = witnesses[1]] _ in
        withExtendedLifetime(held) {}
      }
      store.observe(for: witnesses[2], Selection(\.number)) { _, _ in }
      await send(.note(1), to: store)
      await send(.set(1), to: store)
      end()
    }
    // Work that the store had under way when it was released ends in later turns of the main actor.
    // Those of an effect, a subscriber and a screen.
    var freed: Set<Int> = []
    for await number in releases where freed.insert(number).inserted && freed.count == 3 { break }
    #expect(freedStore == nil)
  }

  func retainedStates() async {
    let store = make(items: Array(repeating: -1, count: 1000))
    var retained: [ValueStoreModel] = []
    for index in 0..<1000 {
      retained.append(store.state)
      await send(.replaceItem(index, with: index), to: store)
    }
    let changed = retained.indices.filter { index in
      retained[index].items != Array(0..<index) + Array(repeating: -1, count: 1000 - index)
    }
    #expect(changed == [])
    #expect(store.state.items == Array(0..<1000))
  }
}
