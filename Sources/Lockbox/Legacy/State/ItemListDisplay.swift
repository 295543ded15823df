import ObjectGraph

/// How one window shows the library.
final class ItemListDisplay: Codable {
  let window: WindowID
  var filter = ""
  var sort = SortOrder.title
  /// The open login of this window: the same instance as in the library.
  var selected: LoginItem?
  var notice: Notice?
  /// The number of notices so far, which distinguishes two equal ones in a row.
  var noticeCount: UInt64 = 0

  @BackReference var library: LoginLibrary?

  init(window: WindowID, library: LoginLibrary) {
    self.window = window
    self.library = library
  }

  /// Clears the filter, the selection and the notice.
  func reset() {
    filter = ""
    selected = nil
    notice = nil
  }
}
