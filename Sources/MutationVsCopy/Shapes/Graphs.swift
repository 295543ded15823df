/// A node of a tree of classes, whose leaves share their labels.
final class Folder: Codable {
  /// A label that several leaves share.
  final class Label: Codable {
    var text: String

    init(_ text: String) { self.text = text }
  }

  var name: String
  var children: [Folder]
  var label: Label?

  init(name: String, children: [Folder], label: Label?) {
    self.name = name
    self.children = children
    self.label = label
  }

  /// A tree in which every node but the leaves has four children: 21,845 nodes at a depth of 8.
  static func tree(depth: Int) -> Folder {
    let labels = (0..<64).map { Label("label \($0)") }
    var number = 0
    func node(_ depth: Int) -> Folder {
      number += 1
      let name = "folder \(number)"
      guard depth > 1 else {
        return Folder(name: name, children: [], label: labels[number % labels.count])
      }
      return Folder(name: name, children: (0..<4).map { _ in node(depth - 1) }, label: nil)
    }
    return node(depth)
  }

  /// The copy that a person writes when shared objects have to stay shared.
  func copyKeepingSharing() -> Folder {
    var folders: [ObjectIdentifier: Folder] = [:]
    var labels: [ObjectIdentifier: Label] = [:]
    return copied(&folders, &labels)
  }

  private func copied(
    _ folders: inout [ObjectIdentifier: Folder], _ labels: inout [ObjectIdentifier: Label]
  ) -> Folder {
    if let copy = folders[ObjectIdentifier(self)] { return copy }
    let copy = Folder(name: name, children: [], label: nil)
    folders[ObjectIdentifier(self)] = copy
    copy.children = children.map { $0.copied(&folders, &labels) }
    copy.label = label.map { labels.copy(of: $0) { Label($0.text) } }
    return copy
  }
}

/// A link of a chain, the deepest possible graph.
final class Link: Codable {
  var number: Int
  var next: Link?

  init(number: Int, next: Link?) {
    self.number = number
    self.next = next
  }

  static func chain(_ count: Int) -> Link {
    var first = Link(number: count - 1, next: nil)
    for number in stride(from: count - 2, through: 0, by: -1) {
      first = Link(number: number, next: first)
    }
    return first
  }

  /// The number of links, this one included.
  var length: Int {
    var length = 0
    var link: Link? = self
    while let here = link {
      length += 1
      link = here.next
    }
    return length
  }
}
