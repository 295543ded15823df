/// The stored properties that a copy did not keep.
///
/// ## Thread safety
/// Safe to send anywhere: it holds names and descriptions, and nothing of the graph.
public struct IncompleteCopyError: Error, Sendable, Equatable {
  /// A stored property whose value did not survive.
  public struct Loss: Sendable, Equatable {
    /// The type that declares the property, and the property, as in `Dog.tricks`.
    public let property: String
    /// The path from the root to the first place where it was lost.
    public let path: String
    /// What was lost there.
    public let reason: String
  }

  /// The lost properties, each once, in the order in which they were found.
  public let losses: [Loss]
}

extension IncompleteCopyError: CustomStringConvertible {
  /// One line for each lost property.
  public var description: String {
    losses.map { "\($0.property) did not survive at `\($0.path)`: \($0.reason)" }
      .joined(separator: "\n")
  }
}
