/// Why a stage was not changed.
///
/// ## Thread safety
/// A value; safe from any thread.
public enum MigrationError: Error, Sendable, Equatable {
  /// The store has no slice of this name.
  case unknownSlice(String, known: [String])
  /// The ledger does not show yet what the slice's gate asks for.
  case gateClosed(slice: String, stage: Stage, unmet: [String])
  /// The values were to be collected while slices had not been migrated yet.
  case notMigrated([String])
}

extension MigrationError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unknownSlice(let name, let known):
      "There is no slice named \"\(name)\"; this store has \(known.joined(separator: ", "))."
    case .gateClosed(let slice, let stage, let unmet):
      "Slice \"\(slice)\" may not be promoted to \(stage.rawValue) yet: "
        + "\(unmet.joined(separator: "; ")). To promote it all the same, give a reason."
    case .notMigrated(let names):
      "These slices are not migrated yet: \(names.joined(separator: ", "))."
    }
  }
}
