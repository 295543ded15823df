/// The results of both sides of a slice after one action, compared.
struct SliceComparison<Value: Equatable & Sendable> {
  private let legacy: Value
  private let value: Value
  private let redactor: Redactor

  let statesDiffer: Bool

  /// All differences, the most significant first; empty when both sides agree.
  private(set) var differences: [Mismatch.Difference] = []

  init(legacy: Value, value: Value, areEqual: (Value, Value) -> Bool, redactor: Redactor) {
    self.legacy = legacy
    self.value = value
    self.redactor = redactor
    statesDiffer = !areEqual(legacy, value)
    if statesDiffer { differences = stateDifferences(legacy, value, .state) }
  }

  /// Compares the effects that both sides requested, in order.
  mutating func compareEffects(legacy: [RequestedEffect], value: [RequestedEffect]) {
    guard !(legacy.isEmpty && value.isEmpty) else { return }
    differences += RequestedEffect.differences(legacy: legacy, value: value, redactor)
  }

  /// Adds differences that were found elsewhere.
  mutating func add(_ found: [Mismatch.Difference]) {
    differences += found
  }

  /// Finds changes in windows that are not the target of the action, on both sides.
  ///
  /// They come first, because they explain differences in the state.
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
        legacy: isByLegacy ? "changed" : "unchanged",
        value: isByLegacy ? "unchanged" : "changed")
    }
    differences = found + differences
  }

  private func names(of windows: [Any]) -> Set<String> {
    Set(windows.map { redactor.name(of: $0, in: "windows") })
  }

  /// Distinguishes a disagreement from a write by other code to the slice's part of the state.
  ///
  /// - Parameter replayed: The new side's result from the state in which the old side started.
  mutating func noteReplay(_ replayed: Value) {
    guard replayed == legacy else { return }
    for index in differences.indices where differences[index].subject == .state {
      differences[index].subject = .foreignWrite
    }
  }

  /// Compares what the projection reads after a write with what it wrote.
  mutating func checkWriteBack(read: Value, wrote: Value) {
    guard read != wrote else { return }
    differences =
      stateDifferences(read, wrote, .projection) + differences.filter { $0.subject != .state }
  }

  private func stateDifferences(
    _ legacy: Value, _ value: Value, _ subject: Mismatch.Subject
  ) -> [Mismatch.Difference] {
    redactor.differences(from: legacy, to: value).map {
      .init(subject: subject, path: $0.path, legacy: $0.old, value: $0.new)
    }
  }
}
