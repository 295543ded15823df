import Testing
import ValueRedux

extension ValueStoreContract {
  /// The values that a subscription receives of a store with a number, at first and after each action.
  private func numbers<Value>(
    _ selection: Selection<ValueStoreModel, Value>, from number: Int?,
    after actions: [ValueStoreModelAction]
  ) async -> [Value] {
    let store = make(number: number)
    var seen: [Value] = []
    let end = store.observe(selection) { seen.append($0) }
    await store.settle()
    for action in actions { await send(action, to: store) }
    end()
    return seen
  }

  func changesWhileSubscribed() async {
    let store = make(number: 5)
    var log: [Int?] = []
    let end = store.observe(Selection(\.number)) { log.append($0) }
    await send(.set(10), to: store)
    end()
    await send(.set(15), to: store)
    await send(.set(25), to: store)
    let endAgain = store.observe(Selection(\.number)) { log.append($0) }
    await send(.set(20), to: store)
    #expect(log == [5, 10, 25, 20])
    endAgain()
  }

  func orderOfSubscription() async {
    let store = make(number: 0)
    var log: [Int] = []
    let ends = (0..<100).map { index in
      store.observe(Selection(\.number)) { _ in log.append(index) }
    }
    await store.settle()
    for number in 1...3 {
      log = []
      await send(.set(number), to: store)
      #expect(log == Array(0..<100))
    }
    ends.forEach { $0() }
  }

  func removedDuringPass() async {
    for victim in [0, 1, 2] {
      let store = make(number: 0)
      var log: [Int] = []
      let ends = LegacyRecorder<@MainActor () -> Void>()
      for index in 0..<3 {
        ends.record(
          store.observe(Selection(\.number)) { number in
            guard number == 1 else { return }
            log.append(index)
            if index == 1 { ends.values[victim]() }
          })
      }
      await send(.set(1), to: store)
      #expect(log == (victim == 2 ? [0, 1] : [0, 1, 2]))
      await send(.set(0), to: store)
      log = []
      await send(.set(1), to: store)
      #expect(log == [0, 1, 2].filter { $0 != victim })
      ends.values.forEach { $0() }
    }
  }

  func addedDuringPass() async {
    let store = make(number: 0)
    var log: [Int?] = []
    var ends: [@MainActor () -> Void] = []
    let end = store.observe(Selection(\.number)) { [unowned store] number in
      guard number == 1 else { return }
      ends.append(store.observe(Selection(\.number).includingRepeats()) { log.append($0) })
    }
    await send(.set(1), to: store)
    await send(.set(2), to: store)
    #expect(log == [1, 2])
    end()
    ends.forEach { $0() }
  }

  func twoSubStates() async {
    let store = make(number: 1)
    let screen = LegacyToken()
    var seen: [[Int?]] = [[], []]
    store.observe(for: screen, Selection(\.number)) { seen[0].append($1) }
    store.observe(for: screen, Selection(\.other)) { seen[1].append($1) }
    await send(.set(2), to: store)
    await send(.setOther(3), to: store)
    store.endObservation(for: screen)
    await send(.set(4), to: store)
    await send(.setOther(5), to: store)
    #expect(seen == [[1, 2], [0, 3]])
  }

  func changedSelection() async {
    let actions: [ValueStoreModelAction] = [
      .setOther(1), .set(nil), .set(2), .set(2), .setOther(2), .set(nil),
    ]
    #expect(await numbers(Selection(\.number), from: nil, after: actions) == [nil, 2, nil])
  }

  func incomparableValue() async {
    // A tuple is not `Equatable`.
    let selection = Selection { (state: ValueStoreModel) in (state.number, state.notes) }
    let seen = await numbers(selection, from: 1, after: [.setOther(1), .set(2)])
    #expect(seen.map { $0.0 } == [1, 1, 2])
  }

  func filter() async {
    let selection = Selection<ValueStoreModel, Int?>(\.number)
    let actions = [4, 3, 4, 10, 9, 10].map { ValueStoreModelAction.set($0) }
    let growing = selection.when { ($0 ?? 0) < ($1 ?? 0) }
    #expect(await numbers(growing, from: 5, after: actions) == [5, 4, 10, 10])
    #expect(await numbers(selection.when { _, _ in false }, from: 5, after: actions) == [5])
  }
}
