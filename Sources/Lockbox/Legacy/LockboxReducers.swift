import LockboxModern
import ReferenceRedux
import ValueRedux

typealias LockboxReduceBlock = ReduceBlock<LockboxState, LockboxAction>

/// The reduce blocks of the legacy app, by concern.
///
/// They run in the order of ``all`` for every action: the library first, since the lists depend on
/// its changes.
enum LockboxReducers {
  static let all: [LockboxReduceBlock] = [account, library, lists, routes, theme]

  /// The copies that an action causes, given the state after it.
  static func copies(_ state: LockboxState, _ action: LockboxAction) -> [Password] {
    guard case .list(.copied(let field, let id, _), _) = action,
      let login = state.library.login(id)?.record
    else { return [] }
    return [login.text(of: field)]
  }

  static let account: LockboxReduceBlock = { state, action in
    let account = state.account
    switch action {
    case .account(.signInStarted(let email)):
      guard case .signedOut = account.status else { return }
      account.status = .signingIn(email: email)
    case .account(.signedIn(let profile, let date)):
      guard case .signingIn = account.status else { return }
      account.status = .signedIn(profile, since: date)
    case .account(.signInFailed(let failure)):
      guard case .signingIn = account.status else { return }
      account.status = .signedOut(after: failure)
    case .account(.locked):
      guard case .signedIn(let profile, _) = account.status else { return }
      account.status = .locked(profile)
    case .account(.unlocked(let date)):
      guard case .locked(let profile) = account.status else { return }
      account.status = .signedIn(profile, since: date)
    case .account(.signedOut):
      account.status = .signedOut(after: nil)
      account.sync.lastSync = nil
    case .sync(.started):
      account.sync.isSyncing = true
    case .sync(.finished(_, let date)):
      account.sync.isSyncing = false
      account.sync.lastSync = date
    case .items, .list, .route, .theme, .window:
      break
    }
  }

  static let library: LockboxReduceBlock = { state, action in
    let library = state.library
    switch action {
    case .items(.imported(let records)):
      library.hold(records)
    case .items(.edited(let id, let edit, let date)):
      library.login(id)?.record.apply(edit, at: date)
    case .items(.deleted(let id)):
      library.remove(id)
    case .list(.copied(_, let id, let date), _):
      library.login(id)?.record.lastUsed = date
    case .sync(.finished(let changes, _)):
      changes.updated.forEach(library.merge)
      changes.deleted.forEach(library.remove)
    case .account, .list, .route, .sync, .theme, .window:
      break
    }
  }

  /// Reduces the list of each window; runs after ``library``.
  static let lists: LockboxReduceBlock = { state, action in
    switch action {
    case .list(let listAction, let window):
      guard let display = state.list(in: window) else { return }
      reduce(listAction, in: display, library: state.library)
    case .route(.pop, let window):
      state.list(in: window)?.selected = nil
      state.list(in: window)?.notice = nil
    case .items, .sync:
      // Deselects a deleted login.
      for list in state.lists {
        list.selected = list.selected.flatMap { list.library?.login($0.record.id) }
      }
    case .account(.locked), .account(.signedOut):
      for list in state.lists { (list.filter, list.selected, list.notice) = ("", nil, nil) }
    case .window(.open(let window)):
      guard state.list(in: window) == nil else { return }
      state.lists.append(ItemListDisplay(window: window, library: state.library))
    case .window(.close(let window)):
      guard window != .main else { return }
      state.lists.removeAll { $0.window == window }
    case .account, .route, .theme:
      break
    }
  }

  private static func reduce(
    _ action: ItemListAction, in display: ItemListDisplay, library: LoginLibrary
  ) {
    display.notice = nil
    switch action {
    case .filter(let text): display.filter = text
    case .sort(let order): display.sort = order
    case .open(let id): display.selected = library.login(id)
    case .copied(let field, let id, _):
      guard library.login(id) != nil else { return }
      display.notice = .copied(field)
      display.noticeCount += 1
    }
  }

  /// Reduces the screens of each window; runs after ``account``.
  static let routes: LockboxReduceBlock = { state, action in
    let (windows, isSignedIn) = (state.routes, state.account.status.isSignedIn)
    switch action {
    case .account(.signedIn), .account(.unlocked):
      guard isSignedIn else { return }
      for window in windows where window.stack.first != .list { window.stack = [.list] }
    case .account(.locked), .account(.signedOut):
      for window in windows { window.stack = [.welcome] }
    case .list(.open(let id), let windowID):
      push(.detail(id), onto: state.routes(in: windowID))
    case .route(.push(let route), let id):
      push(route, onto: state.routes(in: id))
    case .route(.pop, let id):
      guard let window = state.routes(in: id), window.stack.count > 1 else { return }
      window.stack.removeLast()
    case .items(.deleted(let id)):
      for window in windows { window.stack.removeAll { $0 == .detail(id) } }
    case .window(.open(let id)):
      guard state.routes(in: id) == nil else { return }
      state.routes.append(WindowRoutes(window: id, root: isSignedIn ? .list : .welcome))
    case .window(.close(let id)):
      guard id != .main else { return }
      state.routes.removeAll { $0.window == id }
    case .account, .items, .list, .sync, .theme:
      break
    }
  }

  /// Details and settings open over the list only.
  private static func push(_ route: Route, onto window: WindowRoutes?) {
    guard let window, window.stack.last == .list, route != .list, route != .welcome else { return }
    window.stack.append(route)
  }

  static let theme: LockboxReduceBlock = { state, action in
    let theme = state.theme
    switch action {
    case .theme(.useSystemAppearance(let isOn)):
      theme.choices.usesSystemAppearance = isOn
    case .theme(.chooseManually(let appearance)):
      theme.choices.manual = appearance
      theme.choices.brightness = .off(remembered: theme.choices.brightness.threshold)
    case .theme(.followBrightness(let isOn)):
      let threshold = theme.choices.brightness.threshold
      theme.choices.brightness = isOn ? .darkBelow(threshold) : .off(remembered: threshold)
    case .theme(.setThreshold(let value)):
      theme.choices.brightness = theme.choices.brightness.with(threshold: min(max(value, 0), 1))
    case .theme(.systemAppearanceChanged(let appearance)):
      theme.systemAppearance = appearance
    case .theme(.screenBrightnessChanged(let value)):
      theme.screenBrightness = min(max(value, 0), 1)
    case .account(.signedOut):
      // The reports of the device stay.
      theme.choices = ThemeChoices()
    case .account, .items, .list, .route, .sync, .window:
      return
    }
    theme.updateCurrent()
  }
}
