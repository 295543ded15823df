import Testing
import ValueRedux
import ValueReduxTesting

private enum Act: Equatable, Sendable {
  case add, later
}

/// What a test may call in ValueReduxTesting, called once.
@Suite @MainActor struct TestKitInterfaceTests {
  private static let adding = Reducer<Int, Act> { count, action in
    if action == .add { count += 1 }
  }

  @Test func driving() async throws {
    let clock = ScriptedClock()
    let later = Middleware<Int, Act> { _, action, context in
      guard action == .later else { return }
      context.run { send in
        try? await clock.sleep(for: .seconds(1))
        await send(.add)
      }
    }
    try await TestStore.checking(initialState: 0, reducer: Self.adding, middlewares: [later]) {
      store in
      store.patience = .seconds(60)
      try store.send(.add) { $0 = 1 }
      try store.send(.later)
      await clock.waitForSleepers(1)
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .seconds(1))
      try await store.receive(.add) { $0 = 2 }
      try store.send(.later)
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      try await store.receive("an addition", where: { $0 == .add }) { $0 = 3 }
      #expect(store.state == store.store.state)
    }
    #expect(clock.now == ScriptedClock.Instant(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func failing() async throws {
    let store = TestStore(initialState: 0, reducer: Self.adding)
    let failure = #expect(throws: TestFailure.self) { try store.send(.add) }
    #expect(failure?.kind == .unexpectedState)
    #expect(failure?.fileID == #fileID)
    #expect(failure?.line != 0)
    #expect(failure?.message.isEmpty == false)
    #expect(failure.map { $0.description.hasSuffix(": \($0.message)") } == true)
    try await store.finish()
  }

  @Test func recording() async {
    let recorder = ActionRecorder<Int, Act>()
    let store = ValueStore(
      initialState: 0, reducer: Self.adding, middlewares: [recorder.middleware])
    store.dispatch(.add)
    await recorder.waitForRecords(1)
    #expect(recorder.actions == [.add])
    #expect(recorder.states == [1])
    let records: [ActionRecorder<Int, Act>.Record] = recorder.records
    #expect(records.map(\.action) == recorder.actions)
    #expect(recorder.records.map(\.state) == recorder.states)
    recorder.removeAll()
    #expect(recorder.records.isEmpty)
  }

  @Test func instants() async throws {
    let start = ScriptedClock.Instant()
    let end = start.advanced(by: .seconds(2))
    #expect(start < end)
    #expect(start.duration(to: end) == .seconds(2))
    #expect(end.description == "2.0 seconds")
    let clock = ScriptedClock()
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: end, tolerance: nil)
    #expect(clock.now == end)
  }
}
