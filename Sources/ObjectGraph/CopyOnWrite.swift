/// A graph of objects with value semantics: copied only when it is changed while somebody else holds
/// it too.
///
/// ```swift
/// var library = CopyOnWrite(Library())
/// let before = library
/// try library.mutate { $0.add(book) }  // copies once, because `before` holds the same graph
/// try library.mutate { $0.add(other) }  // in place
/// ```
///
/// ## Thread safety
/// Safe to send anywhere, as a value: see the proof at its conformance to `Sendable`.
public struct CopyOnWrite<Root: AnyObject & Codable> {
  /// What the copies of one value share: the graph, with nothing else that refers to it.
  @usableFromInline
  final class Storage {
    @usableFromInline let root: Root

    @usableFromInline
    init(_ root: sending Root) {
      self.root = root
    }
  }

  // Not private, as `mutate` has to be compiled for the caller's own types: a mutation in place costs
  // less than looking these up.
  @usableFromInline var storage: Storage

  /// Creates a value from a graph that nothing else refers to, which the compiler checks.
  ///
  /// - Parameter root: The graph.
  public init(_ root: sending Root) {
    storage = Storage(root)
  }

  /// Whether no other value shares the graph, so that the next mutation happens in place.
  ///
  /// - Complexity: O(1).
  public var isUniquelyReferenced: Bool {
    mutating get { isKnownUniquelyReferenced(&storage) }
  }

  /// Reads the graph.
  ///
  /// - Parameter body: Reads from the graph, and neither changes it nor keeps a part of it. It is
  ///   `@Sendable`, so that it can carry no object in or out by a captured variable.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  /// - Complexity: O(1), and the cost of `body`.
  @inlinable
  public func read<Result: Sendable>(
    _ body: @Sendable (Root) throws -> Result
  ) rethrows -> Result {
    try body(storage.root)
  }

  /// Changes the graph: in place when this value alone holds it, otherwise in a copy of its own.
  ///
  /// - Parameter body: Changes the graph, and keeps no part of it. When it throws, what it has
  ///   changed stays changed.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and what ``Graph/copy(_:userInfo:)`` throws when a copy is
  ///   needed; this value is untouched then, and `body` has not run.
  /// - Complexity: O(1) in place, O(*n*) in the number of values of the graph where it is copied;
  ///   and the cost of `body`.
  @inlinable
  public mutating func mutate<Result: Sendable>(
    _ body: @Sendable (Root) throws -> Result
  ) throws -> Result {
    if !isKnownUniquelyReferenced(&storage) { try copyStorage() }
    return try body(storage.root)
  }

  @usableFromInline
  mutating func copyStorage() throws {
    storage = Storage(try Graph.copy(storage.root))
  }

  /// A deep copy of the graph for somebody to keep and change.
  ///
  /// - Returns: A graph that nothing else refers to.
  /// - Throws: What ``Graph/copy(_:userInfo:)`` throws.
  /// - Complexity: O(*n*) in the number of values of the graph.
  public func snapshot() throws -> sending Root {
    try Graph.copy(storage.root)
  }
}

// 1. The graph is reachable through `storage` only: it comes in as `sending`, or is made by a copy
//    here, and the closures that see it are `@Sendable` with `Sendable` results, so that they can
//    carry no part of it in or out. What they assign to global state is isolated and checked.
// 2. The graph is changed by `mutate` only, under exclusive access to this value, and only while no
//    other value holds `storage`. A thread that has dropped its value did so by a release, after
//    which the count of one is seen; so its reads come before the change.
// 3. While two values hold `storage`, on whatever threads, both read only.
extension CopyOnWrite: @unchecked Sendable {}

extension CopyOnWrite: Equatable {
  /// Whether two values hold the same graph, or graphs with the same contents and sharing.
  ///
  /// Graphs whose encoding fails are not equal, except to themselves.
  ///
  /// - Parameters:
  ///   - first: A value.
  ///   - second: Another value.
  /// - Returns: Whether they are equal.
  /// - Complexity: O(1) for copies of one value; otherwise O(*n*) in the number of values of the
  ///   graphs, up to the first difference.
  public static func == (first: CopyOnWrite, second: CopyOnWrite) -> Bool {
    if first.storage === second.storage { return true }
    return (try? Graph.isEqual(first.storage.root, second.storage.root)) ?? false
  }
}
