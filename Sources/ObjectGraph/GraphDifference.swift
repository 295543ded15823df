/// One place where two graphs differ.
///
/// ## Thread safety
/// Safe to send anywhere: it holds descriptions, and nothing of the graphs.
public struct GraphDifference: Sendable, Equatable {
  /// How the graphs differ at a path.
  public enum Kind: Sendable, Equatable {
    /// Both have a value, and the values differ.
    case changed
    /// Only the new graph has a value.
    case added
    /// Only the old graph has a value.
    case removed
    /// What is reached along `path` and `otherPath` was one object, and is now two.
    case unshared
    /// What is reached along `path` and `otherPath` was two objects, and is now one.
    case shared
  }

  /// The coding path from the root, as in `items.3.title`; empty for the root itself.
  public let path: String
  /// How the graphs differ there.
  public let kind: Kind
  /// The description of the old value, or nil when there was none.
  public let old: String?
  /// The description of the new value, or nil when there is none.
  public let new: String?
  /// The other path of a difference that is about sharing.
  public let otherPath: String?

  /// Creates a difference.
  ///
  /// - Parameters:
  ///   - path: The coding path from the root.
  ///   - kind: How the graphs differ there.
  ///   - old: The description of the old value, or nil when there was none.
  ///   - new: The description of the new value, or nil when there is none.
  ///   - otherPath: The other path of a difference that is about sharing.
  public init(
    path: String, kind: Kind, old: String? = nil, new: String? = nil, otherPath: String? = nil
  ) {
    self.path = path
    self.kind = kind
    self.old = old
    self.new = new
    self.otherPath = otherPath
  }
}

extension GraphDifference: CustomStringConvertible {
  /// The difference as a sentence.
  public var description: String {
    let place = path.isEmpty ? "the root" : "`\(path)`"
    let other = otherPath.map { $0.isEmpty ? "the root" : "`\($0)`" } ?? "another path"
    switch kind {
    case .changed: return "\(place): \(old ?? "nil") became \(new ?? "nil")"
    case .added: return "\(place): added \(new ?? "nil")"
    case .removed: return "\(place): removed \(old ?? "nil")"
    case .unshared: return "\(other) and \(place) were one object, now two"
    case .shared: return "\(other) and \(place) were two objects, now one"
    }
  }
}
