internal import Foundation
internal import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  @MainActor
  func notifiesAfterwardsOnMain() async throws {
    let reduced = LegacyRecorder<String>()
    let mainHasTurned = LegacyGate()
    let store = store { _, action in
      if action.name == "slow" { _ = mainHasTurned.wait() }
      reduced.record(action.name)
    }
    let seen = LegacyRecorder<[String]>()
    let isRight = LegacyRecorder<Bool>()
    let observer = LegacyObserver(of: store) { [weak store] notification in
      seen.record(reduced.values)
      isRight.record(
        notification.name.rawValue == "RDXStateDidChangeNotification"
          && notification.object as AnyObject? === store && notification.userInfo == nil)
    }
    _ = try store.currentState()
    await store.settle()
    #expect(observer.count == 0, "none for making, observing, reading")

    store.dispatch(LegacyAction("without a handler"))
    #expect(observer.count == 0, "never inside dispatch")
    store.flush()
    #expect(observer.count == 0, "not before main's turn")
    await store.settle()
    #expect(observer.onMain == [true], "on the main actor")
    #expect(seen.values == [["without a handler"]], "after the blocks")
    #expect(isRight.values == [true], "name, object, no userInfo")

    try await onThread { store.dispatch(LegacyAction("from a thread")) }
    await store.settle()
    #expect(observer.onMain == [true, true])

    // Where blocks run on the main actor, it cannot turn while they do.
    if exceptions[.reducesElsewhere] != nil { return }
    store.dispatch(LegacyAction("slow"))
    await LegacyMainActor.turn()
    #expect(observer.count == 2, "not before the blocks are done")
    mainHasTurned.open()
    await store.settle()
    #expect(observer.count == 3)
  }

  @MainActor
  func coalescesPerStore() async {
    let stores = [store { _, _ in }, store { _, _ in }]
    let observers = stores.map { LegacyObserver(of: $0) }
    for number in 0..<100 {
      for store in stores { store.dispatch(LegacyAction("burst", number)) }
    }
    for store in stores { store.flush() }
    for store in stores { await store.settle() }
    #expect(observers.map(\.count) == [1, 1], "exactly one each while main is busy")

    for number in 0..<100 {
      stores[0].dispatch(LegacyAction("spaced", number))
      await stores[0].settle()
    }
    #expect(observers.map(\.count) == [101, 1], "one each when main turns between")

    let reduced = LegacyRecorder<Int>()
    let third = store { _, action in reduced.record(action.number) }
    let last = LegacyRecorder<Int?>()
    let observer = LegacyObserver(of: third) { _ in last.record(reduced.values.last) }
    await Task.detached {
      for number in 0..<1_000 { third.dispatch(LegacyAction("free", number)) }
    }.value
    await third.settle()
    #expect((1...1_000).contains(observer.count))
    #expect(last.values.last == 999, "one after the last action")
  }

  @MainActor
  func notifiesTheObserversOfTheTurn() async {
    let store = store { _, _ in }
    let early = LegacyObserver(of: store)
    store.dispatch(LegacyAction("reduced before it is observed"))
    store.flush()
    let late = LegacyObserver(of: store)
    early.stop()
    await store.settle()
    #expect(late.count == 1, "added before the turn: notified")
    #expect(early.count == 0, "removed before the turn: not notified")
  }

  @MainActor
  func nestedDispatchIsQueuedLast() async throws {
    let log = LegacyRecorder<String>()
    let bothAreIn = LegacyGate()
    let dispatch = LegacyRecorder<@Sendable (LegacyAction) -> Void>()
    let store = store { _, action in
      if action.name == "first" {
        _ = bothAreIn.wait()
        dispatch.values[0](LegacyAction("nested"))
      }
      log.record(action.name)
    }
    dispatch.record { [weak store] in store?.dispatch($0) }
    try await onThread {
      store.dispatch(LegacyAction("first"))
      store.dispatch(LegacyAction("second"))
      bothAreIn.open()
      store.flush()
    }
    await store.settle()
    #expect(log.values == ["first", "second", "nested"])

    let turns = LegacyRecorder<String>()
    let observer = LegacyObserver(of: store) { [weak store] _ in
      turns.record("enter")
      if turns.values.count == 1 {
        store?.dispatch(LegacyAction("by an observer"))
        store?.flush()
      }
      turns.record("exit")
    }
    store.dispatch(LegacyAction("outer"))
    await store.settle()
    await store.settle()
    #expect(turns.values == ["enter", "exit", "enter", "exit"], "a new turn, no recursion")
    observer.stop()
  }
}
