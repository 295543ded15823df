/// A law that every projection has to obey.
///
/// ## Thread safety
/// A value; safe from any thread.
public enum ProjectionLaw: String, Sendable, CaseIterable {
  /// Reading changes nothing, and gives the same value twice.
  case readIsPure = "read changes nothing"
  /// Writing back what was read changes nothing.
  case writeOfReadIsIdentity = "writing what was read changes nothing"
  /// What was written is read.
  case readGivesWhatWasWritten = "read gives what was written"
  /// Writing touches nothing outside the slice.
  case writeStaysInside = "write touches nothing outside the slice"
  /// Clearing touches nothing outside the slice.
  case clearStaysInside = "clear touches nothing outside the slice"
  /// Writing rebuilds what was cleared, shared references included.
  case writeRebuildsCleared = "write rebuilds what was cleared"
}

/// A law that a projection broke, and where.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ProjectionLawViolation: Sendable, Equatable, CustomStringConvertible {
  /// The law.
  public let law: ProjectionLaw
  /// Where it was broken: a path in the value, or a coding path in the reference state.
  public let path: String
  /// What should be there.
  public let expected: String
  /// What is there.
  public let found: String

  /// The violation in one line.
  public var description: String {
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    return "\(law.rawValue): \(place): expected \(expected), found \(found)"
  }
}
