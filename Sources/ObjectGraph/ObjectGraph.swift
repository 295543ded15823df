/// Copies and compares graphs of Swift objects through `Codable`, and keeps what other coders lose.
///
/// ```swift
/// let copy = try Graph.copy(library)
/// ```
///
/// Shared references stay shared, an instance of a subclass stays one, and cycles survive where
/// they are declared with ``BackReference`` or ``StrongBackReference``.
///
/// ## Thread safety
/// Safe from any thread: a call keeps no state that another call could see. The graph itself is read
/// during the call, so nobody may change it meanwhile.
public enum Graph {
  static let pool = SessionPool()

  /// Makes a deep copy of `root`.
  ///
  /// - An object that is reached along several paths is copied once, and is reached along the same
  ///   paths in the copy.
  /// - An instance of a subclass is copied as such; its own properties survive if it codes them.
  /// - Values that are ``CopiedByValue`` are not encoded at all.
  /// - What `root` leaves out when it encodes itself is not part of the copy.
  ///
  /// Everything that the types' own coding does, it does on the calling thread before this returns.
  ///
  /// - Parameters:
  ///   - root: The graph, which is read and not changed.
  ///   - userInfo: What encoders and decoders hand to the types' own coding.
  /// - Returns: A graph that shares no mutable object with `root`, and may be sent anywhere.
  /// - Throws: An `EncodingError` with the whole path when an object is reached from itself;
  ///   otherwise the errors of the types' own coding.
  /// - Complexity: O(*n*) in the number of values that are encoded.
  public static func copy<Root: Codable>(
    _ root: Root, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> sending Root {
    // 1. Nothing else refers to the copy: every mutable object in it was made during this call.
    // 2. What it shares with `root` is `Sendable`, by `CopiedByValue`.
    nonisolated(unsafe) let copy = try pool.withSession { try $0.copy(root, userInfo: userInfo) }
    return copy
  }
}
