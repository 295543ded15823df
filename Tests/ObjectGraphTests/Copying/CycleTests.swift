import ObjectGraph
import Testing

/// Cycles survive where they are declared, and are errors with a path where they are not.
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
    let copy = try ObjectGraph.copy(root)
    #expect(copy.parent == nil)
    #expect(copy.children[0].parent === copy)
    #expect(copy.children[0].children[0].parent === copy.children[0])
    #expect(copy.children[1].parent === copy)
  }

  @Test func aBackReferenceToItselfSurvives() throws {
    let folder = Folder("self")
    folder.parent = folder
    let copy = try ObjectGraph.copy(folder)
    #expect(copy.parent === copy)
  }

  @Test func aTargetOutsideTheGraphBecomesNil() throws {
    let root = Folder("root", [Folder("a")])
    let copy = try ObjectGraph.copy(root.children[0])
    #expect(copy.parent == nil)
    #expect(root.children[0].parent === root)
  }

  @Test func backReferencesDoNotRetain() throws {
    let copy = try ObjectGraph.copy(Folder("root", [Folder("a")])).children[0]
    #expect(copy.parent == nil)
  }

  @Test func anUndeclaredCycleIsAnErrorWithTheWholePath() throws {
    let first = Ring()
    let second = Ring()
    first.next = second
    second.next = first
    defer { first.next = nil }
    let error = #expect(throws: EncodingError.self) {
      try ObjectGraph.copy(Rings(rings: [Ring(), first]))
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(path == ["rings", "1", "next", "next"])
  }
}
