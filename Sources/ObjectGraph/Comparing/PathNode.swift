/// A path that shares its beginning with the paths beside it, and is written out for a report only.
final class PathNode {
  private let parent: PathNode?
  private let step: String

  private init(_ parent: PathNode?, _ step: String) {
    self.parent = parent
    self.step = step
  }

  /// The path of the root.
  static var root: PathNode { PathNode(nil, "") }

  /// The path to `step` from here.
  func appending(_ step: String) -> PathNode {
    PathNode(self, step)
  }

  /// The steps, joined by dots.
  var text: String { steps.joined(separator: ".") }

  /// The steps from the root.
  var steps: [String] {
    var steps: [String] = []
    var node = self
    while let parent = node.parent {
      steps.append(node.step)
      node = parent
    }
    return steps.reversed()
  }
}
