public import ValueRedux
import ValueReflection

extension StateSlice {
  /// Returns this slice with a one-shot event: a flag on the old side, a `Signal` on the new side.
  ///
  /// ```swift
  /// slice.signal(
  ///   "alert", flag: { $0.showsAlert ? Alert.saved : nil }, at: ["showsAlert"], value: \.alert)
  /// ```
  ///
  /// A flag stays set until code clears it; a signal is raised once, and its number distinguishes it from the previous
  /// signal. After each compared action, the store therefore compares the events that the action raised on each side.
  /// The comparison of the values leaves out the signal's field, and `read` of the projection may leave this field nil.
  ///
  /// At ``Stage/legacy`` and ``Stage/shadow``, the store keeps the result of the old side as its state, and a
  /// ``ValueFacade`` of the slice shows a signal for each flag that an action sets.
  /// ``ValueFacade/subscribe(signal:consumer:_:)`` therefore delivers each event once at every stage. At stage
  /// ``Stage/migrated``, no block resets the flag, so reset it in the projection's `clear`.
  ///
  /// If the new side raises the same event again while the flag is still set, the old side cannot set the flag a second
  /// time, and the mismatch has the subject ``Mismatch/Subject/notComparable``. If only one side raises an event, or
  /// the sides raise different events, the subject is ``Mismatch/Subject/signal``.
  ///
  /// - Parameters:
  ///   - name: The name of the signal, unique in the slice; its mismatches have the path `signals.` plus this name.
  ///   - flag: Returns the event whose flag is set on the old side, or returns nil if no flag is set.
  ///   - paths: The coding paths of all fields that `flag` reads. Although no projection contains these fields, writes
  ///     of the blocks to them, and to all places below them, are no mismatches.
  ///   - value: The key path of the signal in the value.
  /// - Returns: A copy of this slice with this signal in addition to earlier signals.
  public func signal<Event: Equatable & Sendable>(
    _ name: String,
    flag: @escaping @Sendable (State) -> Event?,
    at paths: [String],
    value: any WritableKeyPath<Value, Signal<Event>?> & Sendable
  ) -> StateSlice {
    with { $0.signals.append(SliceSignal(name: name, flag: flag, at: paths, value: value)) }
  }
}

/// A one-shot event of a slice, independent of the type of the event.
package struct SliceSignal<State, Value>: Sendable {
  typealias Event = any (Equatable & Sendable)

  let name: String

  /// The coding paths of what `flagged` reads.
  let paths: [String]

  /// The event whose flag is set on the old side.
  let flagged: @Sendable (State) -> Event?

  /// The event that an action signaled on the new side.
  let raised: @Sendable (Value, ActionNumber) -> Event?

  /// Signals an event, which `flagged` returned, in a value.
  let raise: @Sendable (inout Value, Event, ActionNumber) -> Void

  /// Removes the signal from a value.
  let mask: @Sendable (inout Value) -> Void

  init<Content: Equatable & Sendable>(
    name: String, flag: @escaping @Sendable (State) -> Content?, at paths: [String],
    value: any WritableKeyPath<Value, Signal<Content>?> & Sendable
  ) {
    (self.name, self.paths) = (name, paths)
    flagged = { flag($0) }
    raised = { whole, number in
      guard let signal = whole[keyPath: value], signal.number == number else { return nil }
      return signal.event
    }
    raise = { whole, event, number in
      if let event = event as? Content { whole[keyPath: value] = Signal(event, at: number) }
    }
    mask = { $0[keyPath: value] = nil }
  }

  /// Compares what an action raised on both sides: the events whose flags were set before it and after it, and the
  /// one that it signaled on the new side.
  func difference(
    before: Event?, after: Event?, raised: Event?, by equality: ReflectedEquality,
    _ redactor: Redactor
  ) -> FoundDifference? {
    let path = "signals.\(DifferencePath.component(name))"
    var legacy = after
    if let before, let after, isEqual(before, after, by: equality) {
      // The flag is still set from an earlier action.
      if let raised, isEqual(after, raised, by: equality) {
        return FoundDifference(
          .notComparable, at: path, legacy: "still set",
          value: redactor.text(of: raised, at: path))
      }
      legacy = nil
    }
    switch (legacy, raised) {
    case (nil, nil): return nil
    case (let legacy?, let raised?) where isEqual(legacy, raised, by: equality): return nil
    default: return FoundDifference(.signal, from: legacy, to: raised, at: path)
    }
  }
}
