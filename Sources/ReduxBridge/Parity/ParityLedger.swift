/// What was compared, how often, and with which result: the evidence behind "0 mismatches".
///
/// A ledger counts per slice and action type. It can be stored, and merged from several runs.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityLedger: Sendable, Codable, Equatable {
  /// The counts of one action type in one slice.
  public struct Entry: Sendable, Codable, Equatable {
    /// Actions after which both sides were compared.
    public var compared = 0
    /// Of these, those after which both sides agreed.
    public var matched = 0
    /// Of these, those with a difference that a ``DifferenceRule`` explains, and no other.
    public var excused = 0
    /// Of these, those with a difference that nothing explains.
    public var mismatched = 0
    /// Actions that were reduced by the control alone, at a stage that compares (sampling).
    public var skipped = 0
    /// The number of the first action that was compared.
    public var firstIndex: Int?
    /// The number of the last action that was compared.
    public var lastIndex: Int?

    /// Makes an entry that has counted nothing.
    public init() {}

    mutating func merge(_ other: Entry) {
      compared += other.compared
      matched += other.matched
      excused += other.excused
      mismatched += other.mismatched
      skipped += other.skipped
      firstIndex = [firstIndex, other.firstIndex].compactMap { $0 }.min()
      lastIndex = [lastIndex, other.lastIndex].compactMap { $0 }.max()
    }
  }

  /// What one listener was told, by the type of the action that changed something for it.
  public struct Delivery: Sendable, Codable, Equatable {
    /// The side that tells it.
    public var side: Side
    /// Changes of which it was told.
    public var told: [String: Int] = [:]
    /// Changes of which it was not told, and no rule explains why.
    public var missed: [String: Int] = [:]
    /// Changes of which it was not told, as a rule explains.
    public var excused: [String: Int] = [:]
    /// Tellings for which nothing had changed, by the type of the latest action before them.
    ///
    /// They are counted only where all actions since the last telling were compared.
    public var wasted: [String: Int] = [:]

    mutating func merge(_ other: Delivery) {
      told.merge(other.told, uniquingKeysWith: +)
      missed.merge(other.missed, uniquingKeysWith: +)
      excused.merge(other.excused, uniquingKeysWith: +)
      wasted.merge(other.wasted, uniquingKeysWith: +)
    }
  }

  /// A promotion past a closed gate.
  public struct Override: Sendable, Codable, Equatable {
    /// The slice that was promoted.
    public var slice: String
    /// The stage to which it was promoted.
    public var stage: Stage
    /// Why it was promoted all the same.
    public var reason: String
    /// What the gate asked for that was not there.
    public var unmet: [String]
  }

  /// A rule and how often it explained a difference.
  public struct RuleUse: Sendable, Codable, Equatable {
    /// The rule.
    public var rule: DifferenceRule
    /// How often it explained a difference.
    public var uses: Int
  }

  /// The counts, by slice and action type.
  public internal(set) var entries: [String: [String: Entry]] = [:]

  /// The action types that the app has, where they were declared; what is missing was never exercised.
  public internal(set) var expectedActionTypes: [String: Set<String>] = [:]

  /// The known differences of each slice, and how often each was seen.
  public internal(set) var rules: [String: [RuleUse]] = [:]

  /// What the listeners were told, by slice and listener.
  public internal(set) var deliveries: [String: [String: Delivery]] = [:]

  /// The promotions past a closed gate, in order.
  public internal(set) var overrides: [Override] = []

  /// Makes an empty ledger.
  public init() {}

  /// The counts of a slice over all its action types.
  ///
  /// - Parameter slice: The slice's name.
  /// - Returns: The sums; all zero for a slice that was never compared.
  public func total(of slice: String) -> Entry {
    (entries[slice] ?? [:]).values.reduce(into: Entry()) { $0.merge($1) }
  }

  /// The declared action types of a slice that were never compared, sorted.
  ///
  /// - Parameter slice: The slice's name.
  /// - Returns: The names; empty when no types were declared.
  public func neverCompared(in slice: String) -> [String] {
    let seen = (entries[slice] ?? [:]).filter { $0.value.compared > 0 }
    return (expectedActionTypes[slice] ?? []).subtracting(seen.keys).sorted()
  }

  /// The known differences of a slice that were never seen.
  ///
  /// - Parameter slice: The slice's name.
  /// - Returns: The rules, in the order in which the slice names them.
  public func unusedRules(of slice: String) -> [DifferenceRule] {
    (rules[slice] ?? []).filter { $0.uses == 0 }.map(\.rule)
  }

  /// How many changes did not reach a listener of a slice, as no rule explains.
  ///
  /// - Parameter slice: The slice's name.
  /// - Returns: The sum over its listeners.
  public func missedDeliveries(of slice: String) -> Int {
    (deliveries[slice] ?? [:]).values.reduce(0) { $0 + $1.missed.values.reduce(0, +) }
  }

  /// Adds what another run saw.
  ///
  /// - Parameter other: The ledger of the other run.
  public mutating func merge(_ other: ParityLedger) {
    for (slice, types) in other.entries {
      for (type, entry) in types {
        entries[slice, default: [:]][type, default: Entry()].merge(entry)
      }
    }
    for (slice, types) in other.expectedActionTypes {
      expectedActionTypes[slice, default: []].formUnion(types)
    }
    for (slice, uses) in other.rules {
      for use in uses { addUses(use.uses, of: use.rule, in: slice) }
    }
    for (slice, listeners) in other.deliveries {
      for (listener, delivery) in listeners {
        withDelivery(listener, of: slice, on: delivery.side) { $0.merge(delivery) }
      }
    }
    overrides += other.overrides
  }

  mutating func withDelivery(
    _ listener: String, of slice: String, on side: Side, _ change: (inout Delivery) -> Void
  ) {
    change(&deliveries[slice, default: [:]][listener, default: Delivery(side: side)])
  }

  mutating func addUses(_ uses: Int, of rule: DifferenceRule, in slice: String) {
    if let index = rules[slice]?.firstIndex(where: { $0.rule == rule }) {
      rules[slice]![index].uses += uses
    } else {
      rules[slice, default: []].append(RuleUse(rule: rule, uses: uses))
    }
  }
}
