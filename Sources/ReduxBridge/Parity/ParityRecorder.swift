import ReferenceRedux

/// Counts what was compared, judges what differs, and decides what is compared next.
///
/// ## Thread safety
/// Recording is confined to the executor of the store, but that of missed deliveries, which the main actor
/// records at a rest; all of it, and reading, is safe from any thread, by the locks.
final class ParityRecorder<Action: Sendable>: Sendable {
  let options: ParityOptions<Action>
  let deliveries = Locked(DeliveryBook<Action>())

  private let book: Locked<ParityBook>

  /// Whether anything is compared at all.
  private let isOff: Bool

  /// The type of the latest action, found once for all slices.
  private let label = Locked((index: 0, type: ""))

  init(options: ParityOptions<Action>) {
    isOff = options.sampling == .off
    var options = options
    if isOff { options.tracedActions = 0 }
    self.options = options
    book = Locked(ParityBook(options))
  }

  // MARK: Reading

  var ledger: ParityLedger { book.withLock { $0.ledger } }

  var mismatches: [Mismatch] { book.withLock { $0.kept } }

  /// The mismatches that were kept after the first so many.
  func mismatches(after count: Int) -> [Mismatch] {
    book.withLock { book in
      book.kept.count > count ? Array(book.kept.dropFirst(count)) : []
    }
  }

  var cost: ParityCost { book.withLock { $0.costs.summary($0.sampler) } }

  /// The actions that led to the first mismatch of a slice.
  func trace(of slice: String) -> (any Sendable)? {
    book.withLock { $0.traces[slice] }
  }

  // MARK: Recording

  /// Declares a slice's rules, so that those that are never used are known.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    book.withLock { book in
      for rule in rules { book.ledger.addUses(0, of: rule, in: slice) }
    }
  }

  /// Notes a promotion past a closed gate.
  func note(_ override: ParityLedger.Override) {
    book.withLock { $0.ledger.overrides.append(override) }
  }

  /// Whether an action is to be compared in a slice; counts it as skipped if not.
  func shouldCompare(slice: String, _ action: Action, _ index: Int) -> Bool {
    if isOff { return false }
    if book.withLock({ $0.sampler.takesAnyway(index) }) { return true }
    let type = type(of: action, index)
    return book.withLock { book in
      if book.sampler.decision(on: index) ?? book.sampler.takes(index, type: type) { return true }
      book.skip(index, type, in: slice)
      return false
    }
  }

  /// Keeps the actions that led to the first mismatch of a slice.
  func keep(_ trace: any Sendable, of slice: String) {
    book.withLock { book in
      if book.traces[slice] == nil { book.traces[slice] = trace }
    }
  }

  /// Records the comparison of one slice after one action.
  ///
  /// - Returns: Whether there was an unexplained mismatch.
  func record(
    _ differences: [Mismatch.Difference], slice: String, rules: [DifferenceRule], stage: Stage,
    _ action: Action, _ index: Int, took cost: Duration
  ) -> Bool {
    // The user's closures are called outside of the lock: they may ask for the ledger.
    let text = differences.isEmpty ? "" : options.redactor.text(of: action, at: "action")
    let place = ParityBook.Place(
      slice: slice, stage: stage, index: index, type: type(of: action, index), action: text)
    let mismatch = book.withLock {
      $0.record(differences, at: place, rules: rules, took: cost)
    }
    if let mismatch { options.onMismatch?(mismatch) }
    return mismatch != nil
  }

  /// Counts in the ledger what came of a telling.
  func record(
    _ outcome: DeliveryBook<Action>.Outcome, of listener: DeliveryBook<Action>.Listener
  ) {
    book.withLock { book in
      switch outcome {
      case .told(let changes):
        book.told(listener.name, of: listener.slice, on: listener.side, changes: changes)
      case .wasted(let type):
        book.wasted(listener.name, of: listener.slice, on: listener.side, after: type)
      case .notJudged: break
      }
    }
  }

  /// Records that a listener was not told of a change.
  func record(_ miss: DeliveryBook<Action>.Miss) {
    let (listener, change) = (miss.listener, miss.change)
    let place = ParityBook.Place(
      slice: listener.slice, stage: change.stage, index: change.index, type: change.type,
      action: options.redactor.text(of: change.action, at: "action"))
    let mismatch = book.withLock { $0.missed(listener.name, on: listener.side, at: place) }
    if let mismatch { options.onMismatch?(mismatch) }
  }

  /// The type of an action.
  func type(of action: Action, _ index: Int) -> String {
    if let known = label.withLock({ $0.index == index ? $0.type : nil }) { return known }
    let type = options.actionType(action)
    label.withLock { $0 = (index, type) }
    return type
  }
}

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
