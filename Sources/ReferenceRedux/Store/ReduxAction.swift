/// An action in the form that ReduxObjC gives it: an identifier, and a payload if it needs one.
///
/// Use `any ReduxAction` as the `Action` of a store to move code over as it stands. New code is
/// better served by an enum of its own, where the compiler checks the payloads.
///
/// ```swift
/// struct Rename: ReduxAction {
///   let identifier = "rename"
///   let name: String
///   var payload: (any Sendable)? { name }
/// }
/// ```
///
/// An action is `Sendable`: a payload of the original was shared with whoever kept it, here it
/// cannot be changed after it was dispatched.
///
/// ## Thread safety
///
/// Every action is `Sendable`: it is made on one thread and reduced on another.
public protocol ReduxAction: Sendable {
  /// The name of what happened, unique among the actions of the app.
  var identifier: String { get }

  /// What the reduce blocks need to know beyond the identifier, or `nil`.
  var payload: (any Sendable)? { get }
}

extension ReduxAction {
  /// No payload, unless the action says otherwise.
  public var payload: (any Sendable)? { nil }
}
