/// A graph of objects with value semantics: a mutation first copies the graph if another value shares the graph.
///
/// ```swift
/// var library = CopyOnWrite(Library())
/// let before = library
/// try library.mutate { $0.add(book) }  // copies once, because `before` holds the same graph
/// try library.mutate { $0.add(other) }  // in place
/// ```
///
/// ## Thread safety
///
/// A value of this type can be sent to any actor or task; the comment at its `Sendable` conformance says why.
public struct CopyOnWrite<Root: AnyObject & Codable> {
  /// The storage of one graph, which several values may share; no other code refers to the graph.
  @usableFromInline
  final class Storage {
    @usableFromInline let root: Root

    @usableFromInline
    init(_ root: sending Root) {
      self.root = root
    }
  }

  // Not private, because `mutate` is specialized for the caller's types: a mutation in place costs
  // less than the look-up of their metadata.
  @usableFromInline var storage: Storage

  /// Creates a value from a graph; the compiler checks that no other code refers to the graph.
  ///
  /// - Parameter root: The root of the graph.
  public init(_ root: sending Root) {
    storage = Storage(root)
  }

  /// Reads the graph.
  ///
  /// - Parameter body: A closure that reads the graph, and neither changes it nor keeps an object of it. The
  ///   closure is `@Sendable`, so it cannot store an object in a captured variable.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @inlinable
  public func read<Result: Sendable>(
    _ body: @Sendable (Root) throws -> Result
  ) rethrows -> Result {
    try body(storage.root)
  }

  /// Mutates the graph in place; if another value shares the graph, first gives this value its own copy of the graph.
  ///
  /// - Parameter body: A closure that mutates the graph and keeps no object of the graph. If the closure throws, the
  ///   changes that it has made remain.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or, if the graph is shared and cannot be copied, the error of
  ///   ``Graph/copy(_:userInfo:)``. If the copy fails, `body` does not run, and this value is unchanged.
  /// - Complexity: Besides `body`, O(1) if the graph is mutated in place, or O(*n*) in the number of values of the
  ///   graph if the graph is copied.
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

  /// Reads a graph whose root class is isolated to the main actor.
  ///
  /// With the default isolation `MainActor`, each class without `nonisolated` is isolated to the main actor.
  ///
  /// - Parameter body: A closure that reads the graph, and neither changes it nor keeps an object of it.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @MainActor @inlinable
  public func readOnMainActor<Result: Sendable>(
    _ body: @MainActor (inout sending Root) throws -> Result
  ) rethrows -> Result {
    nonisolated(unsafe) var root = storage.root
    return try unsafe body(&root)
  }

  /// Mutates a graph whose root class is isolated to the main actor; see ``readOnMainActor(_:)``.
  ///
  /// - Parameter body: A closure that mutates the graph and keeps no object of the graph. To replace the graph, the
  ///   closure assigns another root to its argument.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of ``mutate(_:)``.
  /// - Complexity: The complexity of ``mutate(_:)``.
  @MainActor @inlinable
  public mutating func mutateOnMainActor<Result: Sendable>(
    _ body: @MainActor (inout sending Root) throws -> Result
  ) throws -> Result {
    if !isKnownUniquelyReferenced(&storage) { try copyStorage() }
    nonisolated(unsafe) var root = storage.root
    defer { if unsafe root !== storage.root { storage = unsafe Storage(root) } }
    return try unsafe body(&root)
  }

  /// Makes a deep copy of the graph; the caller can keep and mutate the copy.
  ///
  /// - Returns: A graph to which no other code refers.
  /// - Throws: The errors of ``Graph/copy(_:userInfo:)``.
  /// - Complexity: O(*n*) in the number of values of the graph.
  public func snapshot() throws -> sending Root {
    try Graph.copy(storage.root)
  }
}

// 1. The graph is reachable through `storage` only: it is passed as `sending`, or is a copy made
//    here. The closures that access it are `@Sendable`, or receive it as `inout sending`, which ties it to
//    nothing that they capture; their results are `Sendable`. So they can carry no object of it in or
//    out. The compiler checks what they assign to global state.
// 2. Only `mutate`, and its form on the main actor, changes the graph, under exclusive access to this value, and only while no other
//    value holds `storage`. A thread that drops its value does so by a release, and the check for a
//    unique reference sees the count of one after that release; so its reads precede the mutation.
// 3. While two values hold `storage`, on any threads, both only read.
extension CopyOnWrite: @unchecked Sendable {}

extension CopyOnWrite.Storage: CopiedBeforeChange {}

extension CopyOnWrite: Equatable {
  /// Returns whether two values share one graph, or hold equal graphs in the sense of ``Graph/isEqual(_:_:)``.
  ///
  /// If a graph cannot be encoded or compared, `==` returns true only for values that share this graph. So a result of
  /// true is always right, but a result of false can then be wrong.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - second: The second value.
  /// - Returns: True if the values are equal.
  /// - Complexity: O(1) for values that share one graph, otherwise O(*n*) in the number of values of the graphs, up to
  ///   the first difference.
  public static func == (first: CopyOnWrite, second: CopyOnWrite) -> Bool {
    if first.storage === second.storage { return true }
    return (try? Graph.isEqual(first.storage.root, second.storage.root)) ?? false
  }
}
