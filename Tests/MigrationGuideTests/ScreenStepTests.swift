import Foundation
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

// region: screens
struct NoteScreen: ScreenState {
  let screen: ScreenInstance
  var noteID: Int
  var isEditing = false
}

enum ScreensAction: Sendable {
  case screens(ScreenAction<NoteScreen>)
  case edit(ScreenInstance)
  case lockAll
}

extension ScreensAction: AddressedAction {
  var address: ActionAddress? {
    switch self {
    case .screens: nil
    case .edit(let screen): .screen(screen)
    case .lockAll: .all
    }
  }
}

struct ScreensValue: Equatable, Sendable {
  var screens = ActiveScreens<NoteScreen>()

  static let reducer = Reducer<ScreensValue, ScreensAction>.inOrder(
    Reducer<ActiveScreens<NoteScreen>, ScreenAction<NoteScreen>>.showingScreens()
      .scoped(
        to: \.screens,
        action: { action in
          if case .screens(let screens) = action { screens } else { nil }
        }),
    noteScreen.routed(to: \.screens))

  private static let noteScreen = Reducer<NoteScreen, ScreensAction> { screen, action in
    switch action {
    case .edit: screen.isEditing = true
    case .lockAll: screen.isEditing = false
    case .screens: break
    }
  }
}
// endregion

// region: coordinator
@MainActor final class Coordinator: Router {
  private(set) var shown: [Route] = []

  func pop(to depth: Int) {
    shown.removeLast(shown.count - depth)
  }

  func push(_ routes: [Route]) {
    shown += routes
  }
}
// endregion

/// The steps about windows, screens and navigation, run.
@Suite @MainActor struct ScreenStepTests {
  @Test func anActionForOneWindowLeavesTheOtherAlone() {
    // region: windows
    let store = ValueStore(initialState: ScreensValue(), reducer: ScreensValue.reducer)
    let left = ScreenInstance(window: WindowUUID(), id: UUID())
    let right = ScreenInstance(window: WindowUUID(), id: UUID())
    for screen in [left, right] {
      store.dispatch(.screens(.show(NoteScreen(screen: screen, noteID: 1))))
    }
    store.dispatch(.edit(left))
    #expect(store.state.screens[left]?.isEditing == true)
    #expect(store.state.screens[right]?.isEditing == false)
    // endregion
    store.dispatch(.lockAll)
    #expect(store.state.screens.screens.allSatisfy { !$0.isEditing })
  }

  @Test func theStateDrivesTheCoordinator() async {
    let store = MigrationStore(state: AppState(), entries: AppSlices.entries)
    // region: navigation
    let coordinator = Coordinator()
    let driver = RouteDriver(
      store.facade(of: AppSlices.routes), routes: { $0.routes }, router: coordinator)
    store.dispatch(.show(.note(1)))
    await store.settle()
    #expect(coordinator.shown == [.list, .note(1)])
    store.dispatch(.back)
    await store.settle()
    #expect(coordinator.shown == [.list])
    // endregion
    withExtendedLifetime(driver) {}
  }
}
