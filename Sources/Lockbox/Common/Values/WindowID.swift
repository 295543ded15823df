/// The identity of one window, which has its own screens, filter and selection.
struct WindowID: Hashable, Codable, Sendable, CustomStringConvertible {
  let name: String

  /// The window that the app opens at launch.
  static let main = WindowID("main")
  /// The window that the user may open next to it.
  static let side = WindowID("side")

  var description: String { name }
}

extension WindowID {
  init(_ name: String) {
    self.init(name: name)
  }
}
