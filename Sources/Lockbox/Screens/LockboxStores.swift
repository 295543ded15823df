/// A value of the app that changes over time, as a presenter observes it.
///
/// A presenter knows no store: it works on the class store, on the store that migrates, and on the
/// value store, each of which makes its outputs.
@MainActor struct Output<Value: Equatable> {
  /// Delivers the present value at once and then each change, until the result is released.
  private let subscribe: (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject

  init(_ subscribe: @escaping (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject) {
    self.subscribe = subscribe
  }

  /// Calls `show` with the value at once and after each change, until the result is released.
  func observe(_ show: @escaping @MainActor (Value) -> Void) -> AnyObject {
    var shown: Value?
    return subscribe { value in
      guard value != shown else { return }
      shown = value
      show(value)
    }
  }

  /// An output of what a closure makes of each value.
  func map<Other: Equatable>(_ transform: @escaping @MainActor (Value) -> Other) -> Output<Other> {
    Output<Other> { [subscribe] receive in subscribe { receive(transform($0)) } }
  }
}

/// What the stores of the app let its presenters observe.
@MainActor protocol LockboxStores {
  // The route store.
  var windows: Output<[WindowID]> { get }
  func route(in window: WindowID) -> Output<Route?>
  // The theme store.
  var appearance: Output<Appearance> { get }
  var themeSettings: Output<ThemeSettingsModel> { get }
  // The account store.
  var status: Output<AccountStatus> { get }
  var sync: Output<SyncStatusModel> { get }
  // The data store, and the item list display store.
  var logins: Output<[LoginRecord]> { get }
  func display(in window: WindowID) -> Output<ListDisplay?>
}

/// How one window shows the logins.
struct ListDisplay: Equatable, Sendable {
  var filter: String
  var sort: SortOrder
  /// The login that is open in this window.
  var selected: LoginID?
  var notice: Notice?
}
