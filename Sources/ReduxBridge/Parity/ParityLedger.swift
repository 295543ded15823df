/// The counts of comparisons with their results: the evidence behind "0 mismatches".
///
/// A ledger counts by slice and action type. It can be stored, and merged from several runs. Where there are
/// more than 1,000 types of actions, those that come later share the row `(other types)`.
public struct ParityLedger: Sendable, Codable, Equatable {
  /// The counts of one action type in one slice.
  public struct Entry: Sendable, Codable, Equatable {
    /// Actions after which both sides were compared.
    public internal(set) var compared = 0
    /// Compared actions after which both sides agreed.
    public internal(set) var matched = 0
    /// Compared actions with differences that a rule of the slice explains, and no others.
    public internal(set) var excused = 0
    /// Compared actions with an unexplained difference.
    public internal(set) var mismatched = 0
    /// Actions that only the control reduced, at a stage that compares, because of sampling.
    public internal(set) var skipped = 0
    /// The number of the first action that was compared.
    package internal(set) var firstIndex: Int?
    /// The number of the last action that was compared.
    package internal(set) var lastIndex: Int?

    /// The sum over the compared actions.
    package internal(set) var exercise = Exercise()

    /// Compared actions that changed the value of the slice.
    ///
    /// A store looks at the first such actions of a type and then at a sample. An action at which it does
    /// not look counts as one that changed nothing, so there may be more.
    public var changed: Int { exercise.changed }

    init() {}

    mutating func merge(_ other: Entry) {
      compared = sum(compared, other.compared)
      matched = sum(matched, other.matched)
      excused = sum(excused, other.excused)
      mismatched = sum(mismatched, other.mismatched)
      skipped = sum(skipped, other.skipped)
      firstIndex = [firstIndex, other.firstIndex].compactMap { $0 }.min()
      lastIndex = [lastIndex, other.lastIndex].compactMap { $0 }.max()
      exercise = exercise.adding(other.exercise)
    }
  }

  /// The changes, effects and signals of compared actions in a slice.
  package struct Exercise: Sendable, Codable, Equatable {
    /// The actions that changed the value.
    package var changed = 0
    /// The effects that the control requested.
    package var effects = 0
    /// The signals that the new side raised.
    package var signals = 0
    /// The actions that were compared at stage `lead`.
    package var atLead = 0
    /// The actions after which a side could not be compared, and nothing else differed.
    package var notComparable = 0

    /// Whether the actions changed nothing, requested no effect and raised no signal.
    package var isEmpty: Bool { max(changed, effects, signals) <= 0 }

    func adding(_ other: Exercise) -> Exercise {
      Exercise(
        changed: sum(changed, other.changed), effects: sum(effects, other.effects),
        signals: sum(signals, other.signals), atLead: sum(atLead, other.atLead),
        notComparable: sum(notComparable, other.notComparable))
    }
  }

  /// The notifications of one listener, by the type of the action that changed something for it.
  package struct Delivery: Sendable, Codable, Equatable {
    /// The side that notifies it.
    package var side: Side
    /// Changes of which it was notified.
    package var received: [String: Int] = [:]
    /// Changes of which it was not notified, without a rule that explains why.
    package var missed: [String: Int] = [:]
    /// Changes of which it was notified again, without a rule that explains why.
    package var repeated: [String: Int] = [:]

    init(side: Side) {
      self.side = side
    }

    mutating func merge(_ other: Delivery) {
      for counts in [\Self.received, \.missed, \.repeated] {
        for (type, count) in other[keyPath: counts].sortedByKey {
          let row = row(of: type, in: self[keyPath: counts])
          self[keyPath: counts][row] = sum(self[keyPath: counts][row] ?? 0, count)
        }
      }
    }
  }

  /// A promotion past a closed gate.
  package struct Override: Sendable, Codable, Equatable {
    package var slice: String
    package var stage: Stage
    package var reason: String
    /// The demands of the gate that were not met.
    package var unmet: [String]
  }

  /// The result of checks of the footprint of a slice.
  package struct Footprint: Sendable, Codable, Equatable {
    /// The number of actions that were checked.
    package var checked: Int
    /// The findings of a `ParityCheck`; of a running store, which reports mismatches, why it did not check.
    package var findings: Set<String> = []

    package init(checked: Int, findings: Set<String> = []) {
      (self.checked, self.findings) = (checked, findings)
    }
  }

