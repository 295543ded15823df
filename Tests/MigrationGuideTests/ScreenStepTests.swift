import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: screens
extension AppAction: AddressedAction {
  var address: ActionAddress? {
    switch self {
    case .edit(let id): .window(WindowUUID(id))
    case .lockAll: .all
    default: nil
    }
  }
}

struct NoteScreen: ScreenState {
  let screen: ScreenInstance
  var noteID: Int
  var isEditing = false

  init(window id: UUID, noteID: Int, isEditing: Bool = false) {
    screen = ScreenInstance(window: WindowUUID(id), id: id)
    self.noteID = noteID
    self.isEditing = isEditing
  }

  static let reducer = Reducer<NoteScreen, AppAction> { screen, action in
    switch action {
    case .edit: screen.isEditing = true
    case .lockAll: screen.isEditing = false
    default: break
    }
  }
}

struct WindowsValue: Equatable, Sendable {
  var screens = ActiveScreens<NoteScreen>()

  static let reducer = Reducer<WindowsValue, AppAction>.combine(
    Reducer<ActiveScreens<NoteScreen>, ScreenAction<NoteScreen>>.showingScreens()
      .scoped(to: \.screens)
      .scoped(actions: { action in
        switch action {
        case .openWindow(let id, let noteID): .show(NoteScreen(window: id, noteID: noteID))
        case .closeWindow(let id): .closeWindow(WindowUUID(id))
        default: nil
        }
      }),
    NoteScreen.reducer.routed(to: \.screens))
}
// endregion

// region: windows-slice
extension WindowsValue {
  static let projection = Projection<AppState, [NoteScreen]>.list(
    \.windows, objectID: \.id, valueID: \.screen.id,
    element: Projection<NoteWindow, NoteScreen>(
      read: { NoteScreen(window: $0.id, noteID: $0.noteID, isEditing: $0.isEditing) },
      write: { window, screen in
        window.noteID = screen.noteID
        window.isEditing = screen.isEditing
      }),
    make: { NoteWindow(id: $0.screen.id, noteID: $0.noteID) }
  ).map(
    { screens in
      var value = WindowsValue()
      for screen in screens { value.screens.show(screen) }
      return value
    }, back: { $0.screens.screens })

  static let isolation = WindowIsolation<AppAction, WindowsValue>(
    target: { action in
      if case .window(let window) = action.address { window } else { nil }
    },
    parts: { Dictionary(grouping: $0.screens.screens, by: \.screen.window) })
}

extension AppSlices {
  static let windows = StateSlice(
    "windows", projection: WindowsValue.projection, legacy: [AppReducers.windows],
    reducer: WindowsValue.reducer
  ).windows(WindowsValue.isolation).allowing(
    "screens.undelivered", because: "the old side does not note it")
}
// endregion

@MainActor final class Coordinator: Router {
  private(set) var shown: [Route] = []

  func pop(to depth: Int) { shown.removeLast(shown.count - depth) }

  func push(_ routes: [Route]) { shown += routes }
}

/// Runs the code of the pages on windows and navigation.
@Suite @MainActor struct ScreenStepTests {
  @Test func anActionForOneWindowLeavesTheOtherAlone() throws {
    // region: windows
    let (left, right) = (UUID(), UUID())
    let check = ParityCheck([.slice(AppSlices.windows)]) { AppState() }
    let actions: [AppAction] = [
      .openWindow(left, noteID: 1), .openWindow(right, noteID: 2), .edit(window: left),
      .lockAll, .edit(window: right), .closeWindow(left), .edit(window: left),
    ]
    let report = try check.run(.list(actions))
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.ledger.total(of: AppSlices.windows).excused == 1)
    // endregion
    #expect(report.ledger.total(of: AppSlices.windows).matched == 6)
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
