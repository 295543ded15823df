/// The demands that a ledger must meet before a slice may move to ``Stage/lead`` or ``Stage/migrated``.
///
/// A move back to an earlier stage is always allowed. By default, at least one compared action must have changed the
/// slice, because two sides that ignore every action also agree.
public struct Gate: Sendable, Equatable {
  package let compared: Int
  package let changed: Int
  package let mismatches: Int?
  package let everyActionType: Bool
  package let everyRuleUsed: Bool
  package let footprint: Int
  package let laws: Bool
  package let comparedAtLead: Int

  /// Describes a gate.
  ///
  /// - Parameters:
  ///   - compared: The least number of actions after which both sides must have been compared.
  ///   - changed: The least number of compared actions that must have changed the slice, as
  ///     ``ParityLedger/Entry/changed`` counts them; 0 if no action needs to change the slice.
  ///   - mismatches: The greatest number of unexplained mismatches to allow, including missed and repeated
  ///     notifications. With nil, the gate allows any number. With a number, the ledger must contain no broken law of
  ///     the projection. A `ParityCheck` must then also have checked the laws if the store never tries `write` on a
  ///     copy (see `footprintInterval` of ``ParityOptions``, and `copiesPost` of ``MainMigrationStore``).
  ///   - everyActionType: Whether an action of each type in `expectedActionTypes` must have been compared. If `changed`
  ///     is not 0, an action of each type must also have changed the slice, requested an effect or raised a signal. To
  ///     exempt a type from the latter, pass its name as the path of ``StateSlice/allowing(_:on:of:as:because:)``.
  ///   - everyRuleUsed: Whether every rule for a known difference must have applied at least once.
  ///   - footprint: The least number of actions after which the store, or a `ParityCheck` whose ledger is evidence,
  ///     must have checked the footprint. Rules must explain all findings. With 0, the gate demands no checks.
  ///   - laws: Whether a `ParityCheck` must have found that the projection obeys its laws.
  ///   - comparedAtLead: The least number of actions that must have been compared at stage `lead` before the slice
  ///     moves to `migrated`.
  public init(
    compared: Int, changed: Int = 1, mismatches: Int? = 0, everyActionType: Bool = true,
    everyRuleUsed: Bool = true, footprint: Int = 0, laws: Bool = false, comparedAtLead: Int = 0
  ) {
    (self.compared, self.changed) = (compared, changed)
    self.mismatches = mismatches
    self.everyActionType = everyActionType
    self.everyRuleUsed = everyRuleUsed
    self.footprint = footprint
    self.laws = laws
    self.comparedAtLead = comparedAtLead
  }

  /// A gate without demands.
  public static let open = Gate(
    compared: 0, changed: 0, mismatches: nil, everyActionType: false, everyRuleUsed: false)

  /// Returns what the ledger does not show, one sentence for each demand.
  package func unmetDemands(
    ofSliceNamed slice: String, in ledger: ParityLedger, for stage: Stage = .migrated
  ) -> [String] {
    guard self != .open else { return [] }
    guard let known = ledger.slices[slice] else {
      let names = ledger.slices.isEmpty ? ["none"] : ledger.slices.sortedKeys
      return ["the ledger has no slice named \"\(slice)\"; it has \(names.joined(separator: ", "))"]
    }
    let total = known.total
    var unmet: [String] = []
    if total.compared < compared {
      unmet.append("\(total.compared) of \(counted(compared, "action")) compared")
    }
    if total.changed < changed, total.compared > 0 || compared == 0 {
      unmet.append(
        total.changed == 0
          ? "no compared action changed the slice"
          : "\(total.changed) of \(counted(changed, "action")) changed the slice")
    }
    let atLead = total.exercise.atLead
    if stage == .migrated, atLead < comparedAtLead {
      unmet.append("\(atLead) of \(counted(comparedAtLead, "action")) compared at lead")
    }
    let deliveries = known.wrongDeliveries
    let found = sum(total.mismatched, deliveries)
    if let mismatches, found > mismatches {
      let part = deliveries == 0 ? "" : ", \(deliveries) of them in deliveries"
      unmet.append("\(counted(found, "mismatch"))\(part), \(mismatches) allowed")
    }
    if everyActionType {
      unmet += known.missingTypes
      let idle = changed > 0 ? known.idleTypes : []
      if !idle.isEmpty { unmet.append("never changed the slice: \(idle.joined(separator: ", "))") }
    }
    if footprint > 0 {
      let checked = known.footprint.count
      if checked < footprint {
        unmet.append(
          checked == 0
            ? "footprint never checked"
            : "footprint checked after \(checked) of \(counted(footprint, "action"))")
      }
      unmet += known.footprint.findings.sorted().map { "footprint: \($0)" }
    }
    // A wrong `write` is a mismatch that such a store cannot find.
    let needsLaws = known.isUnwritten || !known.laws.findings.isEmpty
    if laws || mismatches != nil && needsLaws { unmet += known.unmetLaws }
    if everyRuleUsed {
      unmet += known.unusedRules.map { "rule that never applied: \($0)" }
    }
    return unmet
  }

  /// The lines of a report about a slice: its unmet demands, none if the gate is open, or that it has no gate.
  package func demandsShown(ofSliceNamed slice: String, in ledger: ParityLedger) -> [String] {
    self == .open ? ["no gate"] : unmetDemands(ofSliceNamed: slice, in: ledger)
  }
}

/// A number with its noun: `1 action`, `2 actions`, `3 mismatches`.
package func counted(_ count: Int, _ noun: String) -> String {
  guard count != 1 else { return "1 \(noun)" }
  return "\(count) \(noun)\(noun.hasSuffix("ch") ? "es" : "s")"
}
