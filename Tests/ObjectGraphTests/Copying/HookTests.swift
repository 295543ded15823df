import ObjectGraph
import Testing

/// The copies of a class that copies itself keep identity, class and error paths.
struct HookTests {
  class Song: GraphCopyable {
    var title: String
    var leaf: Leaf
    var next: Song?
    init(_ title: String, _ leaf: Leaf) { (self.title, self.leaf) = (title, leaf) }
    required init(copying source: Song, with children: borrowing ChildCopier) throws {
      title = source.title
      leaf = try children.copy(source.leaf, named: "leaf")
      next = try children.copy(source.next, named: "next")
    }
  }

  /// A subclass with references of its own.
  final class Remix: Song {
    var bpm = 0
    @BackReference var original: Song?
    @StrongBackReference var sequel: Song?
    override init(_ title: String, _ leaf: Leaf) { super.init(title, leaf) }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    required init(copying source: Song, with children: borrowing ChildCopier) throws {
      try super.init(copying: source, with: children)
      guard let source = source as? Remix else { return }
      bpm = source.bpm
      $original = try children.copy(source.$original, named: "original")
      $sequel = try children.copy(source.$sequel, named: "sequel")
    }
  }

  @Test func sharingIsKeptAcrossHooksAndACycleThroughThemIsAnError() throws {
    let leaf = Leaf(1)
    let (first, second) = (Song("first", leaf), Remix("second", leaf))
    second.bpm = 120
    (second.next, second.original, second.sequel) = (first, first, second)
    let copy = try Graph.copy([first, second, first])
    #expect([copy[0] === first, copy[0].leaf === leaf] == [false, false])
    let remix = try #require(copy[1] as? Remix)
    let isShared = [
      copy[0] === copy[2], copy[0].leaf === remix.leaf, copy[1].next === copy[0],
      remix.original === copy[0], remix.sequel === remix,
    ]
    #expect(isShared == [true, true, true, true, true])
    #expect(remix.bpm == 120)
    (second.sequel, remix.sequel) = (nil, nil)
    #expect(copy.map(\.title) == ["first", "second", "first"])
    // A comparison encodes them, as any other object.
    copy[0].title = "other"
    #expect(try Graph.differences(from: [first], to: [copy[0]]).map(\.path) == ["0.title"])
    first.next = second
    defer { first.next = nil }
    #expect(refusal { try Graph.copy([first]) }?.path == ["0", "next", "next"])
  }
}
