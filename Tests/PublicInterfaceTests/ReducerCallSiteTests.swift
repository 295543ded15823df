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

/// A user's screen.
private struct Screen: ScreenState {
  let screen: ScreenInstance
  var taps = 0
}

private enum Mode: Sendable, Equatable {
  case off
  case on(Int)
}

private struct Root: Sendable, Equatable {
  var rows: [Row] = []
  var maybe: Int? = 0
  var mode = Mode.off
  var screens = ActiveScreens<Screen>()
}

private enum RootAction: AddressedAction {
  case row(Int), tap
  case screens(ScreenAction<Screen>)
  case at(ActionAddress)

  var address: ActionAddress? {
    if case .at(let address) = self { address } else { nil }
  }

  var asTap: Tap? {
    if case .tap = self { .tap } else { nil }
  }
}

/// How an app composes reducers of its own types.
@Suite struct ReducerCallSiteTests {
  private static let counting = Reducer<Int, Tap> { count, _ in count += 1 }

  @Test func featuresAreScopedIntoAnApp() {
    let row = Reducer<Row, Tap> { row, _ in row.taps += 1 }
    let on = CasePath(Mode.on) { mode in if case .on(let count) = mode { count } else { nil } }
    let app = Reducer<Root, RootAction>.combine(
      row.forEach(in: \.rows, id: \.id) { (action: RootAction) in
        if case .row(let id) = action { (id, .tap) } else { nil }
      },
      Self.counting.optional().scoped(to: \.maybe, action: \.asTap),
      Self.counting.scoped(toCase: on).scoped(to: \.mode).scoped(actions: \.asTap))
    var root = Root(rows: [Row(id: 7)], mode: .on(1))
    for action in [RootAction.row(7), .tap] { app.reduce(&root, action) }
    #expect(root.rows == [Row(id: 7, taps: 1)])
    #expect(root.maybe == 1)
    #expect(root.mode == .on(2))
  }

  @Test func actionsOfAProtocolAreScoped() {
    var count = 0
    Reducer<Int, any AnyTap>.combine(Self.counting.scoped(actions: (any AnyTap).self))
      .reduce(&count, Tap.tap)
    #expect(count == 1)
  }

  @Test @MainActor func addressedActionsReachScreens() {
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
    let instance = ScreenInstance(window: WindowUUID())
    store.dispatch(.screens(.show(Screen(screen: instance))))
    store.dispatch(.at(.window(instance.window)))
    store.dispatch(.at(.window(WindowUUID())))
    #expect(store.state.screens[instance]?.taps == 1)
    #expect(undelivered.count == 1)
  }
}
