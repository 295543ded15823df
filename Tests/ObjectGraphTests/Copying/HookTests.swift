import ObjectGraph
import Testing

/// The copies of a class that copies itself keep identity, class and error paths.
struct HookTests {
  final class Album: Codable {
    var title: String
    init(_ title: String) { self.title = title }
  }

  class Song: GraphCopyable {
    var title: String
    var album: Album
    var next: Song?

    init(_ title: String, _ album: Album) {
      self.title = title
      self.album = album
    }

    required init(copying source: Song, with children: borrowing ChildCopier) throws {
      title = source.title
      album = try children.copy(source.album, named: "album")
      next = try children.copy(source.next, named: "next")
    }
  }

  /// A subclass with references of its own; it copies them in an extension, as a drafted hook does.
  final class Remix: Song {
    var bpm = 0
    @BackReference var original: Song?
    @StrongBackReference var sequel: Song?

    override init(_ title: String, _ album: Album) { super.init(title, album) }

    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }

    required init(copying source: Song, with children: borrowing ChildCopier) throws {
      try super.init(copying: source, with: children)
      if let source = source as? Remix { try copyOwn(of: source, with: children) }
    }
  }

  @Test func sharingIsKeptAcrossHooks() throws {
    let album = Album("one")
    let first = Song("first", album)
    let second = Remix("second", album)
    second.bpm = 120
    (second.next, second.original, second.sequel) = (first, first, second)
    let copy = try Graph.copy([first, second, first])
    #expect(copy[0] === copy[2])
    #expect(copy[0] !== first)
    #expect(copy[0].album === copy[1].album)
    #expect(copy[0].album !== album)
    #expect(copy[1].next === copy[0])
    let remix = try #require(copy[1] as? Remix)
    #expect(remix.bpm == 120 && remix.original === copy[0] && remix.sequel === remix)
    (second.sequel, remix.sequel) = (nil, nil)
    #expect(copy.map(\.title) == ["first", "second", "first"])
  }

  @Test func aCycleThroughHooksIsAnErrorWithAPath() throws {
    let song = Song("first", Album("one"))
    song.next = Song("second", song.album)
    song.next?.next = song
    defer { song.next = nil }
    let context = refusal { try Graph.copy([song]) }
    #expect(context?.path == ["0", "next", "next"])
  }
}

extension HookTests.Remix {
  fileprivate func copyOwn(
    of source: HookTests.Remix, with children: borrowing ChildCopier
  ) throws {
    bpm = source.bpm
    $original = try children.copy(source.$original, named: "original")
    $sequel = try children.copy(source.$sequel, named: "sequel")
  }
}
