import Foundation
import Testing

@testable import ValueRedux

@MainActor @Suite struct ActiveScreensTests {
  private let left = WindowUUID()
  private let right = WindowUUID()

  private func makeStore() -> ValueStore<ScreensApp, ScreensAction> {
    ValueStore(initialState: ScreensApp(), reducer: ScreensApp.reducer)
  }

  private func tabs(
    _ store: ValueStore<ScreensApp, ScreensAction>, _ window: WindowUUID
  ) -> TabsState? {
    store.state.screens.state(TabsState.self, in: window)
  }

  private func tabs(
    _ store: ValueStore<ScreensApp, ScreensAction>, _ instance: ScreenInstance
  ) -> TabsState? {
    store.state.screens.screens.first { $0.screen == instance }?.content as? TabsState
  }

  @Test func anActionForOneWindowOrOneInstanceRunsNoReducerOfAnother() {
    let store = makeStore()
    let instances = [left, right, left].map { ScreenInstance(window: $0) }
    for instance in instances { store.dispatch(.showTabs(instance)) }
    for _ in 0..<5 { store.dispatch(.addTab(.window(right))) }
    store.dispatch(.addTab(.screen(instances[0])))
    let states = instances.map { tabs(store, $0) }
    #expect(states.map { $0?.runs } == [1, 5, 0])
    #expect(states.map { $0?.tabs.value } == [1, 5, 0])
    #expect(states.map { $0?.tabs.copies } == [0, 0, 0])
  }

  @Test func anActionForAllReachesEveryWindowAndIsDeliveredWithoutOne() {
    let store = makeStore()
    store.dispatch(.addTab(.all))
    #expect(store.state.screens.undelivered == nil)
    for window in [left, right] {
      store.dispatch(.showTabs(ScreenInstance(window: window)))
      store.dispatch(.showTheme(ScreenInstance(window: window)))
    }
    store.dispatch(.addTab(.all))
    let runs = [left, right].flatMap { window in
      [store.state.screens.state(ThemeState.self, in: window)?.runs, tabs(store, window)?.runs]
    }
    #expect(runs == [1, 1, 1, 1])
    #expect(store.state.screens.undelivered == nil)
  }

  @Test func aLateCloseOfAnOldInstanceLeavesTheNewOneAlone() {
    let store = makeStore()
    let (old, new) = (ScreenInstance(window: left), ScreenInstance(window: left))
    store.dispatch(.showTabs(old))
    store.dispatch(.screens(.close(old)))
    store.dispatch(.showTabs(new))
    store.dispatch(.addTab(.window(left)))
    store.dispatch(.screens(.close(old)))
    #expect(store.state.screens.screens.map(\.screen) == [new])
    #expect(tabs(store, left)?.tabs.value == 1)
  }

  @Test func anActionForAWindowThatIsGoneIsReportedAndHarmless() {
    var reports: [ActionAddress] = []
    let store = makeStore()
    let token = store.subscribe(signal: \.screens.undelivered) { reports.append($0) }
    let gone = ScreenInstance(window: right)
    store.dispatch(.showTabs(ScreenInstance(window: left)))
    store.dispatch(.showTabs(gone))
    store.dispatch(.screens(.closeWindow(right)))
    let before = store.state.screens.screens
    store.dispatch(.addTab(.window(right)))
    store.dispatch(.addTab(.screen(gone)))
    store.dispatch(.addTab(.window(left)))
    store.dispatch(.addTab(.window(right)))
    #expect(reports == [.window(right), .screen(gone), .window(right)])
    token.cancel()
    #expect(store.state.screens.screens.map(\.screen) == before.map(\.screen))
    #expect(tabs(store, left)?.tabs.value == 1)
  }

