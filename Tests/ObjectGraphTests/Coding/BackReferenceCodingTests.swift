import Foundation
import ObjectGraph
import Testing

/// References through a coder that does not know them.
@Suite struct BackReferenceCodingTests {
  private final class Node: Codable {
    var name: String
    var child: Node?
    @BackReference var parent: Node?
    @StrongBackReference var next: Node?

    init(_ name: String) {
      self.name = name
    }
  }

  @Test func jsonOmitsTheReferencesAndKeepsTheRest() throws {
    let root = Node("root")
    root.child = Node("child")
    root.child?.parent = root
    root.next = Node("next")
    let node = try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(root))
    #expect(node.child?.name == "child")
    #expect(node.child?.parent == nil)
    #expect(node.next == nil)
  }

  @Test func aMissingKeyIsDecodedAsNil() throws {
    let old = Data(#"{"name": "root", "child": {"name": "child", "next": null}}"#.utf8)
    let node = try JSONDecoder().decode(Node.self, from: old)
    #expect(node.child?.name == "child")
    #expect(node.parent == nil)
    #expect(node.child?.next == nil)
  }
}
