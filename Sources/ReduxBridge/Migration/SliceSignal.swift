public import ValueRedux

extension StateSlice {
  /// The slice with a one-shot event: a flag on the old side, a `Signal` on the new one.
  ///
  /// ```swift
  /// slice.signal("alert", flag: { $0.showsAlert ? Alert.saved : nil }, value: \.alert)
  /// ```
  ///
  /// The two have different lives. A flag stands until somebody lowers it; a signal is raised once, and
  /// its number tells it from the one before. So what is compared is the moment: after each compared
  /// action, whether this action raised the event on each side, and which event. The field with the
  /// signal is left out of the comparison of the states, and the projection need not read it.
  ///
  /// A flag that still stands cannot be raised again: where the new side signals the same event once
  /// more, the verdict is ``Mismatch/Verdict/notComparable``. Where one side raises and the other does
  /// not, or another event, the candidate is held to be wrong, as for any difference.
  ///
  /// - Parameters:
  ///   - name: The signal's name, unique in the slice; its path is `signals.` and this name.
  ///   - flag: The event for which the old side's flag stands; nil when it is down.
  ///   - value: Where the signal stands in the value.
  /// - Returns: The slice, with this signal after those that it had.
  public func signal<Event: Equatable & Sendable>(
    _ name: String,
    flag: @escaping @Sendable (State) -> Event?,
    value: any WritableKeyPath<Value, Signal<Event>?> & Sendable
  ) -> StateSlice {
    var slice = self
    slice.signals.append(SliceSignal(name: name, flag: flag, value: value))
    return slice
  }
}

/// A one-shot event of a slice, whatever the event is.
package struct SliceSignal<State, Value>: Sendable {
  /// An event of either side.
  struct Event: Sendable {
    let content: any (Equatable & Sendable)

    func isSame(as other: Event) -> Bool {
      func isSame<Content: Equatable>(_ content: Content) -> Bool {
        other.content as? Content == content
      }
      return isSame(content)
    }
  }

  let name: String

  /// The event for which the old side's flag stands.
  let standing: @Sendable (State) -> Event?

  /// The event that an action signalled on the new side.
  let raised: @Sendable (Value, ActionNumber) -> Event?

  /// Takes the signal out of a value.
  let mask: @Sendable (inout Value) -> Void

  init<Content: Equatable & Sendable>(
    name: String, flag: @escaping @Sendable (State) -> Content?,
    value: any WritableKeyPath<Value, Signal<Content>?> & Sendable
  ) {
    self.name = name
    standing = { state in flag(state).map(Event.init(content:)) }
    raised = { whole, number in
      guard let signal = whole[keyPath: value], signal.number == number else { return nil }
      return Event(content: signal.event)
    }
    mask = { $0[keyPath: value] = nil }
  }

  /// What both sides raised after an action, where it was not the same.
  ///
  /// The flag stood for the event `before` the action and stands for `after` now; `raised` is what the
  /// action signalled on the new side.
  func difference(
    before: Event?, after: Event?, raised: Event?, _ redactor: Redactor
  ) -> Mismatch.Difference? {
    let path = "signals.\(name)"
    let stands = after.map { event in before.map(event.isSame) ?? false } ?? false
    let legacy = stands ? nil : after
    switch (legacy, raised) {
    case (nil, nil): return nil
    case (let legacy?, let raised?) where legacy.isSame(as: raised): return nil
    case (nil, let raised?) where stands && after!.isSame(as: raised):
      return .init(
        subject: .notComparable, path: path, legacy: "still standing",
        value: redactor.text(of: raised.content, at: path))
    default:
      return .init(
        subject: .signal, path: path, legacy: redactor.text(of: legacy?.content, at: path),
        value: redactor.text(of: raised?.content, at: path))
    }
  }
}
