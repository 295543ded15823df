import ObjectGraph
import Testing

/// The copies of a type that copies itself keep identity, class and error paths.
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

  final class Disc: Codable {
    var sides: [String: [Side?]] = [:]
  }

  enum Track: GraphCopyable {
    case leaf(Leaf, plays: Int)
    case disc(Disc)

    init(copying source: Track, with children: borrowing ChildCopier) throws {
      switch source {
      case .leaf(let leaf, let plays):
        self = .leaf(try children.copy(leaf, named: "leaf"), plays: plays)
      case .disc(let disc): self = .disc(try children.copy(disc, named: "disc"))
      }
    }

    var leaf: Leaf? { if case .leaf(let leaf, _) = self { leaf } else { nil } }
  }

  /// Forgets a number.
  struct Side: GraphCopyable {
    var tracks: [Track]
    var forgotten = 0
    @BackReference var disc: Disc?
    init(_ tracks: [Track], of disc: Disc) { (self.tracks, self.disc) = (tracks, disc) }
    init(copying source: Side, with children: borrowing ChildCopier) throws {
      tracks = try children.copy(source.tracks, named: "tracks")
      $disc = try children.copy(source.$disc, named: "disc")
    }
  }

  @Test func hooksOfValuesInContainersKeepSharingAndLossesInThemAreNamed() throws {
    let (leaf, disc) = (Leaf(1), Disc())
    var side = Side([.leaf(leaf, plays: 3), .leaf(leaf, plays: 4)], of: disc)
    disc.sides = ["a": [side, nil], "b": [side]]
    try Graph.verifyCopy(of: [disc, disc])
    let copy = try Graph.copy(disc)
    let sides = copy.sides.values.joined().compactMap { $0 }
    let leaves = sides.flatMap(\.tracks).compactMap(\.leaf)
    #expect(leaves.count == 4 && leaves.allSatisfy { $0 === leaves[0] && $0 !== leaf })
    #expect(sides.count == 2 && sides.allSatisfy { $0.disc === copy })
    // Comparisons encode them.
    #expect(try Graph.isEqual(disc, copy))
    #expect(try Graph.fingerprint(of: disc) == Graph.fingerprint(of: copy))
    copy.sides["b"]?[0]?.tracks[1] = .leaf(leaves[0], plays: 5)
    let differences = try Graph.differences(from: disc, to: copy)
    #expect(differences.map(\.path) == ["sides.b.0.tracks.1.leaf.plays"])
    side.forgotten = 7
    #expect(losses(["x": side]) == ["Side.forgotten: 7 became 0"])
    #expect(losses(Optional([side])) == ["Side.forgotten: 7 became 0"])
    disc.sides["c"] = [Side([.disc(disc)], of: disc)]
    defer { disc.sides = [:] }
    let path = ["sides", "c", "0", "tracks", "0", "disc"]
    #expect(refusal { try Graph.copy(disc) }?.path == path)
  }
}
