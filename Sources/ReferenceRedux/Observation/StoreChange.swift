/// What an observer of a store is told: how far the store had come.
///
/// It carries no state, as the notification does not: whoever wants to see the state asks for it,
/// and gets it as it is then, perhaps newer than this change.
///
/// ## Thread safety
///
/// A value: safe from any thread.
public struct StoreChange: Sendable, Equatable {
  /// How many actions the store had reduced when it told its observers.
  public let actionsReduced: Int

  /// Makes a change that was told after so many actions.
  ///
  /// - Parameter actionsReduced: the number of actions reduced until then.
  public init(actionsReduced: Int) {
    self.actionsReduced = actionsReduced
  }
}
