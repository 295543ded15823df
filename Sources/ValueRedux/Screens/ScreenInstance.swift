public import Foundation

/// The identity of one showing of a screen: the window it is in, and which showing it is.
///
/// A screen that is closed and shown again is another instance. What still comes in for the old one,
/// a close above all, does not touch the new one.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
public struct ScreenInstance: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The window that the screen is shown in.
  public let window: WindowUUID
  /// Tells this showing from every other one.
  public let id: UUID

  /// Makes the identity of a screen that is about to be shown.
  ///
  /// - Parameters:
  ///   - window: The window that the screen is shown in.
  ///   - id: Tells this showing from every other one; a new one unless given. Made outside the
  ///     reducers, which are pure, and handed to them in the action that shows the screen.
  public init(window: WindowUUID, id: UUID = UUID()) {
    self.window = window
    self.id = id
  }

  /// The window and the id in one string.
  public var description: String { "\(window)/\(id.uuidString)" }
}
