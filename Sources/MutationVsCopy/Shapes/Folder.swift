/// A node of a tree of classes, whose leaves share their labels.
final class Folder: Codable {
  /// What leaves share.
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

  /// How many nodes hang here, this one included.
  var count: Int { 1 + children.reduce(0) { $0 + $1.count } }

  /// What a person writes who needs what is shared to stay shared.
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
    copy.label = label.map { label in
      if let known = labels[ObjectIdentifier(label)] { return known }
      let copy = Label(label.text)
      labels[ObjectIdentifier(label)] = copy
      return copy
    }
    return copy
  }
}
