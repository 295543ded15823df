package import ValueReflection

/// The closures that return the effects of each side of a slice as values, and the closure that performs an effect.
///
/// At `legacy` and `shadow`, the store performs the effects of the old side; at `lead` and `migrated`, those of the new
/// side. If both sides run, the store compares their effects, and performs the effects of one side only. The old side
/// must therefore return descriptions of its effects: for example, the old code returns `.save(id)` instead of writing
/// the file. You can change the old code in this way before the migration begins.
///
/// ```swift
/// SliceEffects(
///   legacy: { state, action in action.isEdit ? [.save(state.selected?.id)] : [] },
///   value: { value, action in action.isEdit ? [.save(value.selectedID)] : [] },
///   perform: { effect in disk.run(effect) })
/// ```
///
/// All three closures run on the executor of the store. After an action, `legacy` receives the class state, and `value`
/// the slice's value. `perform` must start longer work off the executor; this work dispatches its result as an action.
public struct SliceEffects<State: AnyObject, Action: Sendable, Value: Sendable>: Sendable {
  package let legacy: @Sendable (State, Action) -> [RequestedEffect]
  package let value: @Sendable (Value, Action) -> [RequestedEffect]

  /// Describes the effects of a slice.
  ///
  /// - Parameters:
  ///   - legacy: Returns the effects that the old side requests after an action.
  ///   - value: Returns the effects that the new side requests after an action.
  ///   - perform: Performs one effect. The store calls this closure for each effect of the side that determines the new
  ///     state, in the order of that side's list.
  public init<Effect: Equatable & Sendable>(
    legacy: @escaping @Sendable (State, Action) -> [Effect],
    value: @escaping @Sendable (Value, Action) -> [Effect],
    perform: @escaping @Sendable (Effect) -> Void
  ) {
    self.legacy = { state, action in
      legacy(state, action).map { RequestedEffect($0, perform: perform) }
    }
    self.value = { state, action in
      value(state, action).map { RequestedEffect($0, perform: perform) }
    }
  }
}

/// An effect that one side of a slice requests, with the closure that performs it.
package struct RequestedEffect: Sendable {
  package let description: any (Equatable & Sendable)
  let perform: @Sendable () -> Void

  init<Effect: Equatable & Sendable>(
    _ effect: Effect, perform: @escaping @Sendable (Effect) -> Void
  ) {
    description = effect
    self.perform = { perform(effect) }
  }

  /// Compares two lists of effects, position by position.
  package static func differences(
    legacy: [RequestedEffect], value: [RequestedEffect], by equality: ReflectedEquality
  ) -> [FoundDifference] {
    (0..<max(legacy.count, value.count)).compactMap { index in
      let old = index < legacy.count ? legacy[index].description : nil
      let new = index < value.count ? value[index].description : nil
      if let old, let new, isEqual(old, new, by: equality) { return nil }
      return FoundDifference(.effect, from: old, to: new, at: "effects.\(index)")
    }
  }
}

/// Returns whether two values are of one type and equal; NaN equals NaN.
func isEqual(
  _ one: any Equatable, _ other: any Equatable, by equality: ReflectedEquality = .declared
) -> Bool {
  func isEqual<Content: Equatable>(_ content: Content) -> Bool {
    guard let other = other as? Content else { return false }
    if equality == .declared, other == content { return true }
    return reflectedDifferences(from: content, to: other, limit: 1, by: equality).isEmpty
  }
  return isEqual(one)
}
