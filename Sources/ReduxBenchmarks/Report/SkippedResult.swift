/// A case or a row without a figure, and why.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct SkippedResult: Sendable, Codable, Equatable {
  /// The name of the case or the row.
  public let name: String
  /// Why it has no figure.
  public let reason: String

  private static let threw = "threw "

  /// What became of a case or a row that threw.
  static func failure(_ name: String, _ error: any Error) -> SkippedResult {
    SkippedResult(name: name, reason: threw + "\(error)")
  }

  /// Whether it has no figure because it threw.
  var isFailure: Bool { reason.hasPrefix(Self.threw) }
}
