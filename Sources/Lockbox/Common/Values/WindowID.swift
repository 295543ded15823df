/// The identity of one window of the app.
///
/// Each window has its own screens, filter and selection.
struct WindowID: Hashable, Codable, Sendable, CustomStringConvertible {
  let name: String

  /// The window that the app opens by itself.
  static let main = WindowID("main")
  /// The window that a person may open next to it.
  static let side = WindowID("side")

  var description: String { name }
}

extension WindowID {
  init(_ name: String) {
    self.init(name: name)
  }
}
