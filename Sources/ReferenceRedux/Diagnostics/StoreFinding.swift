/// What the diagnostics of a store found.
///
/// ## Thread safety
///
/// A value: safe from any thread.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// The reduce block at `index` of the store's array took `duration` for `action`.
  case slowReducer(index: Int, duration: Duration, action: ActionRecord)

  /// One line on what was found, with the place and the action.
  public var description: String {
    switch self {
    case .slowReducer(let index, let duration, let action):
      return "reduce block \(index) took \(duration) for \(action)"
    }
  }
}
