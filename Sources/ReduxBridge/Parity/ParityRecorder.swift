import ReferenceRedux

/// Makes mismatches of differences, counts comparisons, and decides what is compared next.
///
/// The executor of the store records comparisons, the main actor records missed deliveries. Locks
/// make both, and reading, safe from any thread.
final class ParityRecorder<Action: Sendable>: Sendable {
  let options: ParityOptions<Action>
  let deliveries = Locked(DeliveryJudge<Action>())

  private let book: Locked<ParityBook>

  /// Whether nothing is compared at all.
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

  /// Returns the kept mismatches after the first `count`.
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

  /// Declares the rules of a slice, so that the ledger shows those that never apply.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    book.withLock { book in
      for rule in rules { book.ledger.addUses(0, of: rule, in: slice) }
    }
  }

  /// Notes a promotion past a closed gate.
  func note(_ override: ParityLedger.Override) {
    book.withLock { $0.ledger.overrides.append(override) }
  }

  /// Decides whether to compare an action in a slice; counts it as skipped if not.
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
  /// - Returns: Whether there is an unexplained mismatch.
  func record(
    _ differences: [Mismatch.Difference], slice: String, rules: [DifferenceRule], stage: Stage,
    _ action: Action, _ index: Int, took cost: Duration
  ) -> Bool {
    // The closures of the user run outside of the lock: they may read the ledger.
    let text = differences.isEmpty ? "" : options.redactor.text(of: action, at: "action")
    let place = ComparedAction(
      slice: slice, stage: stage, index: index, type: type(of: action, index), text: text)
    let mismatch = book.withLock {
      $0.record(differences, at: place, rules: rules, took: cost)
    }
    if let mismatch { options.onMismatch?(mismatch) }
    return mismatch != nil
  }

  /// Counts a notification that a listener received.
  func record(
    _ receipt: DeliveryJudge<Action>.Receipt, of listener: DeliveryJudge<Action>.Listener
  ) {
    book.withLock { book in
      book.ledger.withDelivery(listener.name, of: listener.slice, on: listener.side) { delivery in
        switch receipt {
        case .changes(let changes): delivery.received.merge(changes, uniquingKeysWith: +)
        case .redundant(let type): delivery.redundant[type, default: 0] += 1
        case .notJudged: break
        }
      }
    }
  }

  /// Records a change of which a listener was not notified.
  func record(_ miss: DeliveryJudge<Action>.Miss) {
    let (listener, change) = (miss.listener, miss.change)
    let place = ComparedAction(
      slice: listener.slice, stage: change.stage, index: change.index, type: change.type,
      text: options.redactor.text(of: change.action, at: "action"))
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

/// An action that was compared in a slice.
struct ComparedAction: Sendable {
  let slice: String
  let stage: Stage
  let index: Int
  let type: String
  /// The action as the redactor shows it; empty when both sides agree.
  let text: String
}

/// The state of a recorder.
private struct ParityBook: Sendable {
  var ledger = ParityLedger()
  var traces: [String: any Sendable] = [:]
  var costs = CostSample()
  var sampler: Sampler
  private(set) var kept: [Mismatch] = []

  private let keptMismatches: Int
  private var occurrences: [String: Int] = [:]

  init<Action>(_ options: ParityOptions<Action>) {
    sampler = Sampler(options.sampling)
    keptMismatches = options.keptMismatches
    ledger.expectedActionTypes = options.expectedActionTypes
  }

  /// Counts an action that only the control reduced.
  mutating func skip(_ index: Int, _ type: String, in slice: String) {
    costs.skip(index)
    ledger.entries[slice, default: [:]][type, default: .init()].skipped += 1
  }

  /// Counts a comparison of states, effects, signals and windows.
  ///
  /// - Returns: What no rule explains; nil when there is nothing.
  mutating func record(
    _ differences: [Mismatch.Difference], at place: ComparedAction, rules: [DifferenceRule],
    took cost: Duration
  ) -> Mismatch? {
    if let ofAction = costs.add(cost, of: place.index) { sampler.noteCost(ofAction) }
    let open = differences.filter { !isExcused($0, at: place, by: rules) }
    ledger.entries[place.slice, default: [:]][place.type, default: .init()]
      .count(place.index, isMatch: differences.isEmpty, isExcused: open.isEmpty)
    return mismatch(of: open, at: place)
  }

  /// Counts a change of which a listener was not notified.
  ///
  /// - Returns: The mismatch, if no rule explains it.
  mutating func missed(
    _ listener: String, on side: Side, at place: ComparedAction
  ) -> Mismatch? {
    let difference = Mismatch.Difference(
      subject: .delivery, path: "listeners.\(listener)",
      legacy: side == .legacy ? "not notified" : "changed",
      value: side == .value ? "not notified" : "changed")
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

  /// Returns whether a rule explains a difference, and counts its use.
  private mutating func isExcused(
    _ difference: Mismatch.Difference, at place: ComparedAction, by rules: [DifferenceRule]
  ) -> Bool {
    guard let rule = rules.first(where: { $0.covers(difference.path, after: place.type) }) else {
      return false
    }
    ledger.addUses(1, of: rule, in: place.slice)
    return true
  }

  private mutating func mismatch(
    of open: [Mismatch.Difference], at place: ComparedAction
  ) -> Mismatch? {
    guard !open.isEmpty else { return nil }
    let mismatch = Mismatch(open, at: place) { likeness in
      occurrences[likeness, default: 0] += 1
      return occurrences[likeness, default: 1]
    }
    if let mismatch, kept.count < keptMismatches { kept.append(mismatch) }
    return mismatch
  }
}
