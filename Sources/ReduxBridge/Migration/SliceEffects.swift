package import ValueReflection

/// The effects of both sides of a slice on the world outside, described before they are performed.
///
/// Each side returns the effects that an action requests. The store performs those of the side whose
/// answer counts, once, at every stage, and compares them with those of the other side, which it never
/// performs. The old side must therefore describe its effects first (a change of its own, mergeable
/// before the migration begins): instead of writing the file, the old code returns `.save(id)`.
///
/// ```swift
/// SliceEffects(
///   legacy: { state, action in action.isEdit ? [.save(state.selected?.id)] : [] },
///   value: { value, action in action.isEdit ? [.save(value.selectedID)] : [] },
///   perform: { effect in disk.run(effect) })
/// ```
///
/// All three closures run on the executor of the store. The first two receive the state after the
/// action, as a middleware does. `perform` starts longer work elsewhere and dispatches its result.
public struct SliceEffects<State: AnyObject, Action: Sendable, Value: Sendable>: Sendable {
  package let legacy: @Sendable (State, Action) -> [RequestedEffect]
  package let value: @Sendable (Value, Action) -> [RequestedEffect]

  /// Describes the effects of a slice.
  ///
  /// - Parameters:
  ///   - legacy: Returns what the old side requests after an action.
  ///   - value: Returns what the new side requests after an action.
  ///   - perform: Performs an effect of the side whose answer counts, in the order of the requests.
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
