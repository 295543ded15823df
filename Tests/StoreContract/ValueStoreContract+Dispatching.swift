import Dispatch
import Testing
import ValueRedux

extension ValueStoreContract {
  func synchronousDispatch() {
    var log: [String] = []
    let store = make(effects: [
      { _, action, dispatch in if action == .note(1) { dispatch(.note(2)) } }
    ])
    let end = store.observe(Selection(\.notes)) { [unowned store] notes in
      log.append("\(notes)")
      if notes.last == 2 { store.dispatch(.note(3)) }
    }
    store.dispatch(.note(1))
    #expect(store.state.notes == [1, 2, 3])
    #expect(log == ["[]", "[1]", "[1, 2]", "[1, 2, 3]"])
    end()
  }

  /// 1 leads to 2, that to 3, that to 4: each is whole before the next begins.
  func nestedInMiddlewares() async {
    var log: [String] = []
    let store = make(effects: [
      { state, action, dispatch in
        guard case .note(let note) = action else { return }
        log.append("> first \(note) \(state.notes)")
        if note < 4 { dispatch(.note(note + 1)) }
        log.append("< first \(note) \(state.notes)")
      },
      { state, action, _ in
        guard case .note(let note) = action else { return }
        log.append("second \(note) \(state.notes)")
      },
    ])
    let end = store.observe(Selection(\.notes)) { log.append("subscriber \($0)") }
    log = []
    await send(.note(1), to: store)
    let states = (1...4).map { Array(1...$0) }
    #expect(
      log
        == states.flatMap { notes in
          let note = notes.count
          return [
            "> first \(note) \(notes)", "< first \(note) \(notes)", "second \(note) \(notes)",
            "subscriber \(notes)",
          ]
        })
    end()
  }

  func nestedInSubscribers() async {
    var log: [String] = []
    let store = make(effects: [{ state, _, _ in log.append("middleware \(state.notes)") }])
    let ends = [
      store.observe(Selection(\.notes)) { log.append("before \($0)") },
      store.observe(Selection(\.notes)) { [unowned store] notes in
        log.append("> first \(notes)")
        if let note = notes.last, note < 4 { store.dispatch(.note(note + 1)) }
        log.append("< first \(notes)")
      },
      store.observe(Selection(\.notes)) { log.append("second \($0)") },
    ]
    log = []
    await send(.note(1), to: store)
    let states = (1...4).map { Array(1...$0) }
    #expect(
      log
        == states.flatMap {
          [
            "middleware \($0)", "before \($0)", "> first \($0)", "< first \($0)", "second \($0)",
          ]
        })
    ends.forEach { $0() }
  }

  func middlewareState() async {
    weak var running: Store?
    var seen: [[Int?]] = []
    let store = make(
      number: 0, effects: [{ state, _, _ in seen.append([state.number, running?.state.number]) }])
    running = store
    await send(.set(1), to: store)
    await send(.set(2), to: store)
    #expect(seen == [[1, 1], [2, 2]])
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
    #expect(notes.count == threads * each)
    for thread in 0..<threads {
      let own = notes.filter { $0 / each == thread }
      #expect(own == Array(thread * each..<(thread + 1) * each))
    }
  }
}
