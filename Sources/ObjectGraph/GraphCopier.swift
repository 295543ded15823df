/// A copier for graphs of one type, which remembers what it has learned about their types.
///
/// ```swift
/// let copier = GraphCopier<Library>()
/// let snapshot = try copier.copy(library)
/// ```
///
/// ## Thread safety
/// Safe from any thread: concurrent copies work in memory of their own.
public struct GraphCopier<Root: Codable>: Sendable {
  private let pool = SessionPool()
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a copier.
  ///
  /// - Parameter userInfo: What encoders and decoders hand to the types' own coding.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Makes a deep copy of `root`, as ``Graph/copy(_:userInfo:)`` does.
  ///
  /// - Parameter root: The graph, which is read and not changed.
  /// - Returns: A graph that shares no mutable object with `root`, and may be sent anywhere.
  /// - Throws: What ``Graph/copy(_:userInfo:)`` throws.
  /// - Complexity: O(*n*) in the number of values that are encoded.
  public func copy(_ root: Root) throws -> sending Root {
    // Free of other references for the reasons given in `Graph.copy`.
    nonisolated(unsafe) let copy = try pool.withSession { try $0.copy(root, userInfo: userInfo) }
    return copy
  }
}
