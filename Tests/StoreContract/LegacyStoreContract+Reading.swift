internal import Foundation
internal import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  func readsItsOwnWritesFromCopies() async throws {
    let store = store(.graph()) { state, action in
      state.left += 1
      state.log.append(action.name)
      state.right += 1
    }
    guard try returnsCopies(store) else { return }
    let torn = LegacyRecorder<Int>()
    let missed = LegacyRecorder<Int>()
    try await onThreads(4) { thread in
      for round in 1...50 {
        store.dispatch(LegacyAction("\(thread)"))
        let copy = try store.currentState()
        if copy.left != copy.right || copy.left != copy.log.count { torn.record(copy.left) }
        if copy.log.count(where: { $0 == "\(thread)" }) != round { missed.record(round) }
      }
    }
    #expect(torn.values == [], "never torn")
    #expect(missed.values == [], "read your writes")
  }

  /// Whether several threads can safely use what the store returns.
  private func returnsCopies(_ store: any LegacyStore) throws -> Bool {
    store.dispatch(LegacyAction("before"))
    let one = try store.currentState()
    let other = try store.currentState()
    #expect(one !== other, "a distinct object each time")
    #expect(one.items[0] !== other.items[0], "all the way down")
    one.left = -1
    one.items[0].title = "changed in a copy"
    let after = try store.currentState()
    #expect(after.left == 1)
    #expect(after.items[0].title == "plain")
    return one !== other
  }

  @MainActor
  func snapshotsShowThePresentState() async throws {
    let store = store { state, action in state.log.append(action.name) }
    let seen = LegacyRecorder<[String]>()
    let observer = LegacyObserver(of: store) { [weak store] _ in
      if let state = try? store?.currentState() { seen.record(state.log) }
    }
    store.dispatch(LegacyAction("notified"))
    store.flush()
    store.dispatch(LegacyAction("newer"))
    await store.settle()
    #expect(seen.values.first == ["notified", "newer"])
    observer.stop()
  }

  func snapshotsKeepTheGraph() throws {
    let store = store(.graph()) { state, _ in state.items[0].title = "renamed" }
    store.dispatch(LegacyAction("rename"))
    let copy = try store.currentState()
    let reference = LegacyState()
    try #require(copy.items.count == 2)
    let (plain, folder) = (copy.items[0], copy.items[1])
    #expect(plain.owner === copy && folder.owner === copy, "parent")
    #expect(plain.partner === folder && folder.partner === plain, "mutual")
    #expect(plain.itself === plain, "self")
    #expect(folder.stranger == nil, "held by nothing in the copy")
    #expect(copy.favorite === plain, "shared stays shared")
    #expect(plain.title == "renamed")
    #expect((folder as? LegacyFolder)?.color == "red", "the dynamic class")
    #expect(copy.missing == nil)
    #expect(copy.date == reference.date, "dates to the bit")
    #expect(copy.tiny.bitPattern == reference.tiny.bitPattern, "doubles to the bit")
  }

  func pendingActionsKeepTheStore() async throws {
    let (released, actionGone) = (LegacyGate(), LegacyGate())
    let reduced = LegacyRecorder<Int>()
    var store: (any LegacyStore)? = store { _, action in
      if action.number == 0 { _ = released.wait() }
      reduced.record(action.number)
    }
    weak let observed = store
    weak var observedToken: LegacyToken?
    do {
      let token = LegacyToken { actionGone.open() }
      observedToken = token
      for number in 0..<3 {
        store?.dispatch(LegacyAction("pending", number, token: number == 2 ? token : nil))
      }
    }
    store = nil
    #expect(observed != nil, "the store lives while actions are pending")
    #expect(observedToken != nil, "so do the actions")
    released.open()
    #expect(try await onThread { actionGone.wait() }, "then they go")
    #expect(reduced.values == [0, 1, 2])
  }
}