  /// The result of a check of the laws of a projection.
  package struct Laws: Sendable, Codable, Equatable {
    /// The number of values that were written and read back.
    package var values: Int
    package var violations: Set<String>

    package init(values: Int, violations: Set<String>) {
      (self.values, self.violations) = (values, violations)
    }
  }

  /// A rule and how often it explained a difference.
  package struct RuleUse: Sendable, Codable, Equatable {
    package var rule: DifferenceRule
    package var uses: Int
  }

  /// The counts, by slice and action type.
  public internal(set) var entries: [String: [String: Entry]] = [:]

  /// The declared action types of each slice; the missing ones never occurred.
  package internal(set) var expectedActionTypes: [String: Set<String>] = [:]

  /// The known differences of each slice, and how often each occurred.
  package internal(set) var rules: [String: [RuleUse]] = [:]

  /// The notifications of the listeners, by slice and listener.
  package internal(set) var deliveries: [String: [String: Delivery]] = [:]

  /// The promotions past a closed gate, in order.
  package internal(set) var overrides: [Override] = []

  /// The results of checks of the footprint, by slice.
  package internal(set) var footprints: [String: Footprint] = [:]

  /// The results of checks of the laws of projections, by slice.
  package internal(set) var laws: [String: Laws] = [:]

  /// The slices of which a store compared both sides and did not try `write` of the projection.
  var unwritten: Set<String> = []

  /// Where the counts are from.
  package var origins: Set<Origin> = []

  /// The slices that had other rules in one of the ledgers that were merged than in another.
  private(set) var mixed: Set<String> = []

  /// Creates an empty ledger, to merge others into.
  public init() {}

  /// Returns the counts of a slice over all its action types.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The sums; all zero for a slice that was never compared.
  public func total<State, Action, Value>(of slice: StateSlice<State, Action, Value>) -> Entry {
    total(ofSliceNamed: slice.name)
  }

  /// Adds the counts of another run.
  ///
  /// - Parameter other: The ledger of the other run.
  public mutating func merge(_ other: ParityLedger) {
    // Counts of an unknown origin are no evidence: an origin without a version says so.
    for ledger in [self, other] where ledger.origins.isEmpty && !ledger.knownSlices.isEmpty {
      origins.insert(Origin())
    }
    for (slice, types) in other.expectedActionTypes {
      expectedActionTypes[slice, default: []].formUnion(types)
    }
    for (slice, types) in other.entries {
      for (type, entry) in types.sortedByKey {
        let isDeclared = expectedActionTypes[slice]?.contains(type) == true
        let row = isDeclared ? type : row(of: type, in: entries[slice] ?? [:])
        entries[slice, default: [:]][row, default: Entry()].merge(entry)
      }
    }
    for (slice, uses) in other.rules {
      if let own = rules[slice]?.map(\.rule), !own.hasSameRules(as: uses.map(\.rule)) {
        mixed.insert(slice)
      }
      rules[slice, default: []] += []
      for use in uses { addUses(use.uses, of: use.rule, in: slice) }
    }
    for (slice, listeners) in other.deliveries {
      for (listener, delivery) in listeners {
        withDelivery(listener, of: slice, on: delivery.side) { $0.merge(delivery) }
      }
    }
    overrides += other.overrides
    for (slice, footprint) in other.footprints { addFootprint(footprint, of: slice) }
    for (slice, laws) in other.laws { add(laws, of: slice) }
    origins.formUnion(other.origins)
    mixed.formUnion(other.mixed)
    unwritten.formUnion(other.unwritten)
  }

  // MARK: By the name of a slice

  package func total(ofSliceNamed slice: String) -> Entry {
    (entries[slice] ?? [:]).values.reduce(into: Entry()) { $0.merge($1) }
  }

  /// The declared action types that were never compared, sorted.
  package func neverCompared(inSliceNamed slice: String) -> [String] {
    let seen = (entries[slice] ?? [:]).filter { $0.value.compared > 0 }
    return (expectedActionTypes[slice] ?? []).subtracting(seen.keys).sorted()
  }

