/// What a ledger must show before a slice may be promoted.
///
/// A gate guards the promotions to ``Stage/lead`` and ``Stage/migrated``; going back is always open.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Gate: Sendable, Codable, Equatable {
  /// How many actions must have been compared.
  public var compared: Int
  /// How many unexplained mismatches there may be, missed deliveries among them; nil for any number.
  public var mismatches: Int?
  /// Whether each declared action type must have been compared.
  public var everyActionType: Bool
  /// Whether each known difference must have shown at least once.
  public var everyRuleUsed: Bool

  /// Describes a gate.
  ///
  /// - Parameters:
  ///   - compared: How many actions must have been compared.
  ///   - mismatches: How many unexplained mismatches there may be; nil for any number.
  ///   - everyActionType: Whether each declared action type must have been compared.
  ///   - everyRuleUsed: Whether each known difference must have shown at least once.
  public init(
    compared: Int, mismatches: Int? = 0, everyActionType: Bool = true, everyRuleUsed: Bool = true
  ) {
    self.compared = compared
    self.mismatches = mismatches
    self.everyActionType = everyActionType
    self.everyRuleUsed = everyRuleUsed
  }

  /// A gate that asks for nothing.
  public static let open = Gate(
    compared: 0, mismatches: nil, everyActionType: false, everyRuleUsed: false)

  /// What the ledger does not show yet, in words; empty when the gate is passed.
  ///
  /// - Parameters:
  ///   - slice: The slice that is to be promoted.
  ///   - ledger: What was compared so far.
  /// - Returns: One sentence for each demand that is not met.
  public func unmet(by slice: String, in ledger: ParityLedger) -> [String] {
    let total = ledger.total(of: slice)
    var unmet: [String] = []
    if total.compared < compared {
      unmet.append("\(total.compared) of \(compared) actions compared")
    }
    let missed = ledger.missedDeliveries(of: slice)
    if let mismatches, total.mismatched + missed > mismatches {
      let deliveries = missed == 0 ? "" : ", \(missed) of them deliveries"
      unmet.append("\(total.mismatched + missed) mismatches\(deliveries), \(mismatches) allowed")
    }
    let missing = ledger.neverCompared(in: slice)
    if everyActionType, !missing.isEmpty {
      unmet.append("never compared: \(missing.joined(separator: ", "))")
    }
    if everyRuleUsed {
      unmet += ledger.unusedRules(of: slice).map { "rule that never applied: \($0)" }
    }
    return unmet
  }
}
