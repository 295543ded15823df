import ValueRedux

/// A store, seen as a store of a Flux app: registered with a dispatcher, with outputs to observe.
///
/// ```swift
/// let store = FluxStore(appStore, registeredWith: dispatcher)
/// let items = store.behavior { ListOutput(items: $0.items, filter: $0.filter) }
/// let token = items.observe { list in view.show(list) }
/// ```
///
/// An output of several slices is a selection of several parts, and is compared as a whole: nobody ever
/// sees one of them updated and the other not. Outputs are eager: they follow the store from the moment
/// at which they are made, so that nothing that is dispatched before the first observer is lost.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class FluxStore<Base: ValueStateStore> {
  private let base: Base
  private var registration: FollowToken?

  /// Registers a store with a dispatcher.
  ///
  /// - Parameters:
  ///   - base: The store that reduces the actions; kept alive.
  ///   - dispatcher: The dispatcher whose actions it reduces.
  public init(_ base: Base, registeredWith dispatcher: FluxDispatcher<Base.Action>) {
    self.base = base
    registration = dispatcher.register { base.dispatch($0) }
  }

  /// An output that has a value from the start, and tells each observer the present one at once.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func behavior<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isCurrent)
  }

  /// An output that tells a new observer the latest change, if there was one.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func replayingLast<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isLatestChange)
  }

  /// An output that tells an observer of the changes that come after it began to observe.
  ///
  /// - Parameter select: The part of the state that is shown.
  /// - Returns: The output; it follows the store as long as it lives.
  public func publisher<Value: Equatable>(
    _ select: @escaping @MainActor (Base.State) -> Value
  ) -> FluxOutput<Value> {
    FluxOutput(base, select, first: .isNothing)
  }
}
