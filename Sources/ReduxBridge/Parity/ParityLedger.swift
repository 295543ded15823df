/// The counts of comparisons and of their results: the evidence behind "0 mismatches".
///
/// A ledger counts by slice and action type. A ledger can be stored, and the ledgers of several runs can be
/// merged. If there are more than 1,000 types of actions, the later types share the row `(other types)`.
public struct ParityLedger: Sendable, Codable, Equatable {
  /// The counts of one action type in one slice.
  public struct Entry: Sendable, Codable, Equatable {
    /// The number of actions after which both sides were compared.
    public internal(set) var compared = 0
    /// The number of compared actions after which both sides agreed.
    public internal(set) var matched = 0
    /// The number of compared actions whose differences are all explained by rules of the slice.
    public internal(set) var excused = 0
    /// The number of compared actions with an unexplained difference, other than ``Mismatch/Subject/notComparable``.
    public internal(set) var mismatched = 0
    /// The number of actions at `shadow` and `lead` that sampling left out of the comparison.
    public internal(set) var skipped = 0
    /// The number of the first action that was compared.
    package internal(set) var firstIndex: Int?
    /// The number of the last action that was compared.
    package internal(set) var lastIndex: Int?

    /// The sum over the compared actions.
    package internal(set) var exercise = Exercise()

    /// The number of compared actions that changed the value of the slice.
    ///
    /// A store looks for a change after every compared action of a type until 16 of them have changed the value, and
    /// then after one in 16. For the 15 others, it counts no change, so the true number can be greater.
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

  /// The result of checks of a slice.
  package struct Checks: Sendable, Codable, Equatable {
    /// The number of actions, or of values, that were checked.
    package var count = 0
    package var findings: Set<String> = []

    package init(_ count: Int = 0, findings: Set<String> = []) {
      (self.count, self.findings) = (count, findings)
    }

    package mutating func merge(_ other: Checks) {
      count = sum(count, other.count)
      findings.formUnion(other.findings)
    }
  }

  /// A rule and how often it explained a difference.
  package struct RuleUse: Sendable, Codable, Equatable {
    package var rule: DifferenceRule
    package var uses: Int
  }

  /// The counts and findings of one slice.
  package struct Slice: Sendable, Codable, Equatable {
    /// The counts, by action type.
    var entries: [String: Entry] = [:]
    /// The declared action types; the missing ones never occurred.
    package var expectedActionTypes: Set<String> = []
    /// The known differences, and how often each occurred; nil where checks alone are known.
    package var rules: [RuleUse]?
    /// The notifications of the listeners, by name.
    package var deliveries: [String: Delivery] = [:]
    /// The results of checks of what the blocks write outside of the slice.
    ///
    /// A running store reports these writes as mismatches, and says here why it did not check.
    package var footprint = Checks()
    /// The results of checks of the laws of the projection, and how many values were written and read back.
    package var laws = Checks()
    /// Whether a store compared both sides and did not try `write` of the projection.
    package var isUnwritten = false
    /// Whether it had other rules in one of the ledgers that were merged than in another.
    private(set) var hasOtherRules = false

    mutating func merge(_ other: Slice) {
      expectedActionTypes.formUnion(other.expectedActionTypes)
      for (type, entry) in other.entries.sortedByKey {
        let row = expectedActionTypes.contains(type) ? type : row(of: type, in: entries)
        entries[row, default: Entry()].merge(entry)
      }
      hasOtherRules = hasOtherRules || other.hasOtherRules || !hasRules(of: other)
      if let others = other.rules {
        rules = rules ?? []
        for use in others { addUses(use.uses, of: use.rule) }
      }
      for (listener, delivery) in other.deliveries {
        deliveries[listener, default: Delivery(side: delivery.side)].merge(delivery)
      }
      footprint.merge(other.footprint)
      laws.merge(other.laws)
      isUnwritten = isUnwritten || other.isUnwritten
    }

    /// Whether both have the same rules, in any order, if both are known.
    func hasRules(of other: Slice) -> Bool {
      guard let rules, let others = other.rules else { return true }
      return Set(rules.map(\.rule)) == Set(others.map(\.rule))
    }

    mutating func addUses(_ uses: Int, of rule: DifferenceRule) {
      var list = rules ?? []
      if let index = list.firstIndex(where: { $0.rule == rule }) {
        list[index].uses = sum(list[index].uses, uses)
      } else {
        list.append(RuleUse(rule: rule, uses: uses))
      }
      rules = list
    }
  }

