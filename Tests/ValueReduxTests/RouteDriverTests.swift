import Testing
import ValueRedux

@MainActor @Suite struct RouteDriverTests {
  final class Screens: Router {
    var log: [String] = []
    var stack: [String] = []
    var didMove: () -> Void = {}

    func pop(to depth: Int) {
      log.append("pop \(depth)")
      stack.removeLast(stack.count - depth)
    }

    func push(_ routes: [String]) {
      log.append("push \(routes.joined(separator: " "))")
      stack += routes
      didMove()
    }
  }

  let store = ValueStore(
    initialState: ["list"],
    reducer: Reducer { (stack: inout [String], next: [String]) in
      stack = next
    })

  @Test func theRouterGoesWhereTheStateSays() {
    let screens = Screens()
    let driver = RouteDriver(store, routes: { $0 }, router: screens)
    store.dispatch(["list", "detail", "edit"])
    store.dispatch(["list", "detail", "edit"])
    store.dispatch(["list", "settings"])
    store.dispatch(["list"])
    store.dispatch(["welcome"])
    store.dispatch(["list", "detail"])
    // A move that the router made by itself is not made again.
    screens.stack.removeLast()
    driver.routerDidGo(to: ["list"])
    store.dispatch(["list"])
    #expect(
      screens.log == [
        "push list", "push detail edit", "pop 1", "push settings", "pop 1", "pop 0", "push welcome",
        "pop 0", "push list detail",
      ])
    #expect(screens.stack == driver.shown)
  }

  /// A router may say at once that it went elsewhere, or cause a further change.
  @Test func whatTheRouterSaysWhileItMovesCounts() {
    let screens = Screens()
    let driver = RouteDriver(store, routes: { $0 }, router: screens)
    screens.didMove = { [store] in
      screens.didMove = {}
      #expect(driver.shown == ["list", "detail"])
      driver.routerDidGo(to: ["list"])
      store.dispatch(["list", "settings"])
    }
    store.dispatch(["list", "detail"])
    #expect(driver.shown == ["list", "settings"])
  }

  @Test func aRouterThatIsGoneIsNotKept() {
    weak var gone: Screens?
    let driver: RouteDriver<Screens>
    do {
      let screens = Screens()
      gone = screens
      driver = RouteDriver(store, routes: { $0 }, router: screens)
    }
    #expect(gone == nil)
    store.dispatch(["welcome"])
    #expect(driver.shown == ["list"])
  }
}