  /// The same in a sentence; empty if all were compared.
  ///
  /// A type that was compared, that is not declared, and whose name is almost the same hints at a typo, or
  /// at a payload that is a case itself: `sort.price` for `sort`.
  package func missingTypes(ofSliceNamed slice: String) -> [String] {
    let missing = neverCompared(inSliceNamed: slice)
    guard !missing.isEmpty else { return [] }
    let others = Set((entries[slice] ?? [:]).keys).subtracting(expectedActionTypes[slice] ?? [])
    let names = missing.map { name in
      let meant = others.sorted().first {
        $0.hasPrefix(name + ".") || name.difference(from: $0).count <= 2
      }
      return name + (meant.map { " (\($0) was, which is not declared)" } ?? "")
    }
    return ["never compared: \(names.joined(separator: ", "))"]
  }

  /// The declared action types that were compared and never did anything, but for excused ones; sorted.
  func idleTypes(ofSliceNamed slice: String, except excused: [String: String]) -> [String] {
    (expectedActionTypes[slice] ?? []).filter { type in
      guard excused[type] == nil, let entry = entries[slice]?[type] else { return false }
      return entry.compared > 0 && entry.exercise.isEmpty
    }.sorted()
  }

  /// The gaps in the proof that the projection obeys its laws, one sentence each.
  package func unmetLaws(ofSliceNamed slice: String) -> [String] {
    guard let laws = laws[slice], laws.values > 0 else {
      let isUnwritten = unwritten.contains(slice)
      return [
        "the laws of the projection were never checked"
          + (isUnwritten ? ", and this store does not try `write`" : "")
      ]
    }
    return laws.violations.sorted().map { "law: \($0)" }
  }

  /// The known differences that never occurred, in the order of the slice.
  package func unusedRules(ofSliceNamed slice: String) -> [DifferenceRule] {
    (rules[slice] ?? []).filter { $0.uses <= 0 }.map(\.rule)
  }

  /// The number of changes that did not reach a listener, or reached it again, without a rule that
  /// explains why.
  package func wrongDeliveries(ofSliceNamed slice: String) -> Int {
    (deliveries[slice] ?? [:]).values.reduce(0) {
      $1.repeated.values.reduce($1.missed.values.reduce($0, sum), sum)
    }
  }

  /// The slices that took part: those of the store, whether or not they were compared.
  var knownSlices: [String] {
    Set(entries.keys).union(rules.keys).union(deliveries.keys).union(footprints.keys)
      .union(laws.keys).sorted()
  }

  package mutating func addFootprint(_ footprint: Footprint, of slice: String) {
    let checked = footprints[slice]?.checked ?? 0
    footprints[slice, default: Footprint(checked: 0)].checked = sum(checked, footprint.checked)
    footprints[slice]?.findings.formUnion(footprint.findings)
  }

  package mutating func add(_ laws: Laws, of slice: String) {
    let values = self.laws[slice]?.values ?? 0
    self.laws[slice, default: Laws(values: 0, violations: [])].values = sum(values, laws.values)
    self.laws[slice]?.violations.formUnion(laws.violations)
  }

  mutating func withDelivery(
    _ listener: String, of slice: String, on side: Side, _ change: (inout Delivery) -> Void
  ) {
    change(&deliveries[slice, default: [:]][listener, default: Delivery(side: side)])
  }

  mutating func addUses(_ uses: Int, of rule: DifferenceRule, in slice: String) {
    if let index = rules[slice]?.firstIndex(where: { $0.rule == rule }) {
      let former = rules[slice]?[index].uses ?? 0
      rules[slice]?[index].uses = sum(former, uses)
    } else {
      rules[slice, default: []].append(RuleUse(rule: rule, uses: uses))
    }
  }
}

extension ParityLedger {
  /// The number of types of actions that have rows of their own.
  static let typeLimit = 1_000
  /// The row of the other types.
  static let otherTypes = "(other types)"
}

/// The row in which a type of actions is counted: its own, while there are not too many.
private func row<Counts>(of type: String, in rows: [String: Counts]) -> String {
  rows[type] != nil || rows.count < ParityLedger.typeLimit ? type : ParityLedger.otherTypes
}

/// The sum of two counts, at most the greatest one: a file may hold any numbers, and none below 0 counts.
package func sum(_ one: Int, _ other: Int) -> Int {
  let (sum, overflows) = max(0, one).addingReportingOverflow(max(0, other))
  return overflows ? .max : sum
}
