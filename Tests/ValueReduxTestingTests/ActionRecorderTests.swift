import Testing
import ValueRedux
import ValueReduxTesting

@MainActor @Suite struct ActionRecorderTests {
  @Test func everyActionIsRecordedWithTheStateItLedTo() {
    let recorder = ActionRecorder<Int, Int>()
    let doubler = Middleware<Int, Int> { _, action, context in
      if action == 1 { context.dispatch(10) }
    }
    let store = ValueStore(
      initialState: 0, middlewares: [recorder.middleware, doubler]
    ) { (state: inout Int, action: Int) in state += action }
    store.dispatch(1)
    store.dispatch(2)
    #expect(recorder.actions == [1, 10, 2])
    #expect(recorder.states == [1, 11, 13])
    recorder.removeAll()
    #expect(recorder.actions.isEmpty)
  }

  @Test func waitingForRecordsReturnsWhenTheyExist() async {
    let recorder = ActionRecorder<Int, Int>()
    let store = ValueStore(
      initialState: 0, middlewares: [recorder.middleware]
    ) { (state: inout Int, action: Int) in state += action }
    var found: [Int] = []
    let (begins, begin) = AsyncStream.makeStream(of: Int.self)
    let waits = [3, 2].map { count in
      Task {
        begin.yield(count)
        await recorder.waitForRecords(count)
        found += [count, recorder.actions.count]
      }
    }
    var hasBegun = 0
    for await _ in begins {
      hasBegun += 1
      if hasBegun == 2 { break }
    }
    for action in [1, 2] { store.dispatch(action) }
    await waits[1].value
    #expect(found == [2, 2])
    store.dispatch(3)
    await waits[0].value
    #expect(found == [2, 2, 3, 3])
    await recorder.waitForRecords(3)
  }

  /// Dispatches as the recorder releases it.
  final class LastWord: Sendable {
    private let body: @MainActor @Sendable () -> Void

    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

    deinit {
      let body = body
      MainActor.assumeIsolated { body() }
    }
  }

  @Test func whatAnActionDispatchesAsItIsReleasedIsRecorded() {
    let recorder = ActionRecorder<Int, LastWord?>()
    let store = ValueStore(
      initialState: 0, middlewares: [recorder.middleware]
    ) { (state: inout Int, _: LastWord?) in state += 1 }
    store.dispatch(LastWord { store.dispatch(nil) })
    recorder.removeAll()
    #expect(recorder.states == [2])
  }

  /// Returns only because the cancellation ends the wait, before or after it begins.
  @Test(arguments: [false, true])
  func aCancelledWaitForRecordsReturns(isEarly: Bool) async {
    let recorder = ActionRecorder<Int, Int>()
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let wait = Task {
      if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
      begin.finish()
      await recorder.waitForRecords(1)
    }
    for await _ in begins {}
    let other = Task { await recorder.waitForRecords(1) }
    await Task.yield()
    other.cancel()
    await other.value
    wait.cancel()
    await wait.value
    #expect(recorder.actions.isEmpty)
  }
}
