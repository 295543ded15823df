import Foundation
import ValueRedux

/// An app with two windows and two kinds of screens, for the tests of routing.
struct ScreensApp: Sendable, Equatable {
  var screens = ActiveScreens<AppScreen>()
  var reduced = 0

  static let reducer = Reducer<ScreensApp, ScreensAction>.combine(
    Reducer { state, _ in state.reduced += 1 },
    Reducer<ActiveScreens<AppScreen>, ScreenAction<AppScreen>>.showingScreens()
      .scoped(to: \.screens, action: \.asScreenAction),
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
  var isDark = false

  static let reducer = Reducer<ThemeState, ScreensAction> { state, action in
    if case .setDark(let isDark, _) = action { state.isDark = isDark }
  }
}

enum ScreensAction: AddressedAction, Equatable {
  case screens(ScreenAction<AppScreen>)
  case addTab(ActionAddress)
  case setDark(Bool, ActionAddress)

  var asScreenAction: ScreenAction<AppScreen>? {
    if case .screens(let action) = self { action } else { nil }
  }

  var address: ActionAddress? {
    switch self {
    case .screens: nil
    case .addTab(let address), .setDark(_, let address): address
    }
  }

  static func showTabs(_ instance: ScreenInstance) -> Self {
    .screens(.show(.tabs(TabsState(screen: instance))))
  }

  static func showTheme(_ instance: ScreenInstance) -> Self {
    .screens(.show(.theme(ThemeState(screen: instance))))
  }
}
