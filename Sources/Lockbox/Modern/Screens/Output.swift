package import ValueRedux

/// A value of the app that changes over time, as a presenter observes it.
///
/// A presenter knows no store: it works on the class store, on the store that migrates, and on the
/// value store, each of which makes its outputs.
@MainActor package struct Output<Value: Equatable> {
  private let subscribe: (_ receive: @escaping @MainActor (Value) -> Void) -> Any

  /// Makes the output of a source, which delivers its value at once and then each change.
  package init(
    _ subscribe: @escaping (_ receive: @escaping @MainActor (Value) -> Void) -> Any
  ) {
    self.subscribe = subscribe
  }

  /// A closure that passes on each value but those that equal the one before.
  private static func skippingRepeats(
    _ receive: @escaping @MainActor (Value) -> Void
  ) -> @MainActor (Value) -> Void {
    var last: Value?
    return { value in
      guard value != last else { return }
      last = value
      receive(value)
    }
  }

  /// Calls `show` with the value at once and after each change, until the result is released.
  package func observe(_ show: @escaping @MainActor (Value) -> Void) -> Any {
    subscribe(show)
  }

  package func map<Other: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Other
  ) -> Output<Other> {
    Output<Other> { [subscribe] receive in
      let receive = Output<Other>.skippingRepeats(receive)
      return subscribe { receive(transform($0)) }
    }
  }

  /// An output of what a closure makes of the latest values of this output and another.
  package func combined<Other: Equatable, Result: Equatable>(
    with other: Output<Other>, _ combine: @escaping @MainActor (Value, Other) -> Result
  ) -> Output<Result> {
    Output<Result> { [self] receive in
      let receive = Output<Result>.skippingRepeats(receive)
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
      return [one, two]
    }
  }
}

/// What the stores of the app let its presenters observe.
@MainActor package protocol LockboxStores {
  // The route store.
  var windows: Output<[WindowUUID]> { get }
  /// Drives a root presenter to the screens of its window, until the result is released.
  func drive(_ root: RootPresenter) -> Any
  // The theme store.
  var appearance: Output<Appearance> { get }
  var themeSettings: Output<ThemeChoices> { get }
  // The account store.
  var status: Output<AccountStatus> { get }
  var sync: Output<SyncStatus> { get }
  // The data store, and the item list display store.
  var logins: Output<[LoginRecord]> { get }
  func display(in window: WindowUUID) -> Output<ListDisplay?>
}

/// A store whose state is a value: one that migrates, or the value store.
@MainActor package protocol ValueStores: LockboxStores {
  func output<Value: Equatable & Sendable>(
    of select: @escaping @MainActor (ModernState) -> Value
  ) -> Output<Value>
}

extension ValueStores {
  package var windows: Output<[WindowUUID]> { output { $0.navigation.windows.map(\.window) } }

  package func drive(_ root: RootPresenter) -> Any {
    let window = root.window
    return output { $0.navigation[window] }.observe { [weak root] in root?.show($0) }
  }

  package var appearance: Output<Appearance> { output(of: \.theme.current) }
  package var themeSettings: Output<ThemeChoices> { output(of: \.theme.choices) }
  package var status: Output<AccountStatus> { output(of: \.account.status) }
  package var sync: Output<SyncStatus> { output(of: \.account.sync) }
  package var logins: Output<[LoginRecord]> { output(of: \.library.logins) }

  package func display(in window: WindowUUID) -> Output<ListDisplay?> {
    output { state in
      state.lists[window].map { list in
        ListDisplay(
          filter: list.filter, sort: list.sort, selected: list.selected,
          notice: list.notice?.event)
      }
    }
  }
}
