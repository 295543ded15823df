package import ValueRedux

/// A value of the app that changes over time, as a presenter observes it.
@MainActor package struct Output<Value: Equatable> {
  private let subscribe: (_ receive: @escaping @MainActor (Value) -> Void) -> Any

  /// Makes the output of a source, which delivers its value at once and then each change.
  package init(
    _ subscribe: @escaping (_ receive: @escaping @MainActor (Value) -> Void) -> Any
  ) {
    self.subscribe = subscribe
  }

  /// Calls `show` with the value at once and after each change, until the result is released.
  package func observe(_ show: @escaping @MainActor (Value) -> Void) -> Any {
    subscribe(show)
  }

  package func map<Other: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Other
  ) -> Output<Other> {
    Output<Other> { [subscribe] receive in
      var last: Other?
      return subscribe {
        let value = transform($0)
        guard value != last else { return }
        last = value
        receive(value)
      }
    }
  }
}

/// What the presenters read of the app's state: of its classes, or of its values.
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
  func output<Value: Equatable & Sendable>(
    of select: @escaping @Sendable (any ShownState) -> Value
  ) -> Output<Value>

  /// Drives a root presenter to the screens of its window, until the result is released.
  func drive(_ root: RootPresenter) -> Any
}
