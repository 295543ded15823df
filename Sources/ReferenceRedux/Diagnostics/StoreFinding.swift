public import ObjectGraph

/// What the diagnostics of a store found.
///
/// ## Thread safety
///
/// A value: safe from any thread.
public enum StoreFinding: Sendable, CustomStringConvertible {
  /// Somebody kept a reference into the state and wrote through it: where the state differs, and
  /// the last action before that, if there was one.
  case changedOutsideDispatch([GraphDifference], after: ActionRecord?)

  /// The reduce block at `index` of the store's array took `duration` for `action`.
  case slowReducer(index: Int, duration: Duration, action: ActionRecord)

  /// A snapshot lacks properties that the state has: a coding forgets them.
  case incompleteCopy(IncompleteCopyError)

  /// The state could not be copied or compared, so that nothing can be said.
  case cannotCheck(any Error)

  /// One line on what was found, with the place and the action.
  public var description: String {
    switch self {
    case .changedOutsideDispatch(let differences, let record):
      let paths = differences.prefix(3).map { $0.path.isEmpty ? "the root" : "`\($0.path)`" }
      let more = differences.count > 3 ? " and \(differences.count - 3) more" : ""
      let time = record.map { "after \($0)" } ?? "before the first action"
      return "changed outside dispatch at \(paths.joined(separator: ", "))\(more), \(time)"
    case .slowReducer(let index, let duration, let action):
      return "reduce block \(index) took \(duration) for \(action)"
    case .incompleteCopy(let error):
      return "a snapshot is not complete: \(error)"
    case .cannotCheck(let error):
      return "the state cannot be checked: \(error)"
    }
  }
}
