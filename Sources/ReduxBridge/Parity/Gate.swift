/// The demands that a ledger must meet before a slice may be promoted.
///
/// A gate guards the promotions to ``Stage/lead`` and ``Stage/migrated``; going back is always open.
/// ``StateSlice/unmetDemands(in:)`` judges a ledger.
public struct Gate: Sendable, Equatable {
  package let compared: Int
  package let mismatches: Int?
  package let everyActionType: Bool
  package let everyRuleUsed: Bool
  package let footprint: Bool

  /// Describes a gate.
  ///
  /// - Parameters:
  ///   - compared: The number of actions that must have been compared.
  ///   - mismatches: The number of unexplained mismatches to allow, missed and repeated deliveries
  ///     included; nil to allow any number.
  ///   - everyActionType: Whether every declared action type must have been compared.
  ///   - everyRuleUsed: Whether every known difference must have occurred at least once.
  ///   - footprint: Whether what the blocks of the slice write outside of it must have been checked, and
  ///     nothing found, by the store or by a `MigrationCheck` whose ledger was merged.
  public init(
    compared: Int, mismatches: Int? = 0, everyActionType: Bool = true, everyRuleUsed: Bool = true,
    footprint: Bool = false
  ) {
    self.compared = compared
    self.mismatches = mismatches
    self.everyActionType = everyActionType
    self.everyRuleUsed = everyRuleUsed
    self.footprint = footprint
  }

  /// A gate without demands.
  public static let open = Gate(
    compared: 0, mismatches: nil, everyActionType: false, everyRuleUsed: false)

  /// Returns what the ledger does not show, one sentence for each demand.
  package func unmetDemands(ofSliceNamed slice: String, in ledger: ParityLedger) -> [String] {
    guard self != .open else { return [] }
    guard ledger.knownSlices.contains(slice) else {
      let known = ledger.knownSlices.isEmpty ? ["none"] : ledger.knownSlices
      return ["the ledger has no slice named \"\(slice)\"; it has \(known.joined(separator: ", "))"]
    }
    let total = ledger.total(ofSliceNamed: slice)
    var unmet: [String] = []
    if total.compared < compared {
      unmet.append("\(total.compared) of \(counted(compared, "action")) compared")
    }
    let deliveries =
      ledger.missedDeliveries(ofSliceNamed: slice) + ledger.repeatedDeliveries(ofSliceNamed: slice)
    let found = total.mismatched + deliveries
    if let mismatches, found > mismatches {
      let part =
        switch (deliveries, found) {
        case (0, _): ""
        case (1, 1): ", a delivery"
        case (1, _): ", 1 of them a delivery"
        default: ", \(deliveries) of them deliveries"
        }
      unmet.append("\(counted(found, "mismatch"))\(part), \(mismatches) allowed")
    }
    let missing = ledger.neverCompared(inSliceNamed: slice)
    if everyActionType, !missing.isEmpty {
      unmet.append("never compared: \(missing.joined(separator: ", "))")
    }
    if footprint {
      let check = ledger.footprints?[slice]
      if (check?.checked ?? 0) == 0 { unmet.append("footprint never checked") }
      unmet += (check?.findings ?? []).sorted().map { "footprint: \($0)" }
    }
    if everyRuleUsed {
      unmet += ledger.unusedRules(ofSliceNamed: slice).map { "rule that never applied: \($0)" }
    }
    return unmet
  }
}

/// A number with its noun: `1 action`, `2 actions`, `3 mismatches`.
package func counted(_ count: Int, _ noun: String) -> String {
  guard count != 1 else { return "1 \(noun)" }
  return "\(count) \(noun)\(noun.hasSuffix("ch") ? "es" : "s")"
}
