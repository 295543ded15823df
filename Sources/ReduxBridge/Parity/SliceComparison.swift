import ValueRedux

/// What both sides of a slice said after one action, compared.
struct SliceComparison<Value: Equatable & Sendable> {
  private let legacy: Value
  private let value: Value
  private let redactor: Redactor

  /// Whether the states differ.
  let statesDiffer: Bool

  /// All that was found to differ; empty when both sides agree.
  private(set) var findings: [Finding] = []

  init(legacy: Value, value: Value, areEqual: (Value, Value) -> Bool, redactor: Redactor) {
    self.legacy = legacy
    self.value = value
    self.redactor = redactor
    statesDiffer = !areEqual(legacy, value)
    if statesDiffer { findings = stateFindings() }
  }

  /// Compares what both sides asked the world outside to do, in order.
  mutating func compareEffects(legacy: [SliceEffect], value: [SliceEffect]) {
    guard !(legacy.isEmpty && value.isEmpty) else { return }
    for index in 0..<max(legacy.count, value.count) {
      let old = index < legacy.count ? legacy[index] : nil
      let new = index < value.count ? value[index] : nil
      if let old, let new, old.isSame(as: new) { continue }
      let path = "effects.\(index)"
      func text(_ effect: SliceEffect?) -> String {
        effect.map { redactor.text(of: $0.description, at: path) } ?? "nothing"
      }
      findings.append(
        Finding(subject: .effect, path: path, legacy: text(old), value: text(new)))
    }
  }

  /// Looks for changes in windows that the action was not for, on both sides.
  mutating func checkWindows<Action>(
    _ isolation: WindowIsolation<Action, Value>?, legacyBefore: Value?, valueBefore: Value?,
    _ action: Action
  ) {
    guard let isolation, let legacyBefore, let valueBefore else { return }
    let byLegacy = isolation.trespasses(legacyBefore, legacy, action)
    let byValue = isolation.trespasses(valueBefore, value, action)
    for window in byValue where !byLegacy.contains(window) {
      findings.append(
        Finding(
          subject: .window, path: "windows.\(window)", legacy: "left alone", value: "changed"))
    }
    for window in byLegacy where !byValue.contains(window) {
      findings.append(
        Finding(
          subject: .window, path: "windows.\(window)", legacy: "changed", value: "left alone"))
    }
  }

  /// Tells a disagreement from a write by somebody else to the slice's part of the reference state.
  ///
  /// - Parameter replayed: What the new side makes of the state from which the old side started.
  mutating func noteReplay(_ replayed: Value) {
    guard replayed == legacy else { return }
    for index in findings.indices where findings[index].subject == .state {
      findings[index].subject = .foreignWrite
    }
  }

  private func stateFindings() -> [Finding] {
    let differences = reflectedDifferences(from: legacy, to: value, limit: 32)
    guard !differences.isEmpty else {
      // Unequal by `==`, alike by reflection: NaN, or a part that reflection does not show.
      return [
        Finding(
          subject: .notComparable, path: "",
          legacy: redactor.text(of: legacy, at: ""), value: redactor.text(of: value, at: ""))
      ]
    }
    return differences.map { difference in
      Finding(
        subject: .state, path: difference.path,
        legacy: redactor.text(of: difference.oldValue, at: difference.path),
        value: redactor.text(of: difference.newValue, at: difference.path))
    }
  }
}
