internal import ObjectGraph

/// An enum with payloads, of which one holds an object, with a copy hook.
enum Row: GraphCopyable {
  case header(String)
  case item(HookedItem, isPinned: Bool)

  init(copying source: Row, with children: borrowing ChildCopier) throws {
    self = source
    guard case .item(let item, let isPinned) = source else { return }
    self = .item(try children.copy(item, named: "item"), isPinned: isPinned)
  }

  func copied(_ copies: inout [ObjectIdentifier: HookedItem]) -> Row {
    guard case .item(let item, let isPinned) = self else { return self }
    return .item(copies.copy(of: item) { HookedItem($0) }, isPinned: isPinned)
  }
}

/// A large struct that holds an object, with a copy hook.
struct Panel: GraphCopyable {
  var item: HookedItem
  var title = "A title that does not fit into the string itself"
  var subtitle = "A subtitle that does not fit, either"
  var tags = ["open", "new"]
  var (left, top, width, height) = (0.0, 0.0, 640.0, 480.0)
  var isOpen = true

  init(_ item: HookedItem) { self.item = item }

  init(copying source: Panel, with children: borrowing ChildCopier) throws {
    self = source
    item = try children.copy(source.item, named: "item")
  }

  func copied(_ copies: inout [ObjectIdentifier: HookedItem]) -> Panel {
    var copy = self
    copy.item = copies.copy(of: item) { HookedItem($0) }
    return copy
  }
}
