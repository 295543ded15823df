import Foundation
import Testing
import ValueRedux

private enum Tap: Sendable {
  case tap
}

private protocol AnyTap: Sendable {}
extension Tap: AnyTap {}

private struct Row: Sendable, Equatable {
  let id: Int
  var taps = 0
}

private struct Screen: ScreenState {
  let screen: ScreenInstance
  var taps = 0
}

private struct Root: Sendable, Equatable {
  var rows: [Row] = []
  var named: [String: Int] = [:]
  var maybe: Int? = 0
  var mode = Mode.off
  var screens = ActiveScreens<Screen>()
}

private enum Mode: Sendable, Equatable {
  case off
  case on(Int)
}

private enum RootAction: AddressedAction {
  case row(Int), named(String), tap
  case screens(ScreenAction<Screen>)
  case at(ActionAddress)

  var address: ActionAddress? {
    if case .at(let address) = self { address } else { nil }
  }

  var asTap: Tap? {
    if case .tap = self { .tap } else { nil }
  }
}

/// What an app may call of the reducers and screens of ValueRedux, called once.
@Suite struct ReducerInterfaceTests {
  private static let counting = Reducer<Int, Tap> { count, _ in count += 1 }

  @Test func reducing() {
    var count = 0
    Self.counting.reduce(&count, .tap)
    Self.counting.reduce(&count, .tap, number: ActionNumber(2))
    Reducer<Int, Tap>(consuming: { count, _ in count + 1 }).reduce(&count, .tap)
    Reducer<Int, Tap>.combine([Self.counting]).reduce(&count, .tap)
    Reducer<Int, any AnyTap>.combine(Self.counting.scoped(actions: (any AnyTap).self))
      .reduce(&count, Tap.tap)
    #expect(count == 5)
  }

  @Test func combining() {
    let row = Reducer<Row, Tap> { row, _ in row.taps += 1 }
    let on = CasePath(Mode.on) { mode in if case .on(let count) = mode { count } else { nil } }
    let app = Reducer<Root, RootAction>.combine(
      row.forEach(in: \.rows, id: \.id) { (action: RootAction) in
        if case .row(let id) = action { (id, .tap) } else { nil }
      },
      Self.counting.forEach(in: \.named) { (action: RootAction) in
        if case .named(let name) = action { (name, .tap) } else { nil }
      },
      Self.counting.optional().scoped(to: \.maybe, action: \.asTap),
      Self.counting.scoped(toCase: on).scoped(to: \.mode).scoped(actions: \.asTap),
      Self.counting.scoped(toCase: on, action: CasePath({ _ in .tap }, extract: { $0.asTap }))
        .scoped(to: \.mode))
    var root = Root(rows: [Row(id: 7)], named: ["a": 0], mode: on(1))
    for action in [RootAction.row(7), .named("a"), .tap] { app.reduce(&root, action) }
    #expect(root.rows == [Row(id: 7, taps: 1)])
    #expect(root.named == ["a": 1])
    #expect(root.maybe == 1)
    #expect(on.payload(of: root.mode) == 3)
    on.modify(&root.mode) { $0 = 9 }
    #expect(root.mode == .on(9))
  }

  @Test @MainActor func routing() {
    let app = Reducer<Root, RootAction>.combine(
      Reducer<ActiveScreens<Screen>, ScreenAction<Screen>>.showingScreens().scoped(
        to: \.screens,
        action: { action in
          if case .screens(let screens) = action { screens } else { nil }
        }),
      Reducer<Screen, RootAction> { screen, _ in screen.taps += 1 }.routed(to: \.screens))
    var undelivered: [ActionAddress] = []
    let store = ValueStore(
      initialState: Root(), reducer: app,
      middlewares: [.reportingUndelivered(in: \.screens) { undelivered.append($1) }])
    let window = WindowUUID()
    let instance = ScreenInstance(window: window)
    store.dispatch(.screens(.show(Screen(screen: instance))))
    for address in [ActionAddress.all, .window(window), .screen(instance)] {
      #expect(address.includes(instance))
      store.dispatch(.at(address))
    }
    #expect(store.state.screens[instance]?.taps == 3)
    store.dispatch(.at(.window(WindowUUID(UUID()))))
    #expect(undelivered.count == 1)
    #expect(store.state.screens.undelivered?.event == undelivered.first)
    store.dispatch(.screens(.close(instance)))
    store.dispatch(.screens(.closeWindow(window)))
    #expect(store.state.screens.isEmpty)
  }

  @Test func screens() {
    var screens = ActiveScreens<Screen>()
    let first = ScreenInstance(window: WindowUUID(), id: UUID())
    screens.show(Screen(screen: first))
    #expect(screens.count == 1)
    #expect(screens.instances == [first])
    #expect(screens.screens.map(\.content.screen) == [first])
    #expect(screens.screens(in: first.window).map(\.screen.id) == [first.id])
    #expect(screens.contains(first))
    #expect(screens.state(Screen.self, in: first.window) == screens.state(Screen.self, of: first))
    let wasShown = screens.close(first)
    #expect(wasShown)
    let closed = screens.closeWindow(first.window)
    #expect(closed == 0)
  }
}
