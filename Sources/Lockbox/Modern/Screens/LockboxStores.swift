package import ValueRedux

/// The app's state as the presenters read it: of its classes, or of its values.
package protocol ShownState {
  var openWindows: [WindowUUID] { get }
  /// The screens of a window, from the root to the one on top.
  func stack(of window: WindowUUID) -> [Route]
  var appearance: Appearance { get }
  var themeChoices: ThemeChoices { get }
  var status: AccountStatus { get }
  var sync: SyncStatus { get }
  var logins: [LoginRecord] { get }
  func listState(of window: WindowUUID) -> ItemListState?
}

/// The stores of the app, as its presenters know them.
///
/// A presenter knows no store: it works on the class store, on the store that migrates, and on the
/// value store.
@MainActor package protocol LockboxStores {
  /// Calls `show` with a part of the state at once and after each change, until the result is released.
  func observe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (any ShownState) -> Value,
    _ show: @escaping @MainActor (Value) -> Void
  ) -> Any

  /// Drives a root presenter to the screens of its window, until the result is released.
  func drive(_ root: RootPresenter) -> Any
}
