public import Foundation

/// One place where two graphs differ.
///
/// A difference contains only texts, and keeps no object of the graphs alive.
public struct GraphDifference: Sendable, Equatable {
  /// How two graphs differ at a path.
  package enum Kind: Sendable, Equatable {
    /// Both graphs have a value, and the values differ.
    case changed
    /// Only the new graph has a value.
    case added
    /// Only the old graph has a value.
    case removed
    /// The objects at `path` and `otherPath` are one object in the old graph, and two objects in the new graph.
    case unshared
    /// The objects at `path` and `otherPath` are two objects in the old graph, and one object in the new graph.
    case shared
  }

  /// The coding path from the root, such as `items.3.title`; empty for the root itself.
  public let path: String
  /// The kind of the difference at the path.
  package let kind: Kind
  /// The description of the old value; nil if the old graph has no value at the path, or for a difference in sharing.
  public let old: String?
  /// The description of the new value; nil if the new graph has no value at the path, or for a difference in sharing.
  public let new: String?
  /// The second path of a difference in sharing; nil for other kinds of difference.
  package let otherPath: String?

  package init(
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

/// The error of a copy that lost the values of stored properties, or shares objects with its original.
///
/// ``Graph/verifyCopy(of:ignoring:)`` throws this error. The error contains only texts, and keeps no object of the
/// graph alive.
public struct IncompleteCopyError: Error, Sendable, Equatable {
  /// A stored property whose value is not in the copy, or whose objects the copy shares with its original.
  public struct Loss: Sendable, Equatable {
    /// The declaring type and the name of the property, such as `Dog.tricks`.
    public let property: String
    /// The path from the root to the first loss of this property.
    public let path: String
    /// The text of the difference at this path, such as "7 became 0".
    public let reason: String
  }

  /// The lost properties, in the order in which ``Graph/verifyCopy(of:ignoring:)`` finds them.
  public let losses: [Loss]
}

extension IncompleteCopyError: CustomStringConvertible, LocalizedError {
  /// A text with one line for each lost property.
  public var description: String {
    losses.map { "\($0.property) did not survive at `\($0.path)`: \($0.reason)" }
      .joined(separator: "\n")
  }

  /// The same text as ``description``, so that `localizedDescription` returns this text.
  public var errorDescription: String? { description }
}
