/// A value of the app that changes over time, as a presenter observes it.
///
/// A presenter knows no store: it works on the class store, on the store that migrates, and on the
/// value store, each of which makes its outputs.
@MainActor package struct Output<Value: Equatable> {
  /// Delivers the present value at once and then each change, until the result is released.
  private let subscribe: (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject

  package init(
    _ subscribe: @escaping (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject
  ) {
    self.subscribe = subscribe
  }

  /// Calls `show` with the value at once and after each change, until the result is released.
  package func observe(_ show: @escaping @MainActor (Value) -> Void) -> AnyObject {
    var shown: Value?
    return subscribe { value in
      guard value != shown else { return }
      shown = value
      show(value)
    }
  }

  /// An output of what a closure makes of each value.
  package func map<Other: Equatable>(_ transform: @escaping @MainActor (Value) -> Other) -> Output<
    Other
  > {
    Output<Other> { [subscribe] receive in subscribe { receive(transform($0)) } }
  }
}

extension Output {
  /// An output of what a closure makes of the latest values of this output and another.
  package func combined<Other: Equatable, Result: Equatable>(
    with other: Output<Other>, _ combine: @escaping @MainActor (Value, Other) -> Result
  ) -> Output<Result> {
    Output<Result> { [self] receive in
      var (first, second): (Value?, Other?)
      @MainActor func update() {
        if let first, let second { receive(combine(first, second)) }
      }
      return ObservationPair(
        subscribe {
          first = $0
          update()
        },
        other.subscribe {
          second = $0
          update()
        })
    }
  }
}

/// Two observations that end together.
private final class ObservationPair {
  private let first: AnyObject
  private let second: AnyObject

  init(_ first: AnyObject, _ second: AnyObject) {
    self.first = first
    self.second = second
  }
}

/// What the stores of the app let its presenters observe.
@MainActor package protocol LockboxStores {
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
package struct ListDisplay: Equatable, Sendable {
  package var filter: String
  package var sort: SortOrder
  /// The login that is open in this window.
  package var selected: LoginID?
  package var notice: Notice?

  package init(filter: String, sort: SortOrder, selected: LoginID?, notice: Notice?) {
    self.filter = filter
    self.sort = sort
    self.selected = selected
    self.notice = notice
  }
}
