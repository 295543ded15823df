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

  final class Ring: Codable {
    var next: Ring?
  }

  struct Rings: Codable {
    var rings: [Ring]
  }

  @Test func childrenKnowTheirParentInTheCopy() throws {
    let root = Folder("root", [Folder("a", [Folder("a1")]), Folder("b")])
    let copy = try Graph.copy(root)
    #expect(copy.parent == nil)
    #expect(copy.children[0].parent === copy)
    #expect(copy.children[0].children[0].parent === copy.children[0])
    #expect(copy.children[1].parent === copy)
  }

  @Test func aBackReferenceToItselfSurvives() throws {
    let folder = Folder("self")
    folder.parent = folder
    let copy = try Graph.copy(folder)
    #expect(copy.parent === copy)
  }

  @Test func aTargetOutsideTheGraphBecomesNil() throws {
    let root = Folder("root", [Folder("a")])
    let copy = try Graph.copy(root.children[0])
    #expect(copy.parent == nil)
    #expect(root.children[0].parent === root)
  }

  @Test func backReferencesDoNotRetain() throws {
    let copy = try Graph.copy(Folder("root", [Folder("a")])).children[0]
    #expect(copy.parent == nil)
  }

  @Test func anUndeclaredCycleIsAnErrorWithTheWholePath() throws {
    let first = Ring()
    let second = Ring()
    first.next = second
    second.next = first
    defer { first.next = nil }
    let error = #expect(throws: EncodingError.self) {
      try Graph.copy(Rings(rings: [Ring(), first]))
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(path == ["rings", "1", "next", "next"])
  }

  final class Station: Codable {
    var name: String
    var plain: Station?
    @StrongBackReference var next: Station?
    init(_ name: String) { self.name = name }
  }

  @Test func aRingOfStrongBackReferencesSurvives() throws {
    let stations = ["a", "b", "c"].map(Station.init)
    for (index, station) in stations.enumerated() { station.next = stations[(index + 1) % 3] }
    let copy = try Graph.copy(stations[1])
    #expect(copy.name == "b")
    #expect(copy.next?.name == "c")
    #expect(copy.next?.next?.name == "a")
    #expect(copy.next?.next?.next === copy)
    stations[0].next = nil
    copy.next = nil
  }

  @Test func oneStrongBackReferenceIsEnoughWhereverTheCycleIsEntered() throws {
    let first = Station("first")
    let second = Station("second")
    first.next = second
    second.plain = first
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

  @Test func errorsBehindAStrongBackReferenceHaveTheWholePath() throws {
    let first = Station("first")
    first.next = Station("second")
    first.next?.next = Station("third")
    first.next?.next?.plain = first.next?.next
    defer { first.next?.next?.plain = nil }
    let error = #expect(throws: EncodingError.self) { try Graph.copy(["x": first]) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["x", "next", "next", "plain"])
  }
}
