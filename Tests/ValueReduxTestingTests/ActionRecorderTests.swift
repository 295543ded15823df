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
    for action in 1...3 { store.enqueue(action) }
    await recorder.waitForRecords(3)
    #expect(recorder.actions == [1, 2, 3])
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
    wait.cancel()
    await wait.value
    #expect(recorder.actions.isEmpty)
  }
}
