import ObjectGraph

/// How one window shows the library.
final class ItemListDisplay: Codable {
  let window: WindowID
  var filter = ""
  var sort = SortOrder.title
  /// The login that is open in this window: the very instance that is in the library.
  var selected: LoginItem?
  var notice: Notice?
  /// How many notices there were: two alike in a row are told apart by it.
  var noticeCount: UInt64 = 0

  /// The library that this window shows.
  @BackReference var library: LoginLibrary?

  init(window: WindowID, library: LoginLibrary) {
    self.window = window
    self.library = library
  }

  /// Forgets what a person typed and selected.
  func reset() {
    filter = ""
    selected = nil
    notice = nil
  }
}
