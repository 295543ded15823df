/// All that a recorder remembers.
struct ParityBook: Sendable {
  var ledger = ParityLedger()
  var traces: [String: any Sendable] = [:]
  var costs = CostSample()
  var sampler: Sampler
  private(set) var kept: [Mismatch] = []

  private let keptMismatches: Int
  private var occurrences: [String: Int] = [:]

  /// Where and when something was compared.
  struct Place: Sendable {
    let slice: String
    let stage: Stage
    let index: Int
    let type: String
    let action: String
  }

  init<Action>(_ options: ParityOptions<Action>) {
    sampler = Sampler(options.sampling)
    keptMismatches = options.keptMismatches
    ledger.expectedActionTypes = options.expectedActionTypes
  }

  // MARK: Actions

  /// Counts an action that the control alone reduced.
  mutating func skip(_ index: Int, _ type: String, in slice: String) {
    costs.skip(index)
    ledger.entries[slice, default: [:]][type, default: .init()].skipped += 1
  }

  /// Counts a comparison of states, effects, signals and windows.
  ///
  /// - Returns: What no rule explains; nil when there is nothing.
  mutating func record(
    _ differences: [Mismatch.Difference], at place: Place, rules: [DifferenceRule],
    took cost: Duration
  ) -> Mismatch? {
    if let ofAction = costs.add(cost, of: place.index) { sampler.noteCost(ofAction) }
    let open = differences.filter { !isExcused($0, at: place, by: rules) }
    count(at: place) { entry in
      switch (differences.isEmpty, open.isEmpty) {
      case (true, _): entry.matched += 1
      case (false, true): entry.excused += 1
      case (false, false): entry.mismatched += 1
      }
    }
    return mismatch(of: open, at: place)
  }

  private mutating func count(at place: Place, _ result: (inout ParityLedger.Entry) -> Void) {
    func count(_ entry: inout ParityLedger.Entry) {
      entry.compared += 1
      result(&entry)
      entry.firstIndex = entry.firstIndex ?? place.index
      entry.lastIndex = place.index
    }
    count(&ledger.entries[place.slice, default: [:]][place.type, default: .init()])
  }

  // MARK: Deliveries

  /// Counts a telling of a listener.
  mutating func told(_ listener: String, of slice: String, on side: Side, changes: [String: Int]) {
    ledger.withDelivery(listener, of: slice, on: side) { delivery in
      delivery.told.merge(changes, uniquingKeysWith: +)
    }
  }

  /// Counts a telling of a listener for which nothing had changed.
  mutating func wasted(_ listener: String, of slice: String, on side: Side, after type: String) {
    ledger.withDelivery(listener, of: slice, on: side) { $0.wasted[type, default: 0] += 1 }
  }

  /// Counts a change of which a listener was not told.
  ///
  /// - Returns: The mismatch, where no rule explains it.
  mutating func missed(_ listener: String, on side: Side, at place: Place) -> Mismatch? {
    let difference = Mismatch.Difference(
      subject: .delivery, path: "listeners.\(listener)",
      legacy: side == .legacy ? "not told" : "changed",
      value: side == .value ? "not told" : "changed")
    let rules = (ledger.rules[place.slice] ?? []).map(\.rule)
    let isExcused = isExcused(difference, at: place, by: rules)
    ledger.withDelivery(listener, of: place.slice, on: side) { delivery in
      if isExcused {
        delivery.excused[place.type, default: 0] += 1
      } else {
        delivery.missed[place.type, default: 0] += 1
      }
    }
    return isExcused ? nil : mismatch(of: [difference], at: place)
  }

  // MARK: Both

  /// Whether a rule explains a difference; counts its use.
  private mutating func isExcused(
    _ difference: Mismatch.Difference, at place: Place, by rules: [DifferenceRule]
  ) -> Bool {
    guard let rule = rules.first(where: { $0.covers(difference.path, after: place.type) }) else {
      return false
    }
    ledger.addUses(1, of: rule, in: place.slice)
    return true
  }

  private mutating func mismatch(
    of open: [Mismatch.Difference], at place: Place
  ) -> Mismatch? {
    guard let first = open.first else { return nil }
    let likeness = [
      place.slice, place.type, first.subject.rawValue, Mismatch.pattern(of: first.path),
    ].joined(separator: " ")
    occurrences[likeness, default: 0] += 1
    let mismatch = Mismatch(
      slice: place.slice, stage: place.stage, subject: first.subject, actionNumber: place.index,
      actionType: place.type, action: place.action, path: first.path, legacy: first.legacy,
      value: first.value, furtherDifferences: open.count - 1,
      further: Array(open.dropFirst().prefix(8)),
      verdict: first.subject == .notComparable ? .notComparable : .candidateWrong,
      occurrence: occurrences[likeness, default: 1])
    if kept.count < keptMismatches { kept.append(mismatch) }
    return mismatch
  }
}
