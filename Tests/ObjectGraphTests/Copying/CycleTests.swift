import Foundation
import ObjectGraph
import Testing

/// A declared cycle survives; any other is an error with a path.
struct CycleTests {
  final class Folder: Codable {
    var name: String
    var children: [Folder] = []
    @BackReference var parent: Folder?
    init(_ name: String, _ children: [Folder] = []) {
      self.name = name
      self.children = children
      for child in children { child.parent = self }
    }
  }

  final class Station: Codable {
    var name: String
    var plain: Station?
    @StrongBackReference var next: Station?
    @BackReference var previous: Station?
    init(_ name: String) { self.name = name }
  }

  @Test func anUndeclaredCycleIsAnErrorWithTheWholePath() throws {
    let (first, second) = (Station("first"), Station("second"))
    first.plain = second
    second.plain = first
    defer { first.plain = nil }
    let context = refusal { try Graph.copy(["stations": [Station("other"), first]]) }
    #expect(context?.path == ["stations", "1", "plain", "plain"])
    // Of a digest and of a comparison, too.
    let paths = [
      refusal { try Graph.fingerprint(of: ["x": first]) }?.path,
      refusal { try Graph.differences(from: [first, second], to: [first]) }?.path,
    ]
    #expect(paths == [["x", "plain", "plain"], ["0", "plain", "plain"]])
    // Behind strong back references.
    let start = Station("start")
    start.next = Station("next")
    start.next?.next = first
    let other = refusal { try Graph.copy(["x": start]) }
    #expect(other?.path == ["x", "next", "next", "plain", "plain"])
  }

  @Test func oneStrongBackReferenceIsEnoughWhereverTheCycleIsEntered() throws {
    let (first, second) = (Station("first"), Station("second"))
    (first.next, second.plain) = (second, first)
    for entry in [first, second] {
      let copy = try Graph.copy(entry)
      let other = try #require(copy.next ?? copy.plain)
      #expect(other !== copy)
      #expect((other.next ?? other.plain) === copy)
      copy.next = nil
      other.next = nil
    }
    first.next = nil
  }

  /// Through a coder that does not know them.
  @Test func jsonOmitsTheReferencesAndKeepsTheRest() throws {
    let root = Station("root")
    root.plain = Station("child")
    root.plain?.previous = root
    root.next = Station("next")
    let data = try JSONEncoder().encode(root)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""previous":null"#))
    #expect(text.contains(#""next":null"#))
    // A file from before the references has no keys for them.
    let old = Data(#"{"name": "root", "plain": {"name": "child", "next": null}}"#.utf8)
    for data in [data, old] {
      let station = try JSONDecoder().decode(Station.self, from: data)
      let child = try #require(station.plain)
      #expect(child.name == "child")
      let references = [station.previous, station.next, child.previous, child.next]
      #expect(references.compactMap(\.self).isEmpty)
    }
  }
}
