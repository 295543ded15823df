import Foundation
import ObjectGraph
import Testing

/// Runs the code on the pages of ObjectGraph.
@Suite struct ObjectGraphArticleTests {
  private final class Book: Codable { var title = "Emma" }

  private final class Library: Codable {
    var books: [Book] = []
    var favourite: Book?
  }

  @Test func theCopyHasTheShapeOfTheOriginal() throws {
    let library = Library()
    library.books = [Book()]
    library.favourite = library.books[0]
    // region: copy
    let copy = try Graph.copy(library)  // a deep copy of the same shape
    try Graph.verifyCopy(of: library)  // names what a copy loses
    let differences = try Graph.differences(from: library, to: copy)  // none
    // endregion
    #expect(differences.isEmpty)
    #expect(copy.books[0] !== library.books[0])
    #expect(copy.favourite === copy.books[0])
  }

  final class Album: Codable { var name = "Kind of Blue" }

  // region: copy-hook
  final class Song: GraphCopyable {
    var title: String
    var plays = 0
    var album: Album
    var next: Song?

    init(_ title: String, on album: Album) {
      self.title = title
      self.album = album
    }

    init(copying source: Song, with children: borrowing ChildCopier) throws {
      title = source.title
      plays = source.plays
      album = try children.copy(source.album, named: "album")
      next = try children.copy(source.next, named: "next")
    }
  }
  // endregion

  @Test func aCopyHookKeepsSharedObjects() throws {
    let album = Album()
    let songs = [Song("So What", on: album), Song("Blue in Green", on: album)]
    (songs[0].next, songs[1].plays) = (songs[1], 7)
    // region: verify-hook
    try Graph.verifyCopy(of: songs)
    // endregion
    let copy = try Graph.copy(songs)
    #expect(copy[0].next === copy[1] && copy[0].album === copy[1].album)
    #expect(copy[0].album !== album && copy[1].plays == 7)
  }

  private final class Catalog: Codable {
    var titles: [String] = ["Emma"]
    private(set) var observes = false
    enum CodingKeys: CodingKey { case titles }

    init() {}

    // region: snapshot
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      titles = try container.decode([String].self, forKey: .titles)
      if decoder.userInfo[.isGraphCopy] == nil { observeChanges() }
    }
    // endregion

    func observeChanges() { observes = true }
  }

  @Test func aSnapshotObservesNothing() throws {
    let catalog = Catalog()
    #expect(try !Graph.copy(catalog).observes)
    let saved = try JSONEncoder().encode(catalog)
    #expect(try JSONDecoder().decode(Catalog.self, from: saved).observes)
  }
}
