/// A class that makes its copies by hand, for the few whose instances are very many.
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
/// The copies still go through the identity map: an object that is reached twice is copied once, and
/// children that are copied with the ``ChildCopier`` keep their sharing. A child that is assigned
/// without it stays shared with the original, so assign only values like that. Comparing and the
/// other coders go on using `Codable`.
///
/// ## Thread safety
/// The initializer runs on the thread that copies.
public protocol GraphCopyable: AnyObject, Codable {
  /// Creates the copy of `source`.
  ///
  /// A subclass overrides this, or its own properties are not copied.
  ///
  /// - Parameters:
  ///   - source: The original, an instance of the same class as the copy.
  ///   - children: Copies what `source` refers to. It cannot be kept.
  /// - Throws: The errors of copying the children.
  init(copying source: Self, with children: borrowing ChildCopier) throws
}
