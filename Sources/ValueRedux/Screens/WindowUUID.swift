public import Foundation

/// The identity of one window of the app.
///
/// ## Thread safety
///
/// Safe from any thread because it is an immutable value.
public struct WindowUUID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identity, as a scene session keeps it across launches.
  public let rawValue: UUID

  /// Makes the identity of a window.
  ///
  /// - Parameter rawValue: The identity; a new one unless given.
  public init(_ rawValue: UUID = UUID()) {
    self.rawValue = rawValue
  }

  /// The identity in its usual text form.
  public var description: String { rawValue.uuidString }
}
