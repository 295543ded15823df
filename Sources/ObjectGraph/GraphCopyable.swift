/// A class that copies its instances itself, for a class with very many instances.
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
/// The copies keep their identity: an object that is reached twice is copied once. A child that the
/// initializer copies with the ``ChildCopier`` keeps its sharing as well. A child that the
/// initializer assigns directly is shared with the original, so assign values only. Comparison and
/// other coders still use `Codable`.
///
/// ## Thread safety
/// The initializer runs on the thread that makes the copy.
public protocol GraphCopyable: AnyObject, Codable {
  /// Creates the copy of `source`.
  ///
  /// A subclass with properties of its own overrides this initializer, otherwise they are not
  /// copied.
  ///
  /// - Parameters:
  ///   - source: The original, an instance of the same class as the copy.
  ///   - children: The copier for the objects that `source` refers to.
  /// - Throws: The errors of copying the children.
  init(copying source: Self, with children: borrowing ChildCopier) throws
}

/// Copies the children of an object within ``GraphCopyable/init(copying:with:)``.
///
/// It cannot leave that initializer.
public struct ChildCopier: ~Copyable {
  private unowned(unsafe) let session: GraphSession

  @inline(__always)
  init(_ session: GraphSession) {
    unsafe self.session = session
  }

  /// Returns the copy of `child`, which is the same wherever the graph refers to `child`.
  ///
  /// - Parameters:
  ///   - child: An object or a value of the original.
  ///   - name: The name of the child in the coding path of an error.
  /// - Returns: The copy.
  /// - Throws: An `EncodingError` when the copy of `child` has begun and is not complete, which is a
  ///   cycle, and the errors of the types' own coding.
  /// - Complexity: O(*n*) in the number of values reachable from `child` that have no copy yet.
  public func copy<Child: Codable>(_ child: Child, named name: StaticString) throws -> Child {
    let path = unsafe session.path
    let place = unsafe path.pointee.enter(.name(name))
    defer { unsafe path.pointee.truncate(to: place) }
    return try unsafe withUnsafePointer(to: child) {
      try unsafe session.plan(for: Child.self).copy($0, session)
    }
  }
}
