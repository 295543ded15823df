import ReferenceRedux
import ValueReflection

extension SliceRuntime {
  /// Reduces an action on both sides from one pre-state, as at stage `shadow`, without a ledger, a
  /// trace, or effects.
  func findings(after action: Action, ofType type: String, _ state: State) -> Findings? {
    let candidate = ValueBox(slice.projection.read(state))
    let before = slice.isolation == nil ? nil : candidate.value
    let flags = slice.signals.map { $0.flagged(state) }
    // Before the blocks: one that writes to another slice must not change what the reducer reads.
    let reduce = reduction(state)
    for block in slice.legacy { block(state, action) }
    reduce(candidate, action, number)
    let answer = slice.projection.read(state)
    if isPlain, kernel.areEqual(answer, candidate.value) { return nil }
    var comparison = comparison(legacy: answer, value: candidate.value)
    comparison.compareEffects(
      legacy: slice.effects?.legacy(state, action) ?? [],
      value: slice.effects?.value(candidate.value, action) ?? [])
    comparison.add(signalDifferences(since: flags, state, candidate.value))
    let masked = before.map(masked)
    comparison.checkWindows(slice.isolation, legacyBefore: masked, valueBefore: masked, action)
    guard !comparison.differences.isEmpty else { return nil }
    let findings = Findings(
      comparison.differences, isNoisy: false, after: type, rules: slice.rules,
      redactor: recorder.options.redactor)
    return findings.count == 0 ? nil : findings
  }

  /// Whether `==` of the values decides whether both sides agree.
  private var isPlain: Bool {
    slice.equality == .declared && slice.effects == nil && slice.signals.isEmpty
      && slice.isolation == nil
  }
}

extension MigrationCoordinator {
  /// Reduces an action by all blocks, and the slice with a name, or all if it is nil, on both sides.
  ///
  /// It returns the first finding; nil if both sides agree.
  package func finding(
    after action: Action, ofType type: String, number: Int, judging name: String?, _ state: State
  ) -> SliceFinding? {
    unsafe index.place.pointee = number
    var finding: SliceFinding?
    for part in parts {
      switch part {
      case .blocks(let blocks):
        for block in blocks { block(state, action) }
      case .slice(let slice) where name == nil || slice.name == name:
        if let found = slice.findings(after: action, ofType: type, state), finding == nil {
          finding = SliceFinding(slice: slice.name, findings: found)
        }
      case .slice(let slice):
        for block in slice.blocks { block(state, action) }
      }
    }
    return finding
  }
}

/// What no rule explains, of one slice after one action.
package struct SliceFinding {
  let slice: String
  let findings: Findings

  /// The mismatch after the last of some actions.
  package func mismatch<Action>(
    after actions: [Action], _ options: ParityOptions<Action>
  ) -> Mismatch? {
    guard let last = actions.last else { return nil }
    let place = ComparedAction(
      slice: slice, stage: .shadow, index: actions.count, type: options.actionType(last),
      text: options.redactor.text(of: last, at: "action"))
    return Mismatch(findings.shown, count: findings.count, at: place) { _ in 1 }
  }
}
