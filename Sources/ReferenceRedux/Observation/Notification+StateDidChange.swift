public import Foundation

extension Notification.Name {
  // The name under which Swift imports the original's `RDXStateDidChangeNotification`, so that code
  // which observes that one compiles unchanged.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A store reduced an action: its raw value is `RDXStateDidChangeNotification`.
  ///
  /// Posted on the main actor after an action was reduced, whether or not it changed anything. The
  /// object is the store, there is no `userInfo`. A burst of actions is told once or a few times,
  /// never more often than there were actions, and always once more after the last.
  public static let RDXStateDidChange = Notification.Name("RDXStateDidChangeNotification")
}
