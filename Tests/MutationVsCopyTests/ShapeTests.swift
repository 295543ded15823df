import Foundation
import ObjectGraph
import Testing

@testable import MutationVsCopy

@Suite struct ShapeTests {
  @Test func everyWayToCopyAnItemKeepsItsContentsAndTheMapAndTheHookKeepSharing() throws {
    let items = Item.list(20)
    let copies = try [
      items.map { $0.copied() }, Item.copyKeepingSharing(items), JSONRoundTrip.copy(items),
      Graph.copy(items),
      Graph.copy(HookedItem.list(20)).map {
        Item(id: $0.id, title: $0.title, isDone: $0.isDone, date: $0.date, tags: $0.tags)
      },
    ]
    #expect(copies.map { $0.map { Login($0) } } == Array(repeating: Login.list(20), count: 5))
    let (item, hooked) = (Item(1), HookedItem(1))
    let (copy, byHook) = (Item.copyKeepingSharing([item, item]), try Graph.copy([hooked, hooked]))
    #expect(copy[0] === copy[1] && copy[0] !== item)
    #expect(byHook[0] === byHook[1] && byHook[0] !== hooked)
  }

  @Test func aTreeCopiedByHandKeepsTheLabelsThatItsLeavesShare() throws {
    let tree = Folder.tree(depth: 5)
    #expect(try Graph.isEqual(tree, tree.copyKeepingSharing()))
  }

  @Test func theMarkedAppStateIsTheSameState() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(MarkedBrowser.make()) == encoder.encode(Browser()))
    let copy = try Graph.copy(MarkedBrowser.make())
    #expect(try encoder.encode(copy) == encoder.encode(Browser()))
  }
}
