/// How the bridge sees that an action for one window leaves the other windows alone.
///
/// ```swift
/// WindowIsolation(target: { $0.window }, parts: { $0.screensByWindow })
/// ```
///
/// Before and after each compared action, the parts of all windows that the action is not for must be
/// equal, on the new side as on the old one.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
public struct WindowIsolation<Action: Sendable, Value: Sendable>: Sendable {
  /// The windows whose parts changed although the action was for another one, in any order.
  let trespasses: @Sendable (_ before: Value, _ after: Value, _ action: Action) -> [Any]

  /// Describes which part of a value belongs to which window.
  ///
  /// - Parameters:
  ///   - target: The window that an action is for; nil when it is for all.
  ///   - parts: What each window has in the value.
  public init<Window: Hashable & SendableMetatype, Part: Equatable & SendableMetatype>(
    target: @escaping @Sendable (Action) -> Window?,
    parts: @escaping @Sendable (Value) -> [Window: Part]
  ) {
    trespasses = { before, after, action in
      guard let target = target(action) else { return [] }
      let (old, new) = (parts(before), parts(after))
      return Set(old.keys).union(new.keys)
        .filter { $0 != target && old[$0] != new[$0] }
    }
  }
}
