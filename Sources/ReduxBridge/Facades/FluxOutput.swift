/// A value of a ``FluxStore`` that changes over time, and can be observed.
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public final class FluxOutput<Value: Equatable> {
  /// What a new observer is told first.
  enum First {
    case isCurrent, isLatestChange, isNothing
  }

  /// The present value.
  public private(set) var value: Value

  private let store: AnyObject
  private let first: First
  private var hasChanged = false
  private var observers: [(id: Int, tell: (Value) -> Void)] = []
  private var lastID = 0
  private var following: FollowToken?

  init<Base: ValueStateStore>(
    _ base: Base, _ select: @escaping @MainActor (Base.State) -> Value, first: First
  ) {
    store = base
    value = select(base.state)
    self.first = first
    following = base.follow { [weak self] in self?.update(select($0)) }
  }

  /// Tells of the value, whenever it has changed.
  ///
  /// - Parameter tell: Is handed the value; whether at once as well is what kinds of outputs differ in.
  /// - Returns: A token; nothing is told after it is released.
  public func observe(_ tell: @escaping @MainActor (Value) -> Void) -> FollowToken {
    lastID += 1
    let id = lastID
    observers.append((id, tell))
    switch first {
    case .isCurrent: tell(value)
    case .isLatestChange: if hasChanged { tell(value) }
    case .isNothing: break
    }
    return FollowToken(onMainActor: { [weak self] in self?.remove(id) })
  }

  private func update(_ newValue: Value) {
    guard newValue != value else { return }
    value = newValue
    hasChanged = true
    for observer in observers where observers.contains(where: { $0.id == observer.id }) {
      observer.tell(newValue)
    }
  }

  private func remove(_ id: Int) {
    observers.removeAll { $0.id == id }
  }
}
