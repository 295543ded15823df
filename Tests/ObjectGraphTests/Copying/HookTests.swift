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

  final class Remix: Song {
    var bpm = 0

    override init(_ title: String, _ album: Album) { super.init(title, album) }

    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }

    required init(copying source: Song, with children: borrowing ChildCopier) throws {
      try super.init(copying: source, with: children)
      if let source = source as? Remix { bpm = source.bpm }
    }
  }

  @Test func sharingIsKeptAcrossHooks() throws {
    let album = Album("one")
    let first = Song("first", album)
    let second = Remix("second", album)
    second.bpm = 120
    second.next = first
    let copy = try Graph.copy([first, second, first])
    #expect(copy[0] === copy[2])
    #expect(copy[0] !== first)
    #expect(copy[0].album === copy[1].album)
    #expect(copy[0].album !== album)
    #expect(copy[1].next === copy[0])
    #expect((copy[1] as? Remix)?.bpm == 120)
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

  /// A subclass with a reference of its own; its hook stands in an extension, as a drafted one does.
  class Venue: GraphCopyable {
    var name = "venue"
    init() {}
    required init(copying source: Venue, with children: borrowing ChildCopier) throws {
      name = source.name
    }
  }

  final class Hall: Venue {
    @BackReference var owner: Town?
    @StrongBackReference var neighbor: Venue?
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    required init(copying source: Venue, with children: borrowing ChildCopier) throws {
      try super.init(copying: source, with: children)
      if let source = source as? Hall { try copyReferences(of: source, with: children) }
    }
  }

  final class Town: Codable {
    var venues: [Venue] = []
  }

  @Test func aHookOfASubclassCopiesBackReferences() throws {
    let town = Town()
    let halls = [Hall(), Hall()]
    town.venues = halls
    halls[0].owner = town
    halls[0].neighbor = halls[1]
    halls[1].neighbor = halls[0]
    let copy = try Graph.copy(town)
    let hall = try #require(copy.venues[0] as? Hall)
    #expect(hall.owner === copy)
    #expect(hall.neighbor === copy.venues[1])
    #expect((copy.venues[1] as? Hall)?.neighbor === hall)
    for hall in halls + copy.venues.compactMap({ $0 as? Hall }) { hall.neighbor = nil }
  }
}

extension HookTests.Hall {
  fileprivate func copyReferences(
    of source: HookTests.Hall, with children: borrowing ChildCopier
  ) throws {
    $owner = try children.copy(source.$owner, named: "owner")
    $neighbor = try children.copy(source.$neighbor, named: "neighbor")
  }
}
