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

private enum Blocks: ReducerProvider {
  static var reducers: [ReduceBlock<Root, Act>] { [{ root, _ in root.count += 1 }] }
}

@MainActor private final class Listener: StoreSubscriber {
  var told: [Int] = []

  func newState(state: Int) { told.append(state) }
}

@MainActor private final class Stack: Router {
  var shown: [Int] = []

  func pop(to depth: Int) { shown.removeLast(shown.count - depth) }

  func push(_ routes: [Int]) { shown += routes }
}

private struct Screen: ScreenState {
  let screen: ScreenInstance
}

private struct Rename: ReduxAction {
  let identifier = "rename"
  let name: String

  var payload: (any Sendable)? { name }
}

/// The requirements of the public protocols, called on any type that conforms.
@Suite @MainActor struct ProtocolInterfaceTests {
  private func add<Store: ReferenceStateStore>(
    to store: Store, _ action: Store.Action, reading: @escaping @Sendable (Store.State) -> Int
  ) throws -> [Int] {
    store.dispatch(action)
    var told: [Int] = []
    let token: FollowToken = store.follow(reading) { told.append($0) }
    withExtendedLifetime(token) {}
    return [try store.read(reading), reading(try store.currentState())]
  }

  @Test func aClassStoreOfAnyKind() async throws {
    let store = ReferenceStore(state: Root(), reducers: Self.blocks(of: Blocks.self))
    #expect(try add(to: store, .add) { $0.count } == [1, 1])
    let values = ValueStore<Int, Act>(initialState: 0) { count, _ in count += 1 }
    typealias Facade = LegacyFacade<ValueStore<Int, Act>, Root>
    let makeRoot: @Sendable (Int) -> sending Facade.State = { count in
      let root = Root()
      root.count = count
      return root
    }
    let facade = Facade(
      values, notificationCenter: NotificationCenter(), makeRoot: makeRoot)
    let action: Facade.Action = .add
    #expect(try add(to: facade, action) { $0.count } == [1, 1])
  }

  private static func blocks<Provider: ReducerProvider>(
    of provider: Provider.Type
  ) -> [ReduceBlock<Provider.State, Provider.Action>] {
    provider.reducers
  }

  private func add<Store: ValueStateStore>(
    to store: Store, _ action: Store.Action
  ) -> [Store.State] {
    var told: [Store.State] = []
    let token: FollowToken = store.follow { told.append($0) }
    store.dispatch(action)
    withExtendedLifetime(token) {}
    return told + [store.state]
  }

  @Test func aValueStoreOfAnyKind() {
    let store = ValueStore<Int, Act>(initialState: 0) { count, _ in count += 1 }
    #expect(add(to: store, .add) == [0, 1, 1])
    var told: [Int] = []
    let token = store.follow { told.append($0) }
    #expect(told == [1])
    withExtendedLifetime(token) {}
  }

  private func tell<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber, _ state: Subscriber.SubscriberStateType
  ) {
    subscriber.newState(state: state)
  }

  private func go<Stack: Router>(_ router: Stack, to routes: [Stack.Route]) {
    router.pop(to: 0)
    router.push(routes)
  }

  private func content(of screen: some ScreenState) -> any ScreenState { screen.content }

  private func payload(of action: some ReduxAction) -> (any Sendable)? { action.payload }

  @Test func whatIsTold() {
    let (listener, stack) = (Listener(), Stack())
    tell(listener, 3)
    #expect(listener.told == [3])
    go(stack, to: [1, 2])
    #expect(stack.shown == [1, 2])
    let screen = Screen(screen: ScreenInstance(window: WindowUUID()))
    #expect(content(of: screen) as? Screen == screen)
    #expect(screen.content.screen == screen.screen)
    #expect(payload(of: Rename(name: "b")) as? String == "b")
  }

  private struct At: AddressedAction {
    let address: ActionAddress?
  }

  private func address(of action: some AddressedAction) -> ActionAddress? { action.address }

  @Test func addresses() {
    let window = WindowUUID()
    let instance = ScreenInstance(window: window)
    #expect(address(of: At(address: .window(window))) == .window(window))
    #expect(window.description == window.rawValue.uuidString)
    #expect(instance.description == "\(window)/\(instance.id.uuidString)")
    #expect(ActionAddress.screen(instance).description == "screen \(instance)")
  }
}
