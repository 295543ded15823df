import ValueReflection

/// What both sides of a slice said after one action, compared.
struct SliceComparison<Value: Equatable & Sendable> {
  private let legacy: Value
  private let value: Value
  private let redactor: Redactor

  /// Whether the states differ.
  let statesDiffer: Bool

  /// All that was found to differ, the most telling first; empty when both sides agree.
  private(set) var differences: [Mismatch.Difference] = []

  init(legacy: Value, value: Value, areEqual: (Value, Value) -> Bool, redactor: Redactor) {
    self.legacy = legacy
    self.value = value
    self.redactor = redactor
    statesDiffer = !areEqual(legacy, value)
    if statesDiffer { differences = Self.stateDifferences(legacy, value, redactor) }
  }

  // MARK: Effects

  /// Compares what both sides asked the world outside to do, in order.
  mutating func compareEffects(legacy: [SliceEffect], value: [SliceEffect]) {
    guard !(legacy.isEmpty && value.isEmpty) else { return }
    for index in 0..<max(legacy.count, value.count) {
      let old = index < legacy.count ? legacy[index] : nil
      let new = index < value.count ? value[index] : nil
      if let old, let new, old.isSame(as: new) { continue }
      let path = "effects.\(index)"
      differences.append(
        .init(
          subject: .effect, path: path, legacy: redactor.text(of: old?.description, at: path),
          value: redactor.text(of: new?.description, at: path)))
    }
  }

  /// Adds what was found elsewhere.
  mutating func add(_ found: [Mismatch.Difference]) {
    differences += found
  }

  // MARK: Windows

  /// Looks for changes in windows that the action was not for, on both sides.
  ///
  /// What is found comes first: it explains the differences in the state.
  mutating func checkWindows<Action>(
    _ isolation: WindowIsolation<Action, Value>?, legacyBefore: Value?, valueBefore: Value?,
    _ action: Action
  ) {
    guard let isolation, let legacyBefore, let valueBefore else { return }
    let byLegacy = names(of: isolation.trespasses(legacyBefore, legacy, action))
    let byValue = names(of: isolation.trespasses(valueBefore, value, action))
    let found = byLegacy.symmetricDifference(byValue).sorted().map { name in
      let isByLegacy = byLegacy.contains(name)
      return Mismatch.Difference(
        subject: .window, path: "windows.\(name)",
        legacy: isByLegacy ? "changed" : "left alone",
        value: isByLegacy ? "left alone" : "changed")
    }
    differences = found + differences
  }

  private func names(of windows: [Any]) -> Set<String> {
    Set(windows.map { redactor.name(of: $0, in: "windows") })
  }

  // MARK: The projection and others

  /// Tells a disagreement from a write by somebody else to the slice's part of the reference state.
  ///
  /// - Parameter replayed: What the new side makes of the state from which the old side started.
  mutating func noteReplay(_ replayed: Value) {
    guard replayed == legacy else { return }
    for index in differences.indices where differences[index].subject == .state {
      differences[index].subject = .foreignWrite
    }
  }

  /// Compares what the projection reads after it wrote with what it wrote.
  mutating func checkWriteBack(read: Value, wrote: Value) {
    guard read != wrote else { return }
    var found = Self.stateDifferences(read, wrote, redactor)
    for index in found.indices { found[index].subject = .projection }
    differences = found + differences.filter { $0.subject != .state }
  }

  /// Where two values differ, as they may be shown.
  static func stateDifferences(
    _ legacy: Value, _ value: Value, _ redactor: Redactor
  ) -> [Mismatch.Difference] {
    redactor.differences(from: legacy, to: value).map { difference in
      .init(
        subject: .state, path: difference.path,
        legacy: redactor.text(of: difference.oldValue, at: difference.path),
        value: redactor.text(of: difference.newValue, at: difference.path))
    }
  }
}
