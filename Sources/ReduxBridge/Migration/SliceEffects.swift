/// What both sides of a slice do to the world outside, described before it is done.
///
/// Each side says which effects an action asks for; the bridge has the control's done, once, at every
/// stage, and compares them with the candidate's, which are never done. The old side's effects must
/// therefore be named first (a change of its own, mergeable before the migration begins): instead of
/// writing the file, the old code returns `.save(id)`.
///
/// ```swift
/// SliceEffects(
///   legacy: { state, action in action.isEdit ? [.save(state.selected?.id)] : [] },
///   value: { value, action in action.isEdit ? [.save(value.selectedID)] : [] },
///   perform: { effect in disk.run(effect) })
/// ```
///
/// Both closures see the state after the action, as a middleware does, and run on the executor of the
/// store; so does `perform`, which hands longer work on and dispatches its result.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
public struct SliceEffects<State: AnyObject, Action: Sendable, Value: Sendable>: Sendable {
  let legacy: @Sendable (State, Action) -> [SliceEffect]
  let value: @Sendable (Value, Action) -> [SliceEffect]

  /// Describes the effects of a slice.
  ///
  /// - Parameters:
  ///   - legacy: What the old side asks for after an action.
  ///   - value: What the new side asks for after an action.
  ///   - perform: Does an effect of the control; called in the order in which they were asked for.
  public init<Effect: Equatable & Sendable>(
    legacy: @escaping @Sendable (State, Action) -> [Effect],
    value: @escaping @Sendable (Value, Action) -> [Effect],
    perform: @escaping @Sendable (Effect) -> Void
  ) {
    self.legacy = { state, action in
      legacy(state, action).map { SliceEffect($0, perform: perform) }
    }
    self.value = { state, action in
      value(state, action).map { SliceEffect($0, perform: perform) }
    }
  }
}

/// An effect that one side of a slice asked for, with the closure that does it.
struct SliceEffect: Sendable {
  /// What was asked for.
  let description: any (Equatable & Sendable)

  /// Does it.
  let perform: @Sendable () -> Void

  init<Effect: Equatable & Sendable>(
    _ effect: Effect, perform: @escaping @Sendable (Effect) -> Void
  ) {
    description = effect
    self.perform = { perform(effect) }
  }

  /// Whether both ask for the same.
  func isSame(as other: SliceEffect) -> Bool {
    func isSame<Effect: Equatable>(_ effect: Effect) -> Bool {
      other.description as? Effect == effect
    }
    return isSame(description)
  }
}