  /// The slices by name, whether or not they were compared.
  package var slices: [String: Slice] = [:]

  /// The promotions past a closed gate, in order.
  package internal(set) var overrides: [Override] = []

  /// Where the counts are from.
  package var origins: Set<Origin> = []

  /// Creates an empty ledger, into which other ledgers can be merged.
  public init() {}

  /// The counts, by slice and action type; each access makes a new dictionary in O(*n*) for *n* rows.
  public var entries: [String: [String: Entry]] {
    slices.mapValues(\.entries).filter { !$0.value.isEmpty }
  }

  /// Returns the sums of the counts of a slice over its action types, in O(*n*) for *n* action types.
  ///
  /// - Parameter slice: The slice.
  /// - Returns: The sums; all zero for a slice that was never compared.
  public func total<State, Action, Value>(of slice: StateSlice<State, Action, Value>) -> Entry {
    self[slice.name].total
  }

  /// Adds the counts of the ledger of another run, in O(*n*) for that ledger's *n* rows.
  ///
  /// - Parameter other: The ledger of the other run.
  public mutating func merge(_ other: ParityLedger) {
    // Counts of an unknown origin are no evidence: an origin without a version says so.
    for ledger in [self, other] where ledger.origins.isEmpty && !ledger.slices.isEmpty {
      origins.insert(Origin())
    }
    for (name, slice) in other.slices { self[name].merge(slice) }
    overrides += other.overrides
    origins.formUnion(other.origins)
  }

  /// The slice with a name; an empty one if there is none.
  package subscript(slice: String) -> Slice {
    get { slices[slice] ?? Slice() }
    _modify { yield &slices[slice, default: Slice()] }
  }
}

extension ParityLedger.Slice {
  package var total: ParityLedger.Entry { entries.values.reduce(into: .init()) { $0.merge($1) } }

  /// The declared action types that were never compared, sorted.
  package var neverCompared: [String] {
    expectedActionTypes.filter { entries[$0]?.compared ?? 0 <= 0 }.sorted()
  }

  /// The same in a sentence; empty if all were compared.
  ///
  /// A type that was compared, that is not declared, and whose name is almost the same hints at a typo, or
  /// at a payload that is a case itself: `sort.price` for `sort`.
  package var missingTypes: [String] {
    let missing = neverCompared
    guard !missing.isEmpty else { return [] }
    let others = Set(entries.keys).subtracting(expectedActionTypes)
    let names = missing.map { name in
      let meant = others.sorted().first {
        $0.hasPrefix(name + ".") || name.difference(from: $0).count <= 2
      }
      return name + (meant.map { " (\($0) was, which is not declared)" } ?? "")
    }
    return ["never compared: \(names.joined(separator: ", "))"]
  }

  /// The declared action types that were compared and never did anything, but for those that a rule names; sorted.
  var idleTypes: [String] {
    let (allowed, missing) = ((rules ?? []).map(\.rule.path), neverCompared)
    return expectedActionTypes.filter {
      isIdle($0) && !allowed.contains($0) && !missing.contains($0)
    }.sorted()
  }

  /// Whether a type of action that was compared, or is declared, never did anything.
  private func isIdle(_ type: String) -> Bool {
    entries[type]?.exercise.isEmpty ?? expectedActionTypes.contains(type)
  }

  /// The gaps in the proof that the projection obeys its laws, one sentence each.
  package var unmetLaws: [String] {
    guard laws.count > 0 else {
      return [
        "the laws of the projection were never checked"
          + (isUnwritten ? ", and this store does not try `write`" : "")
      ]
    }
    return laws.findings.sorted().map { "law: \($0)" }
  }

  /// The known differences that never occurred, in the order of the slice.
  package var unusedRules: [DifferenceRule] {
    (rules ?? []).filter { $0.uses <= 0 && !isIdle($0.rule.path) }.map(\.rule)
  }

  /// The number of changes that did not reach a listener, or reached it again, without a rule that explains why.
  package var wrongDeliveries: Int {
    deliveries.values.reduce(0) {
      $1.repeated.values.reduce($1.missed.values.reduce($0, sum), sum)
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
