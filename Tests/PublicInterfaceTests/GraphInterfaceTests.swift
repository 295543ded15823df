import Foundation
import ObjectGraph
import Testing

private struct Label: Codable, CopiedByValue, Equatable {
  var text = ""
}

private final class Node: GraphCopyable {
  var label: Label
  var child: Node?
  @BackReference var parent: Node?
  @StrongBackReference var next: Node?

  init(_ text: String) {
    label = Label(text: text)
  }

  init(copying source: Node, with children: borrowing ChildCopier) throws {
    label = source.label
    _parent = try children.copy(source._parent, named: "parent")
    _next = try children.copy(source._next, named: "next")
    child = try children.copy(source.child, named: "child")
  }
}

private final class Forgetful: Codable {
  var count = 0

  private enum CodingKeys: CodingKey {}
}

private final class Leaf: Codable {
  var count = 0
}

/// What an app may call in ObjectGraph, called once, with no more than `public` gives.
@Suite struct GraphInterfaceTests {
  @Test func copying() throws {
    let root = Node("root")
    root.child = Node("child")
    root.child?.parent = root
    let copy = try Graph.copy(root, userInfo: [:])
    #expect(copy.child?.parent === copy)
    #expect(copy.label == Label(text: "root"))
    #expect(try GraphCopier<Node>(userInfo: [:]).copy(root).child?.label.text == "child")
    root.next = nil
    let weak = BackReference<Node>(wrappedValue: root)
    let strong = StrongBackReference<Node>(wrappedValue: root)
    #expect(weak.wrappedValue === strong.wrappedValue)
  }

  @Test func comparing() throws {
    let (old, new) = (Leaf(), Leaf())
    new.count = 1
    let differences = try Graph.differences(from: old, to: new, limit: 5) { path, value in
      Graph.description(of: value, at: path)
    }
    let difference = GraphDifference(path: "count", kind: .changed, old: "0", new: "1")
    #expect(differences == [difference])
    #expect(difference.otherPath == nil)
    #expect([difference.path, difference.old, difference.new] == ["count", "0", "1"])
    #expect(difference.kind == .changed)
    #expect(difference.description == "`count`: 0 became 1")
    #expect(try !Graph.isEqual(old, new))
  }

  @Test func verifying() throws {
    let forgetful = Forgetful()
    forgetful.count = 1
    let error = #expect(throws: IncompleteCopyError.self) {
      try Graph.verifyCopy(of: forgetful)
    }
    let loss: IncompleteCopyError.Loss = try #require(error?.losses.first)
    #expect(loss.property == "Forgetful.count")
    #expect(loss.path == "count")
    #expect(error?.description == "Forgetful.count did not survive at `count`: \(loss.reason)")
    try Graph.verifyCopy(of: forgetful, ignoring: ["Forgetful.count"])
  }

  @Test func copyingOnWrite() throws {
    var value = CopyOnWrite(Leaf())
    let before = value
    try value.mutate { $0.count += 1 }
    let isUniquelyReferenced = value.isUniquelyReferenced
    #expect(isUniquelyReferenced)
    #expect(value.read { $0.count } == 1)
    #expect(try before.snapshot().count == 0)
    #expect(value != before)
    let other = CopyOnWrite(Leaf())
    #expect(before == other)
  }

  @Test func referencesAreCoded() throws {
    let root = Node("root")
    root.child = Node("child")
    root.next = Node("next")
    let node = try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(root))
    #expect(node.child?.label.text == "child")
    #expect(node.parent == nil)
  }
}
