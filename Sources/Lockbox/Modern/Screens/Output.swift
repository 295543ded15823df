package import ValueRedux

/// A value of the app that changes over time, as a presenter observes it.
///
/// A presenter knows no store: it works on the class store, on the store that migrates, and on the
/// value store, each of which makes its outputs.
@MainActor package struct Output<Value: Equatable> {
  private let subscribe: (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject

  /// Makes the output of a source, which delivers its value at once and then each change.
  package init(
    _ subscribe: @escaping (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject
  ) {
    self.subscribe = subscribe
  }

  /// Makes an output of a source that may deliver equal values in a row, of which it leaves out all
  /// but the first.
  private init(
    withoutRepeats subscribe:
      @escaping (_ receive: @escaping @MainActor (Value) -> Void) ->
      AnyObject
  ) {
    self.subscribe = { receive in
      var last: Value?
      return subscribe { value in
        guard value != last else { return }
        last = value
        receive(value)
      }
    }
  }

  /// Calls `show` with the value at once and after each change, until the result is released.
  package func observe(_ show: @escaping @MainActor (Value) -> Void) -> AnyObject {
    subscribe(show)
  }

  package func map<Other: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Other
  ) -> Output<Other> {
    Output<Other>(withoutRepeats: { [subscribe] receive in subscribe { receive(transform($0)) } })
  }

  /// An output of what a closure makes of the latest values of this output and another.
  package func combined<Other: Equatable, Result: Equatable>(
    with other: Output<Other>, _ combine: @escaping @MainActor (Value, Other) -> Result
  ) -> Output<Result> {
    Output<Result>(withoutRepeats: { [self] receive in
      var (first, second): (Value?, Other?)
      @MainActor func update() {
        if let first, let second { receive(combine(first, second)) }
      }
      let one = observe {
        first = $0
        update()
      }
      let two = other.observe {
        second = $0
        update()
      }
      return Kept([one, two])
    })
  }
}

/// Keeps objects alive for as long as it is kept.
package final class Kept {
  private let objects: [AnyObject]

  package init(_ objects: [AnyObject]) {
    self.objects = objects
  }
}

/// What the stores of the app let its presenters observe.
@MainActor package protocol LockboxStores {
  // The route store.
  var windows: Output<[WindowUUID]> { get }
  /// Drives a root presenter to the screens of its window, until the result is released.
  func drive(_ root: RootPresenter) -> AnyObject
  // The theme store.
  var appearance: Output<Appearance> { get }
  var themeSettings: Output<ThemeChoices> { get }
  // The account store.
  var status: Output<AccountStatus> { get }
  var sync: Output<SyncStatusModel> { get }
  // The data store, and the item list display store.
  var logins: Output<[LoginRecord]> { get }
  func display(in window: WindowUUID) -> Output<ListDisplay?>
}

/// The outputs of stores of values: of a store that migrates, or of the value store.
@MainActor package struct ValueStores: LockboxStores {
  private let theme: Output<ThemeState>
  private let account: Output<SignInState>
  private let navigation: Output<NavigationState>
  private let library: Output<LibraryState>
  private let lists: Output<ItemListsState>
  private let driveRoot: (RootPresenter) -> AnyObject

  /// Makes the outputs; without `drive`, a root presenter receives each stack of routes.
  package init(
    theme: Output<ThemeState>, account: Output<SignInState>, navigation: Output<NavigationState>,
    library: Output<LibraryState>, lists: Output<ItemListsState>,
    drive: ((RootPresenter) -> AnyObject)? = nil
  ) {
    self.theme = theme
    self.account = account
    self.navigation = navigation
    self.library = library
    self.lists = lists
    driveRoot =
      drive ?? { root in
        navigation.map { $0[root.window] }.observe { [weak root] in root?.show($0) }
      }
  }

  package var windows: Output<[WindowUUID]> { navigation.map { $0.windows.map(\.window) } }
  package func drive(_ root: RootPresenter) -> AnyObject { driveRoot(root) }
  package var appearance: Output<Appearance> { theme.map(\.current) }
  package var themeSettings: Output<ThemeChoices> { theme.map(\.choices) }
  package var status: Output<AccountStatus> { account.map(\.status) }

  package var sync: Output<SyncStatusModel> {
    account.map { SyncStatusModel(isSyncing: $0.isSyncing, lastSync: $0.lastSync) }
  }

  package var logins: Output<[LoginRecord]> { library.map(\.logins) }

  package func display(in window: WindowUUID) -> Output<ListDisplay?> {
    lists.map { lists in
      lists[window].map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected,
          notice: list.notice?.event)
      }
    }
  }
}
