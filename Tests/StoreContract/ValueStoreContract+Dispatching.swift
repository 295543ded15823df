import Dispatch
import Testing
import ValueRedux

extension ValueStoreContract {
  func synchronousDispatch() {
    let log = ValueStoreLog<String>()
    let store = make(effects: [
      { _, action, dispatch in
        if action == .note(1) { dispatch(.note(2)) }
      }
    ])
    let end = store.observe(Selection(\.notes)) { [unowned store] notes in
      log.add("\(notes)")
      if notes.last == 2 { store.dispatch(.note(3)) }
    }
    store.dispatch(.note(1))
    #expect(store.state.notes == [1, 2, 3], sourceLocation: location)
    #expect(log.entries == ["[]", "[1]", "[1, 2]", "[1, 2, 3]"], sourceLocation: location)
    end()
  }

  func orderOfDispatch() async {
    let store = make()
    for note in 1...3 { store.dispatch(.note(note)) }
    await store.settle()
    #expect(store.state.notes == [1, 2, 3], sourceLocation: location)
  }

  /// 1 leads to 2, that to 3, that to 4: each is whole before the next begins.
  func nestedInMiddlewares() async {
    let log = ValueStoreLog<String>()
    let store = make(effects: [
      { state, action, dispatch in
        guard case .note(let note) = action else { return }
        log.add("> first \(note) \(state.notes)")
        if note < 4 { dispatch(.note(note + 1)) }
        log.add("< first \(note) \(state.notes)")
      },
      { state, action, _ in
        guard case .note(let note) = action else { return }
        log.add("second \(note) \(state.notes)")
      },
    ])
    let end = store.observe(Selection(\.notes)) { log.add("subscriber \($0)") }
    log.entries = []
    await send(.note(1), to: store)
    let states = (1...4).map { Array(1...$0) }
    #expect(
      log.entries
        == states.flatMap { notes in
          let note = notes.count
          return [
            "> first \(note) \(notes)", "< first \(note) \(notes)", "second \(note) \(notes)",
            "subscriber \(notes)",
          ]
        },
      sourceLocation: location)
    end()
  }

  func nestedInSubscribers() async {
    let log = ValueStoreLog<String>()
    let store = make(effects: [
      { state, _, _ in log.add("middleware \(state.notes)") }
    ])
    let ends = [
      store.observe(Selection(\.notes)) { [unowned store] notes in
        log.add("> first \(notes)")
        if let note = notes.last, note < 4 { store.dispatch(.note(note + 1)) }
        log.add("< first \(notes)")
      },
      store.observe(Selection(\.notes)) { log.add("second \($0)") },
    ]
    log.entries = []
    await send(.note(1), to: store)
    let states = (1...4).map { Array(1...$0) }
    #expect(
      log.entries
        == states.flatMap {
          ["middleware \($0)", "> first \($0)", "< first \($0)", "second \($0)"]
        },
      sourceLocation: location)
    ends.forEach { $0() }
  }

  func middlewareState() async {
    let reference = ValueStoreReference<Store>()
    let log = ValueStoreLog<[Int?]>()
    let store = make(
      number: 0,
      effects: [{ state, _, _ in log.add([state.number, reference.store?.state.number]) }])
    reference.store = store
    await send(.set(1), to: store)
    await send(.set(2), to: store)
    #expect(log.entries == [[1, 1], [2, 2]], sourceLocation: location)
  }

  func eightThreads() async {
    let store = make()
    let (threads, each) = (8, 500)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          for count in 0..<each { store.enqueue(.note(thread * each + count)) }
        }
        continuation.resume()
      }
    }
    await store.settle()
    let notes = store.state.notes
    #expect(notes.count == threads * each, sourceLocation: location)
    for thread in 0..<threads {
      #expect(
        notes.filter { $0 / each == thread } == Array(thread * each..<(thread + 1) * each),
        sourceLocation: location)
    }
  }
}
