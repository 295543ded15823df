/// An action that says which screens it concerns.
///
/// ## Thread safety
///
/// Safe from any thread because conforming types are `Sendable` values.
public protocol AddressedAction: Sendable {
  /// Whom the action concerns; nil if it concerns no screen, only the rest of the state.
  var address: ActionAddress? { get }
}
