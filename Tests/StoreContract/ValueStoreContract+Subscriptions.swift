import Testing
import ValueRedux

extension ValueStoreContract {
  func presentStateOnce() async {
    let store = make(number: 7)
    await send(.setOther(1), to: store)
    let log = ValueStoreLog<Int?>()
    let end = store.observe(Selection(\.number)) { log.add($0) }
    await store.settle()
    #expect(log.entries == [7], sourceLocation: location)
    end()
  }

  func nilSubState() async {
    let store = make(number: nil)
    let log = ValueStoreLog<Int?>()
    let end = store.observe(Selection(\.number)) { log.add($0) }
    await send(.set(9), to: store)
    await send(.set(nil), to: store)
    #expect(log.entries == [nil, 9, nil], sourceLocation: location)
    end()
  }

  func changesWhileSubscribed() async {
    let store = make(number: 5)
    let log = ValueStoreLog<Int?>()
    let end = store.observe(Selection(\.number)) { log.add($0) }
    await send(.set(10), to: store)
    end()
    await send(.set(15), to: store)
    await send(.set(25), to: store)
    let endAgain = store.observe(Selection(\.number)) { log.add($0) }
    await send(.set(20), to: store)
    #expect(log.entries == [5, 10, 25, 20], sourceLocation: location)
    endAgain()
  }

  func orderOfSubscription() async {
    let store = make(number: 0)
    let log = ValueStoreLog<Int>()
    let ends = (0..<100).map { index in store.observe(Selection(\.number)) { _ in log.add(index) } }
    await store.settle()
    for number in 1...3 {
      log.entries = []
      await send(.set(number), to: store)
      #expect(log.entries == Array(0..<100), sourceLocation: location)
    }
    ends.forEach { $0() }
  }

  func removedDuringPass() async {
    for victim in [0, 1, 2] {
      let store = make(number: 0)
      let log = ValueStoreLog<Int>()
      let ends = ValueStoreLog<@MainActor () -> Void>()
      for index in 0..<3 {
        ends.add(
          store.observe(Selection(\.number)) { number in
            guard number == 1 else { return }
            log.add(index)
            if index == 1 { ends.entries[victim]() }
          })
      }
      await send(.set(1), to: store)
      #expect(log.entries == (victim == 2 ? [0, 1] : [0, 1, 2]), sourceLocation: location)
      await send(.set(0), to: store)
      log.entries = []
      await send(.set(1), to: store)
      #expect(log.entries == [0, 1, 2].filter { $0 != victim }, sourceLocation: location)
      ends.entries.forEach { $0() }
    }
  }

  func addedDuringPass() async {
    let store = make(number: 0)
    let log = ValueStoreLog<Int?>()
    let ends = ValueStoreLog<@MainActor () -> Void>()
    let end = store.observe(Selection(\.number)) { [unowned store] number in
      guard number == 1 else { return }
      ends.add(store.observe(Selection(\.number).includingRepeats()) { log.add($0) })
    }
    await send(.set(1), to: store)
    await send(.set(2), to: store)
    #expect(log.entries == [1, 2], sourceLocation: location)
    end()
    ends.entries.forEach { $0() }
  }

  func twoSubStates() async {
    let store = make(number: 1)
    let screen = ValueStoreScreen()
    store.observe(for: screen, Selection(\.number)) { $0.numbers.append($1) }
    store.observe(for: screen, Selection(\.other)) { $0.others.append($1) }
    await send(.set(2), to: store)
    await send(.setOther(3), to: store)
    #expect(screen.numbers == [1, 2], sourceLocation: location)
    #expect(screen.others == [0, 3], sourceLocation: location)
    store.endObservation(for: screen)
    await send(.set(4), to: store)
    await send(.setOther(5), to: store)
    #expect(screen.numbers == [1, 2], sourceLocation: location)
    #expect(screen.others == [0, 3], sourceLocation: location)
  }

  func unchangedSelection() async {
    let store = make(number: 1)
    let log = ValueStoreLog<Int?>()
    let end = store.observe(Selection(\.number)) { log.add($0) }
    await send(.setOther(1), to: store)
    await send(.set(1), to: store)
    #expect(log.entries == [1], sourceLocation: location)
    await send(.set(2), to: store)
    #expect(log.entries == [1, 2], sourceLocation: location)
    end()
  }

  func incomparableValue() async {
    let store = make(number: 1)
    let log = ValueStoreLog<Int?>()
    let end = store.observe(Selection { ValueStoreIncomparable(number: $0.number) }) {
      log.add($0.number)
    }
    await send(.setOther(1), to: store)
    await send(.set(2), to: store)
    #expect(log.entries == [1, 1, 2], sourceLocation: location)
    end()
  }

  func filter() async {
    let store = make(number: 5)
    let log = ValueStoreLog<Int?>()
    let growing = Selection<ValueStoreModel, Int?>(\.number).when { ($0 ?? 0) < ($1 ?? 0) }
    let end = store.observe(growing) { log.add($0) }
    for number in [4, 3, 4, 10, 9, 10] { await send(.set(number), to: store) }
    #expect(log.entries == [5, 4, 10, 10], sourceLocation: location)
    end()
    let never = Selection<ValueStoreModel, Int?>(\.number).when { _, _ in false }
    let endNever = store.observe(never) { log.add($0) }
    #expect(log.entries.last == 10 && log.entries.count == 5, sourceLocation: location)
    endNever()
  }

  func chain() async {
    let store = make(number: 0)
    let before = ValueStoreLog<Int?>()
    let after = ValueStoreLog<Int?>()
    let ends = [
      store.observe(Selection(\.number)) { before.add($0) },
      store.observe(Selection(\.number)) { [unowned store] number in
        if number == 1 { store.dispatch(.set(2)) }
      },
      store.observe(Selection(\.number)) { after.add($0) },
    ]
    await send(.set(1), to: store)
    #expect(before.entries == [0, 1, 2], sourceLocation: location)
    #expect(after.entries == [0, 1, 2], sourceLocation: location)
    ends.forEach { $0() }
  }
}
