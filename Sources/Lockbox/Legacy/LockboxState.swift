import Foundation
import LockboxModern
import ObjectGraph
import ValueRedux

/// The state of the legacy app: one graph of classes, mutated in place by the reduce blocks.
final class LockboxState: Codable {
  var account = AccountState()
  var library = LoginLibrary()
  /// The list of each window, in the order in which the windows were opened.
  var lists: [ItemListDisplay] = []
  /// The screens of each window, in the same order.
  var routes: [WindowRoutes] = []
  var theme = ThemeSettings()

  /// The state of a newly started app: signed out, without logins, one window.
  init() {
    lists.append(ItemListDisplay(window: .main, library: library))
    routes.append(WindowRoutes(window: .main, root: .welcome))
  }

  func list(in window: WindowUUID) -> ItemListDisplay? {
    lists.first { $0.window == window }
  }

  func routes(in window: WindowUUID) -> WindowRoutes? {
    routes.first { $0.window == window }
  }

  convenience init(logins: [LoginRecord]) {
    self.init()
    for block in LockboxReducers.all { block(self, .items(.imported(logins))) }
  }
}

extension LockboxState: ShownState {
  var openWindows: [WindowUUID] { routes.map(\.window) }
  func stack(of window: WindowUUID) -> [Route] { routes(in: window)?.stack ?? [] }
  var appearance: Appearance { theme.current }
  var themeChoices: ThemeChoices { theme.choices }
  var status: AccountStatus { account.status }
  var sync: SyncStatus { account.sync }
  var logins: [LoginRecord] { library.records }
  func listState(of window: WindowUUID) -> ItemListState? {
    list(in: window).map(ItemListState.init)
  }
}

final class AccountState: Codable {
  var status = AccountStatus.signedOut(after: nil)
  var sync = SyncStatus()
}

/// How one window shows the library.
final class ItemListDisplay: Codable {
  let window: WindowUUID
  var filter = ""
  var sort = SortOrder.title
  var selected: LoginItem?
  var notice: Notice?
  /// The number of notices so far, which distinguishes two equal ones in a row.
  var noticeCount: UInt64 = 0

  @BackReference var library: LoginLibrary?

  init(window: WindowUUID, library: LoginLibrary) {
    self.window = window
    self.library = library
  }
}

/// The screens of one window, from the root to the one on top.
final class WindowRoutes: Codable {
  let window: WindowUUID
  var stack: [Route]

  init(window: WindowUUID, root: Route) {
    self.window = window
    stack = [root]
  }
}

final class ThemeSettings: Codable {
  var choices = ThemeChoices()
  var systemAppearance = Appearance.light
  var screenBrightness = 0.8
  /// The appearance of every screen; ``updateCurrent()`` sets it.
  var current = Appearance.light

  /// Derives the appearance from the inputs; to be called after each change of one.
  func updateCurrent() {
    switch choices.brightness {
    case _ where choices.usesSystemAppearance: current = systemAppearance
    case .off: current = choices.manual
    case .darkBelow(let threshold): current = screenBrightness < threshold ? .dark : .light
    }
  }
}

// Plain copies of these values are deep ones.
extension AccountStatus: CopiedByValue {}
extension Appearance: CopiedByValue {}
extension LoginRecord: CopiedByValue {}
extension Notice: CopiedByValue {}
extension Password: CopiedByValue {}
extension Route: CopiedByValue {}
extension LockboxModern.SortOrder: CopiedByValue {}
extension SyncStatus: CopiedByValue {}
extension ThemeChoices: CopiedByValue {}

extension ItemListState {
  init(_ display: ItemListDisplay) {
    self.init(window: display.window)
    filter = display.filter
    sort = display.sort
    selected = display.selected?.record.id
    notice = display.notice.map { Signal($0, at: ActionNumber(display.noticeCount)) }
    notices = display.noticeCount
  }
}