  @Test func anInstanceThatIsShownAgainKeepsItsPlaceAndLosesItsState() {
    let store = makeStore()
    let instances = (0..<3).map { _ in ScreenInstance(window: left) }
    for instance in instances { store.dispatch(.showTabs(instance)) }
    store.dispatch(.addTab(.all))
    store.dispatch(.showTabs(instances[0]))
    store.dispatch(.showTheme(ScreenInstance(window: left)))
    #expect(store.state.screens.screens.dropLast().map(\.screen) == instances)
    let (first, second) = (instances[0], instances[1])
    #expect(tabs(store, first) == TabsState(screen: first))
    #expect(tabs(store, second)?.tabs.value == 1)
    // Of several instances the one that was shown last is found.
    #expect(tabs(store, left)?.screen == instances[2])
    store.dispatch(.screens(.close(instances[2])))
    #expect(tabs(store, left)?.screen == second)
  }

  @Test func addressesAndNumbersAreCodedAsWhatTheyConsistOf() throws {
    func recoded<Value: Decodable>(_ value: some Encodable) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    let screen = ScreenInstance(window: left)
    let ids = [left.rawValue, screen.id]
    #expect(try recoded(ids) == screen)
    let addresses: [ActionAddress] = [.all, .window(left), .screen(screen)]
    #expect(try recoded(addresses) == addresses)
    #expect(try recoded([left]) == ActionAddress.window(left))
    #expect(try recoded([ActionNumber(7)]) == [7])
    #expect(try recoded([left]) == [left.rawValue])
    #expect(throws: DecodingError.self) { _ = try recoded(ids + ids) as ActionAddress }
  }

  @Test func closingAWindowReturnsHowManyScreensItHad() {
    var screens = ActiveScreens<AppScreen>()
    let instances = [left, right, left].map { ScreenInstance(window: $0) }
    for instance in instances { screens.show(.theme(ThemeState(screen: instance))) }
    #expect(screens.closeWindow(left) == 2)
    #expect(screens.screens.map(\.screen) == [instances[1]])
    #expect(screens.close(instances[0]) == false)
    #expect(screens.close(instances[1]) == true)
  }
}

/// An app with two windows and two kinds of screens, for the tests of routing.
struct ScreensApp: Sendable, Equatable {
  var screens = ActiveScreens<AppScreen>()

  static let reducer = Reducer<ScreensApp, ScreensAction>.combine(
    Reducer<ActiveScreens<AppScreen>, ScreenAction<AppScreen>>.showingScreens()
      .scoped(to: \.screens).scoped(actions: \.asScreenAction),
    AppScreen.reducer.routed(to: \.screens))
}

enum AppScreen: ScreenState {
  case tabs(TabsState)
  case theme(ThemeState)

  var content: any ScreenState {
    switch self {
    case .tabs(let state): state
    case .theme(let state): state
    }
  }

  var screen: ScreenInstance { content.screen }

  static let tabs = CasePath<AppScreen, TabsState>(AppScreen.tabs) {
    if case .tabs(let state) = $0 { state } else { nil }
  }
  static let theme = CasePath<AppScreen, ThemeState>(AppScreen.theme) {
    if case .theme(let state) = $0 { state } else { nil }
  }

  /// No reducer of a screen reads a window.
  static let reducer = Reducer<AppScreen, ScreensAction>.combine(
    TabsState.reducer.scoped(toCase: tabs), ThemeState.reducer.scoped(toCase: theme))
}

struct TabsState: ScreenState {
  let screen: ScreenInstance
  var tabs = Payload()
  var runs = 0

  static let reducer = Reducer<TabsState, ScreensAction> { state, action in
    state.runs += 1
    if case .addTab = action { state.tabs.value += 1 }
  }
}

struct ThemeState: ScreenState {
  let screen: ScreenInstance
  var runs = 0

  static let reducer = Reducer<ThemeState, ScreensAction> { state, _ in state.runs += 1 }
}

enum ScreensAction: AddressedAction, Equatable {
  case screens(ScreenAction<AppScreen>)
  case addTab(ActionAddress)

  var asScreenAction: ScreenAction<AppScreen>? {
    if case .screens(let action) = self { action } else { nil }
  }

  var address: ActionAddress? {
    switch self {
    case .screens: nil
    case .addTab(let address): address
    }
  }

  static func showTabs(_ instance: ScreenInstance) -> Self {
    .screens(.show(.tabs(TabsState(screen: instance))))
  }

  static func showTheme(_ instance: ScreenInstance) -> Self {
    .screens(.show(.theme(ThemeState(screen: instance))))
  }
}
