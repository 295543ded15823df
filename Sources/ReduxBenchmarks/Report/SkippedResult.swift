/// A case or a row without a figure, and why.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct SkippedResult: Sendable, Codable, Equatable {
  /// The name of the case or the row.
  public let name: String
  /// Why it has no figure.
  public let reason: String
}
