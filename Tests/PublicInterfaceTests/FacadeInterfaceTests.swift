import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

private final class Root: Codable {
  var count = 0
}

private enum Act: Equatable, Sendable {
  case add
}

private let add: ReduceBlock<Root, Act> = { root, _ in root.count += 1 }
private let adding = Reducer<Int, Act> { count, _ in count += 1 }
private let countSlice = StateSlice(
  "count", projection: Projection(\Root.count), legacy: [add], reducer: adding)

/// A third party's class store, at the old end of the bridge.
private final class ThirdPartyClassStore: ReferenceStateStore {
  private let store = ReferenceStore(state: Root(), reducers: [add])

  func dispatch(_ action: Act) { store.dispatch(action) }

  func currentState() throws -> sending Root { try store.currentState() }

  func read<Result: Sendable>(_ body: @Sendable (Root) throws -> Result) throws -> Result {
    try store.read(body)
  }

  @MainActor func follow<Value: Sendable>(
    _ read: @escaping @Sendable (Root) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken {
    store.follow(read, told: told)
  }
}

/// A third party's value store, at the new end of the bridge.
@MainActor private final class ThirdPartyValueStore: ValueStateStore {
  private(set) var state = 0
  private var observers: [@MainActor (Int) -> Void] = []

  func dispatch(_ action: Act) {
    state += 1
    observers.forEach { $0(state) }
  }

  func follow(_ told: @escaping @MainActor (Int) -> Void) -> FollowToken {
    observers.append(told)
    told(state)
    return FollowToken {}
  }
}

@MainActor private final class Stack: Router {
  var shown: [Int] = []

  func pop(to depth: Int) { shown.removeLast(shown.count - depth) }

  func push(_ routes: [Int]) { shown += routes }
}

/// What an app may call of the facades in ReduxBridge, called once.
@Suite @MainActor struct FacadeInterfaceTests {
  @Test func anyClassStoreAsValues() async throws {
    let base = ThirdPartyClassStore()
    let facade = try ValueFacade(anyStore: base) { $0.count }
    let (told, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = facade.follow { continuation.yield($0) }
    facade.dispatch(.add)
    var values = told.makeAsyncIterator()
    #expect(await values.next() == 0)
    #expect(await values.next() == 1)
    #expect(facade.state == 1)
    #expect(facade.values.state == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aClassStoreAsValues() async {
    let store = ReferenceStore(state: Root(), reducers: [add])
    let projected = ValueFacade(store, Projection(\Root.count))
    let read = ValueFacade(store, reading: { $0.count })
    var effects: [Int] = []
    let effect: ValueFacade<ReferenceStore<Root, Act>, Int>.Effect = { value, _, _ in
      effects.append(value)
    }
    let effective = ValueFacade(store, Projection(\Root.count), effects: [effect])
    let mirror: ValueStore<Int, MirrorUpdate<Int>> = effective.values
    store.dispatch(.add)
    await store.settle()
    for state in [projected.state, read.state, effective.state] { #expect(state == 1) }
    #expect(mirror.state == 1)
    #expect(effects == [1])
  }

  @Test func aSliceAsValues() async throws {
    let store = MigrationStore(state: Root(), entries: [.slice(countSlice)])
    let combined = store.facade(combining: { $0[countSlice] * 2 })
    let probe: ListenerProbe = store.addListener("whole", on: .value, of: countSlice)
    let part = store.addListener("part", on: .value, of: countSlice, selecting: { $0 })
    let token = store.facade(of: countSlice).values.subscribe { _ in
      probe.told()
      part.told()
    }
    store.dispatch(.add)
    await store.settle()
    #expect(combined.state == 2)
    #expect([probe.name, part.name] == ["whole", "part"])
    try store.setStage(.migrated, of: "count")
    let successor = ValueStore(initialState: 1, reducer: adding)
    let differences = try store.handoverDifferences(to: successor, after: [.add]) {
      $0[countSlice]
    }
    #expect(differences.isEmpty)
    let wrong = ValueStore(initialState: 5, reducer: adding)
    let found = try store.handoverDifferences(to: wrong, after: []) {
      (values: SliceValues<Root, Act>) in values[countSlice]
    }
    #expect(
      found.map(\.description) == [
        "before the first action, at the whole: 2 here, 5 in the successor"
      ])
    token.cancel()
  }

  @Test func anyValueStoreAsClasses() async throws {
    let facade = LegacyFacade<ThirdPartyValueStore, Root>(
      ThirdPartyValueStore(), notificationCenter: NotificationCenter()
    ) { count in
      let root = Root()
      root.count = count
      return root
    }
    var told: [Int] = []
    let token = facade.follow({ $0.count }, told: { told.append($0) })
    facade.dispatch(.add)
    facade.flush()
    await facade.settle()
    #expect(try facade.currentState().count == 1)
    #expect(try facade.read { $0.count } == 1)
    #expect(told.last == 1)
    withExtendedLifetime(token) {}
  }

  @Test func flux() {
    var inversions: [FluxDispatcher<Act>.Inversion] = []
    let dispatcher = FluxDispatcher<Act>(order: .queued) { inversions.append($0) }
    let flux = FluxStore(
      ValueStore(initialState: 0, reducer: adding), registeredWith: dispatcher)
    let outputs: [FluxOutput<Int>] = [
      flux.behavior { $0 }, flux.replayingLast { $0 }, flux.publisher { $0 },
    ]
    var told: [Int] = []
    let tokens = outputs.map { output in output.observe { told.append($0) } }
    let registration = dispatcher.register { _ in }
    dispatcher.dispatch(.add)
    #expect(told == [0, 1, 1, 1])
    #expect(outputs.map(\.value) == [1, 1, 1])
    #expect(inversions.isEmpty)
    withExtendedLifetime((tokens, registration)) {}
  }

  @Test func nestedActions() {
    var inversions: [FluxDispatcher<Act>.Inversion] = []
    let order: FluxDispatcher<Act>.NestedOrder = .depthFirst
    let dispatcher = FluxDispatcher<Act>(order: order) { inversions.append($0) }
    var isNested = false
    let tokens = [
      dispatcher.register { _ in
        guard !isNested else { return }
        isNested = true
        dispatcher.dispatch(.add)
      },
      dispatcher.register { _ in },
    ]
    dispatcher.dispatch(.add)
    #expect(inversions.map(\.outer) == [.add])
    #expect(inversions.map(\.nested) == [.add])
    #expect(inversions.map(\.waiting) == [1])
    withExtendedLifetime(tokens) {}
  }

  @Test func navigating() {
    let store = ValueStore(initialState: 0, reducer: adding)
    let stack = Stack()
    let driver = RouteDriver(store, routes: { Array(0...$0) }, router: stack)
    store.dispatch(.add)
    #expect(stack.shown == [0, 1])
    driver.routerDidGo(to: [0])
    #expect(driver.shown == [0])
  }
}
