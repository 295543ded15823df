import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

private final class Root: Codable {
  var count = 0
}

private struct CountValue: Equatable, Sendable {
  var count = 0
  var event: Signal<String>?
}

private enum Act: Equatable, Sendable {
  case add
}

/// A user's secret.
private struct PIN: Redactable {}

private let add: ReduceBlock<Root, Act> = { root, _ in root.count += 1 }
private let adding = Reducer<CountValue, Act> { value, _ in value.count += 1 }

private let countSlice = StateSlice(
  "count",
  projection: Projection<Root, CountValue>(
    read: { CountValue(count: $0.count) }, write: { $0.count = $1.count }),
  legacy: [add], reducer: adding
)
.signal("event", flag: { _ in nil }, at: [], value: \.event)
.windows(WindowIsolation(target: { _ in 1 }, parts: { [1: $0.count] }))
.effects(SliceEffects(legacy: { _, _ in [0] }, value: { _, _ in [0] }, perform: { (_: Int) in }))
.allowing(.noise(at: "clock", because: "both read it"))
.gate(Gate(compared: 1))

/// A user's store in the course of a migration, which restates the conformance.
private final class AppStore: MigrationStore<Root, Act>, @unchecked Sendable {
  init() {
    super.init(state: Root(), entries: [.slice(countSlice), .blocks([])])
  }
}

/// A third party's class store, at the old end of the bridge.
private final class ThirdPartyClassStore: ReferenceStateStore {
  private let store = ReferenceStore(state: Root(), reducers: [add])

  func dispatch(_ action: Act) { store.dispatch(action) }

  func currentState() throws -> sending Root { try store.currentState() }

  func read<Result: Sendable>(_ body: @Sendable (Root) throws -> Result) throws -> Result {
    try store.read(body)
  }

  @MainActor func observe<Value: Sendable>(
    _ read: @escaping @Sendable (Root) -> Value, _ handler: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    store.observe(read, handler)
  }
}

/// A third party's value store, at the new end of the bridge.
@MainActor private final class ThirdPartyValueStore: ValueStateStore {
  private(set) var state = 0
  private var handlers: [@MainActor (Int) -> Void] = []

  func dispatch(_ action: Act) {
    state += 1
    handlers.forEach { $0(state) }
  }

  func subscribe(_ handler: @escaping @MainActor (Int) -> Void) -> SubscriptionToken {
    handlers.append(handler)
    handler(state)
    return SubscriptionToken {}
  }
}

/// What an app writes around ReduxBridge, in the forms that the guide promises.
@Suite @MainActor struct BridgeCallSiteTests {
  @Test func aSliceCrossesInAStoreOfOnesOwn() async throws {
    let store = AppStore()
    let token = store.facade(of: countSlice).subscribe { _ in }
    try store.setStage(.shadow, of: countSlice)
    await Task.detached { store.dispatch(.add) }.value
    store.flush()
    try store.setStage(.migrated, of: countSlice, overridingGateBecause: "tried")
    let value = try store.collect { values in values[countSlice] }
    #expect(value.count == 1)
    token.cancel()
  }

  @Test func checksTakeClosures() throws {
    let check = ParityCheck(countSlice) { Root() }
    #expect(try check.firstMismatch(after: [.add]) == nil)
    let reporting = ParityCheck(
      countSlice, parity: ParityOptions(redactor: .secretsOnly, onMismatch: { print($0) })
    ) {
      Root()
    }
    #expect(try reporting.run([.add]).failures.count == 1)
    #expect(Redactor { _, _ in "x" }.text(of: 1, at: "") == "x")
    #expect(Redactor.secretsOnly.text(of: PIN(), at: "") == Redactor.mask)
  }

  @Test func aClassStoreOfAnotherMakeIsSeenAsValues() async throws {
    let facade = try ValueFacade(anyStore: ThirdPartyClassStore()) { $0.count }
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = facade.subscribe { continuation.yield($0) }
    facade.dispatch(.add)
    var seen = counts.makeAsyncIterator()
    #expect(await seen.next() == 0)
    #expect(await seen.next() == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aValueStoreOfAnotherMakeIsSeenAsClasses() throws {
    let facade = LegacyFacade<ThirdPartyValueStore, Root>(ThirdPartyValueStore()) { count in
      let root = Root()
      root.count = count
      return root
    }
    facade.dispatch(.add)
    #expect(try facade.currentState().count == 1)
  }
}
