internal import Foundation
internal import ReferenceRedux
internal import Testing

extension LegacyStoreContract {
  func readsItsOwnWritesFromCopies(_ location: SourceLocation) async throws {
    let store = store(
      LegacyState.graph(),
      { state, action in
        state.left += 1
        state.log.append(action.name)
        state.right += 1
      })
    guard try returnsCopies(store, location) else { return }
    let torn = LegacyRecorder<Int>()
    let missed = LegacyRecorder<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await onThread {
            for round in 1...50 {
              store.dispatch(LegacyAction("\(thread)"))
              let copy = try store.currentState()
              if copy.left != copy.right || copy.left != copy.log.count { torn.record(copy.left) }
              if copy.log.count(where: { $0 == "\(thread)" }) != round { missed.record(round) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(torn.values == [], "never torn", sourceLocation: location)
    #expect(missed.values == [], "read your writes", sourceLocation: location)
  }

  /// Whether several threads can safely use what the store returns.
  private func returnsCopies(
    _ store: any LegacyStore, _ location: SourceLocation
  ) throws -> Bool {
    store.dispatch(LegacyAction("before"))
    let one = try store.currentState()
    let other = try store.currentState()
    #expect(one !== other, "a distinct object each time", sourceLocation: location)
    #expect(one.items[0] !== other.items[0], "all the way down", sourceLocation: location)
    one.left = -1
    one.items[0].title = "changed in a copy"
    let after = try store.currentState()
    #expect(after.left == 1, sourceLocation: location)
    #expect(after.items[0].title == "plain", sourceLocation: location)
    return one !== other
  }

  @MainActor
  func snapshotsShowThePresentState(_ location: SourceLocation) async throws {
    let store = store(LegacyState(), { state, action in state.log.append(action.name) })
    let seen = LegacyRecorder<[String]>()
    let observer = LegacyObserver(of: store) { [weak store] _ in
      if let state = try? store?.currentState() { seen.record(state.log) }
    }
    store.dispatch(LegacyAction("notified"))
    store.flush()
    store.dispatch(LegacyAction("newer"))
    await store.settle()
    #expect(seen.values.first == ["notified", "newer"], sourceLocation: location)
    observer.stop()
  }

  func snapshotsKeepTheGraph(_ location: SourceLocation) throws {
    let store = store(
      LegacyState.graph(),
      { state, _ in
        state.items[0].title = "renamed"
      })
    store.dispatch(LegacyAction("rename"))
    let copy = try store.currentState()
    let reference = LegacyState()
    try keepsCycles(copy, location)
    #expect(copy.items.count == 2, sourceLocation: location)
    #expect(copy.favorite === copy.items.first, "shared stays shared", sourceLocation: location)
    #expect(copy.favorite?.title == "renamed", sourceLocation: location)
    #expect(
      (copy.items.last as? LegacyFolder)?.color == "red", "the dynamic class",
      sourceLocation: location)
    #expect(copy.missing == nil, sourceLocation: location)
    #expect(copy.date == reference.date, "dates to the bit", sourceLocation: location)
    #expect(
      copy.tiny.bitPattern == reference.tiny.bitPattern, "doubles to the bit",
      sourceLocation: location)
    copy.favorite?.title = "mutable"
    #expect(copy.items.first?.title == "mutable", sourceLocation: location)
  }

  private func keepsCycles(_ copy: LegacyState, _ location: SourceLocation) throws {
    try #require(copy.items.count == 2, sourceLocation: location)
    let (plain, folder) = (copy.items[0], copy.items[1])
    #expect(plain.owner === copy && folder.owner === copy, "parent", sourceLocation: location)
    #expect(
      plain.partner === folder && folder.partner === plain, "mutual", sourceLocation: location)
    #expect(plain.itself === plain, "self", sourceLocation: location)
    #expect(folder.stranger == nil, "held by nothing in the copy", sourceLocation: location)
  }

  func pendingActionsKeepTheStore(_ location: SourceLocation) async throws {
    let released = LegacyGate(patience: patience)
    let reduced = LegacyRecorder<Int>()
    let actionGone = LegacyGate(patience: patience)
    let block: ReduceBlock<LegacyState, LegacyAction> = { _, action in
      if action.number == 0 { _ = released.wait() }
      reduced.record(action.number)
    }
    var store: (any LegacyStore)? = store(LegacyState(), block)
    weak let observed = store
    let token = LegacyRecorder<Bool>()
    for number in 0..<3 {
      let life =
        number < 2
        ? nil
        : LegacyToken {
          token.record(true); actionGone.open()
        }
      store?.dispatch(LegacyAction("pending", number, token: life))
    }
    store = nil
    #expect(observed != nil, "the store lives while actions are pending", sourceLocation: location)
    #expect(token.values == [], "so do the actions", sourceLocation: location)
    released.open()
    #expect(try await onThread { actionGone.wait() }, "then they go", sourceLocation: location)
    #expect(reduced.values == [0, 1, 2], sourceLocation: location)
  }
}
