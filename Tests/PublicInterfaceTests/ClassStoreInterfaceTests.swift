import Foundation
import ReferenceRedux
import Testing

private final class Tally: Codable {
  var count = 0
}

private struct Add: ReduxAction {
  let identifier = "add"
}

private enum Blocks: ReducerProvider {
  static var reducers: [ReduceBlock<Tally, any ReduxAction>] {
    [{ state, action in if action.identifier == "add" { state.count += 1 } }]
  }
}

private final class TallyStore: ReferenceStore<Tally, any ReduxAction>, @unchecked Sendable {}

/// What an app may call in ReferenceRedux, called once, with no more than `public` gives.
@Suite struct ClassStoreInterfaceTests {
  private static func makeStore(
    _ configuration: StoreConfiguration = StoreConfiguration()
  ) -> TallyStore {
    TallyStore(state: Tally(), reducers: Blocks.reducers, configuration: configuration)
  }

  @Test func dispatchingAndReading() async throws {
    let store = ReferenceStore(state: Tally(), providers: [Blocks.self])
    store.dispatch(Add())
    await store.dispatchAndWait(Add())
    await store.dispatchAndWait(contentsOf: [Add(), Add()] as [any ReduxAction])
    store.flush()
    #expect(try store.currentState().count == 4)
    #expect(try await store.snapshot().count == 4)
    #expect(store.read { $0.count } == 4)
    #expect(Add().payload == nil)
    await store.settle()
    let shared = try await MainActor.run { try store.sharedSnapshot().count }
    #expect(shared == 4)
  }

  @Test func statistics() async {
    let store = Self.makeStore()
    await store.dispatchAndWait(Add())
    await store.settle()
    var expected = StoreStatistics()
    expected.actionsReduced = 1
    expected.actionsPending = 0
    expected.largestBatch = store.statistics.largestBatch
    expected.notificationsPosted = 1
    expected.notificationsCoalesced = 0
    expected.copiesMade = 0
    #expect(store.statistics == expected)
  }

  @Test @MainActor func observing() async {
    let store = Self.makeStore()
    var told: [StoreChange] = []
    let token: ObservationToken = store.observe { told.append($0) }
    var changes = store.changes.makeAsyncIterator()
    var names: [Notification.Name] = []
    let observer = NotificationCenter.default.addObserver(
      forName: .RDXStateDidChange, object: store, queue: nil
    ) { notification in
      let name = notification.name
      MainActor.assumeIsolated { names.append(name) }
    }
    store.dispatch(Add())
    #expect(await changes.next()?.actionsReduced == 1)
    await store.settle()
    #expect(told == [StoreChange(actionsReduced: 1)])
    #expect(names.map(\.rawValue) == ["RDXStateDidChangeNotification"])
    token.cancel()
    NotificationCenter.default.removeObserver(observer)
  }

  @Test func typedMessages() {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    typealias Message = StateDidChangeMessage<Tally, any ReduxAction>
    let store: Message.Subject = Self.makeStore()
    let notification = Message.makeNotification(Message(store: store))
    #expect(notification.name == Message.name)
    #expect(Message.makeMessage(notification)?.store === store)
  }

  @Test func configuring() {
    var configuration = StoreConfiguration()
    configuration.label = "tally"
    configuration.qos = .utility
    configuration.postsNotifications = false
    configuration.notificationCenter = NotificationCenter()
    configuration.postsTypedMessages = false
    configuration.pendingLimit = 100
    configuration.userInfo = [:]
    var diagnostics = StoreDiagnostics()
    diagnostics.detectsOutsideChanges = true
    diagnostics.verifiesCopies = true
    diagnostics.excusedFromCopies = ["Tally.forgotten"]
    diagnostics.slowReducerThreshold = .seconds(1)
    diagnostics.clock = SuspendingClock()
    diagnostics.willReduce = { _ in }
    diagnostics.report = { _ in }
    configuration.diagnostics = diagnostics
    let store = Self.makeStore(configuration)
    store.dispatch(Add())
    #expect(store.read { $0.count } == 1)
  }

  @Test func findings() {
    let record = ActionRecord(Add(), number: 3)
    #expect(record.action is Add)
    #expect(record.number == 3)
    #expect(record.name == "add")
    #expect(record.description == "action 3 `add`")
    #expect(record.details.contains("Add"))
    let finding = StoreFinding.slowReducer(index: 0, duration: .seconds(1), action: record)
    #expect(finding.description.contains("reduce block 0"))
  }

  @Test func saving() async throws {
    let store = Self.makeStore()
    let (saved, continuation) = AsyncStream.makeStream(of: Int.self)
    let autosave = Autosave(
      of: store, after: .seconds(60), atLatest: .seconds(60), clock: ContinuousClock(),
      onFailure: { _ in },
      save: { state in continuation.yield(state.count) })
    store.dispatch(Add())
    try await autosave.flush()
    continuation.finish()
    var counts: [Int] = []
    for await count in saved { counts.append(count) }
    #expect(counts == [1])
  }
}
