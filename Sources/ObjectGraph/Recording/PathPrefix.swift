/// The path to a value that is copied after everything around it, linked to the path before it so
/// that a long row of such values stays linear.
final class PathPrefix {
  private let parent: PathPrefix?
  private let keys: [any CodingKey]

  init(_ parent: PathPrefix?, _ keys: [any CodingKey]) {
    self.parent = parent
    self.keys = keys
  }

  /// All keys from the root.
  var codingPath: [any CodingKey] {
    var parts: [[any CodingKey]] = []
    var prefix: PathPrefix? = self
    while let current = prefix {
      parts.append(current.keys)
      prefix = current.parent
    }
    return parts.reversed().flatMap { $0 }
  }
}
