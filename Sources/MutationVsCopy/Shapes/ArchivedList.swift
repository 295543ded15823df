internal import Foundation

/// A list as the root of an archive; the archiver knows top-level classes that are not private, and no others.
final class ArchivedList: NSObject, NSCoding {
  let items: [ArchivedItem]

  init(_ items: [ArchivedItem]) { self.items = items }

  init?(coder: NSCoder) {
    guard let items = coder.decodeObject(forKey: "items") as? [ArchivedItem] else { return nil }
    self.items = items
  }

  func encode(with coder: NSCoder) { coder.encode(items as NSArray, forKey: "items") }
}
