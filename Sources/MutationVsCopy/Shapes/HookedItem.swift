internal import Foundation
internal import ObjectGraph

/// The item with a copy that is written by hand and still keeps sharing.
final class HookedItem: GraphCopyable {
  var id: Int
  var title: String
  var isDone: Bool
  var date: Date
  var tags: [String]

  /// An item whose contents follow from its number, the same as those of `Item`.
  init(_ number: Int) {
    let item = Item(number)
    id = item.id
    title = item.title
    isDone = item.isDone
    date = item.date
    tags = item.tags
  }

  init(copying source: HookedItem, with children: borrowing ChildCopier) throws {
    id = source.id
    title = source.title
    isDone = source.isDone
    date = source.date
    tags = source.tags
  }

  /// Items with the numbers from 0.
  static func list(_ count: Int) -> [HookedItem] { (0..<count).map { HookedItem($0) } }
}
