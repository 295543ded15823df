import Foundation
import ObjectGraph
import Testing

@testable import MutationVsCopy

@Suite struct ShapeTests {
  @Test func everyWayToCopyAnItemKeepsItsContents() throws {
    let items = Item.list(20)
    let expected = items.map(Self.contents)
    #expect(items.map { $0.copied() }.map(Self.contents) == expected)
    #expect(Item.copyKeepingSharing(items).map(Self.contents) == expected)
    #expect(try JSONRoundTrip.copy(items).map(Self.contents) == expected)
    #expect(try Graph.copy(items).map(Self.contents) == expected)
  }

  @Test func theHandWrittenCopyWithAMapKeepsSharing() {
    let item = Item(1)
    let copy = Item.copyKeepingSharing([item, item])
    #expect(copy[0] === copy[1])
    #expect(copy[0] !== item)
  }

  @Test func theArchivedCopyKeepsTheContents() throws {
    let copy = try ArchivedItem.copyByArchiving(ArchivedItem.list(5))
    #expect(copy.map(\.login) == Login.list(5))
  }

  @Test func theTreeHasTheNamedSizeAndSharedLeaves() {
    let tree = Folder.tree(depth: 8)
    #expect(tree.count == 21_845)
    let copy = Folder.tree(depth: 4).copyKeepingSharing()
    #expect(copy.count == 85)
    var labels: Set<ObjectIdentifier> = []
    func visit(_ folder: Folder) {
      if let label = folder.label { labels.insert(ObjectIdentifier(label)) }
      folder.children.forEach(visit)
    }
    visit(tree)
    #expect(labels.count == 64)
  }

  @Test func theMarkedAppStateIsTheSameState() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(MarkedBrowser.make()) == encoder.encode(Browser()))
    let copy = try Graph.copy(MarkedBrowser.make())
    #expect(try encoder.encode(copy) == encoder.encode(Browser()))
  }

  private static func contents(_ item: Item) -> [String] {
    ["\(item.id)", item.title, "\(item.isDone)", "\(item.date.timeIntervalSince1970)"] + item.tags
  }
}

extension Folder {
  /// The number of nodes, this one included.
  fileprivate var count: Int { 1 + children.reduce(0) { $0 + $1.count } }
}
