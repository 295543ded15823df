/// A type with an initializer that copies an instance or a value faster than `Codable` does.
///
/// ```swift
/// final class Song: GraphCopyable {
///   var title: String
///   var album: Album
///
///   init(copying source: Song, with children: borrowing ChildCopier) throws {
///     title = source.title
///     album = try children.copy(source.album, named: "album")
///   }
/// }
/// ```
///
/// The ``ChildCopier`` copies an object once, even if several paths lead to the object. If the initializer assigns an
/// object directly, the copy and the original share the object, so assign only values directly. Comparisons and other
/// coders still use the `Codable` conformance of the type.
///
/// Conform a struct or an enum only if it holds objects; otherwise use ``CopiedByValue``, which needs no code.
///
/// ## Thread safety
/// The initializer runs on the thread that calls `Graph.copy`, or, deep in a graph, on a thread that the copy creates.
public protocol GraphCopyable: Codable {
  /// Creates the copy of `source`.
  ///
  /// A subclass with stored properties of its own must override this initializer; otherwise these properties have their
  /// defaults in the copy.
  ///
  /// - Parameters:
  ///   - source: The original: a value, or an instance of the same class as the copy.
  ///   - children: The copier for the objects to which `source` refers.
  /// - Throws: The errors of copying the children.
  init(copying source: Self, with children: borrowing ChildCopier) throws
}

/// Copies the objects to which an object or a value refers, within ``GraphCopyable/init(copying:with:)``.
///
/// The initializer borrows the copier, so it cannot keep the copier.
public struct ChildCopier: ~Copyable {
  private unowned(unsafe) let session: GraphSession

  @inline(__always)
  init(_ session: GraphSession) {
    unsafe self.session = session
  }

  /// Returns the copy of `child`; in the copied graph, all references to one object refer to one copy.
  ///
  /// - Parameters:
  ///   - child: An object or a value of the original.
  ///   - name: The name of the child in the coding path of an error.
  /// - Returns: The copy of `child`.
  /// - Throws: An `EncodingError` if a cycle leads back to `child` before the copy of `child` is complete; otherwise
  ///   the errors that `encode(to:)` and `init(from:)` of the copied types throw.
  /// - Complexity: O(*n*) in the number of values reachable from `child` that have not been copied yet.
  public func copy<Child: Codable>(_ child: Child, named name: StaticString) throws -> Child {
    let path = unsafe session.path
    let place = unsafe path.pointee.enter(.name(name))
    defer { unsafe path.pointee.truncate(to: place) }
    return try unsafe withUnsafePointer(to: child) {
      try unsafe session.plan(for: Child.self).copy($0, session)
    }
  }
}
