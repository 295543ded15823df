import ReferenceRedux
import ValueReflection

/// Makes mismatches of differences, counts comparisons, and decides what is compared next.
///
/// The executor of the store records comparisons, the main actor records missed deliveries. Locks
/// make both, and reading, safe from any thread.
package final class ParityRecorder<Action: Sendable>: Sendable {
  package let options: ParityOptions<Action>
  let deliveries = Locked(DeliveryJudge<Action>())

  /// Receive each unexplained mismatch, where it is found.
  package let observers = ObserverList<Mismatch>()

  private let book: Locked<ParityBook>

  /// Whether nothing is compared at all.
  private let isOff: Bool

  /// The type of the latest action, found once for all slices.
  private let label = Locked((index: 0, type: ""))

  package init(options: ParityOptions<Action>) {
    isOff = options.sampling == .off
    var options = options
    if isOff { options.tracedActions = 0 }
    self.options = options
    book = Locked(ParityBook(options))
  }

  // MARK: Reading

  package var ledger: ParityLedger { book.withLock { $0.ledger } }

  package var mismatches: [Mismatch] { book.withLock { $0.kept } }

  /// Returns the kept mismatches after the first `count`.
  package func mismatches(after count: Int) -> [Mismatch] {
    book.withLock { book in
      book.kept.count > count ? Array(book.kept.dropFirst(count)) : []
    }
  }

  var counters: ParityCounters { book.withLock { $0.allCounters } }

  var cost: ParityCost { book.withLock { $0.costs.summary($0.sampler) } }

  /// The actions that led to the first mismatch of a slice.
  func trace(of slice: String) -> (any Sendable)? {
    book.withLock { $0.traces[slice] }
  }

  // MARK: Recording

  /// Declares a slice and its rules, so that the ledger knows the slice and shows the rules that never
  /// apply.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    book.withLock { book in
      book.ledger.rules[slice, default: []] += []
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
    if options.takesOutSlowCandidates,
      book.withLock({ $0.ledger.takenOut?.contains(slice) ?? false })
    {
      let type = type(of: action, index)
      book.withLock { $0.skip(index, type, in: slice) }
      return false
    }
    if book.withLock({ $0.sampler.takesAnyway(index) }) { return true }
    let type = type(of: action, index)
    return book.withLock { book in
      if book.sampler.decision(on: index) ?? book.sampler.takes(index, type: type) { return true }
      book.skip(index, type, in: slice)
      return false
    }
  }

  /// Counts a check of what the blocks of a slice write outside of it.
  func noteFootprint(of slice: String) {
    book.withLock { $0.ledger.addFootprint(.init(checked: 1), of: slice) }
  }

  /// Notes how long a candidate took for an action.
  func note(_ duration: Duration, for action: Action, _ index: Int, of slice: String, _ side: Side)
  {
    guard let limit = options.candidateLimit, duration > limit else { return }
    let isTakenOut = options.takesOutSlowCandidates
    book.withLock { book in
      book.counters.slowCandidates += 1
      if isTakenOut { book.ledger.setTakenOut(true, slice) }
    }
    options.onSlowCandidate?(
      SlowCandidate(
        slice: slice, side: side, actionType: type(of: action, index), actionNumber: index,
        duration: duration, isTakenOut: isTakenOut))
  }

  /// Takes a slice that moved back into comparison.
  func takeBack(_ slice: String) {
    book.withLock { $0.ledger.setTakenOut(false, slice) }
  }

  /// Reports a mismatch, unless one of its kind was reported a short time ago.
  private func report(_ mismatch: Mismatch?) {
    guard let mismatch else { return }
    observers.notify(mismatch)
    guard let onMismatch = options.onMismatch else { return }
    let clock = options.clock
    let isReported = book.withLock { book in
      let isReported = book.limiter.allows(mismatch.kind, at: clock)
      if isReported { book.counters.reported += 1 } else { book.counters.withheld += 1 }
      return isReported
    }
    if isReported { onMismatch(mismatch) }
  }

  /// Keeps the actions that led to the first mismatch of a slice.
  func keep(_ trace: any Sendable, of slice: String) {
    book.withLock { book in
      if book.traces[slice] == nil { book.traces[slice] = trace }
    }
  }

  /// Records the comparison of one slice after one action.
  ///
  /// It receives all differences, the most significant first, and whether the new side gave two answers
  /// from the same state.
  ///
  /// - Returns: Whether there is an unexplained mismatch.
  func record(
    _ differences: [FoundDifference], isNoisy: Bool, slice: String, rules: [DifferenceRule],
    stage: Stage, _ action: Action, _ index: Int, took cost: Duration
  ) -> Bool {
    // The closures of the user run outside of the lock: they may read the ledger.
    let type = type(of: action, index)
    let findings = Findings(
      differences, isNoisy: isNoisy, after: type, rules: rules, redactor: options.redactor)
    let text = differences.isEmpty ? "" : options.redactor.text(of: action, at: "action")
    let place = ComparedAction(slice: slice, stage: stage, index: index, type: type, text: text)
    let mismatch = book.withLock { $0.record(findings, at: place, took: cost) }
    report(mismatch)
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

  /// Records a change of which a listener was not notified, or was notified several times.
  func record(_ fault: DeliveryJudge<Action>.Fault) {
    let (listener, change) = (fault.listener, fault.change)
    let place = ComparedAction(
      slice: listener.slice, stage: change.stage, index: change.index, type: change.type,
      text: options.redactor.text(of: change.action, at: "action"))
    let mismatch = book.withLock {
      $0.record(listener.name, on: listener.side, notified: fault.times, at: place)
    }
    report(mismatch)
  }

  /// The type of an action.
  func type(of action: Action, _ index: Int) -> String {
    if let known = label.withLock({ $0.index == index ? $0.type : nil }) { return known }
    let type = options.actionType(action)
    label.withLock { $0 = (index, type) }
    return type
  }
}

/// Closures that receive what happens, each until it is removed.
package final class ObserverList<Event: Sendable>: Sendable {
  private let list = Locked<(last: Int, entries: [(id: Int, receive: @Sendable (Event) -> Void)])>(
    (0, []))

  /// Adds a closure, and returns what removes it.
  package func add(_ receive: @escaping @Sendable (Event) -> Void) -> @Sendable () -> Void {
    let id = list.withLock { list in
      list.last += 1
      list.entries.append((list.last, receive))
      return list.last
    }
    return { [self] in
      // Released outside of the lock, since what the closure captured may use the store.
      let former = list.withLock { list in
        let former = list.entries
        list.entries = former.filter { $0.id != id }
        return former
      }
      withExtendedLifetime(former) {}
    }
  }

  func notify(_ event: Event) {
    for entry in list.withLock({ $0.entries }) { entry.receive(event) }
  }
}

/// An action that was compared in a slice.
package struct ComparedAction: Sendable {
  let slice: String
  let stage: Stage
  let index: Int
  let type: String
  /// The action as the redactor shows it; empty when both sides agree.
  let text: String
}

/// What the comparison of one slice after one action found, by rule.
package struct Findings: Sendable {
  /// The number of differences that no rule explains.
  private(set) var count = 0
  /// The first of them, rendered.
  private(set) var shown: [Mismatch.Difference] = []
  /// How often each rule explained a difference.
  private(set) var uses: [(rule: DifferenceRule, count: Int)] = []
  let isNoisy: Bool

  init(
    _ differences: [FoundDifference], isNoisy: Bool, after type: String, rules: [DifferenceRule],
    redactor: Redactor
  ) {
    self.isNoisy = isNoisy
    for difference in differences {
      if let rule = rules.first(where: { $0.covers(difference.path, after: type) }) {
        if let index = uses.firstIndex(where: { $0.rule == rule }) {
          uses[index].count += 1
        } else {
          uses.append((rule, 1))
        }
        continue
      }
      count += 1
      if shown.count <= Mismatch.shownFurther { shown.append(difference.rendered(redactor)) }
    }
  }

  var isMatch: Bool { count == 0 && uses.isEmpty }
}

/// The state of a recorder.
private struct ParityBook: Sendable {
  var ledger = ParityLedger()
  var traces: [String: any Sendable] = [:]
  var costs = CostSample()
  var counters = ParityCounters()
  var limiter: ReportLimiter
  var sampler: Sampler
  private(set) var kept: [Mismatch] = []

  private let keptMismatches: Int
  private var occurrences: [String: Int] = [:]

  init<Action>(_ options: ParityOptions<Action>) {
    sampler = Sampler(options.sampling)
    keptMismatches = options.keptMismatches
    limiter = ReportLimiter(options.reportInterval)
    ledger.expectedActionTypes = options.expectedActionTypes
  }

  /// The counters, with the sums of the ledger.
  var allCounters: ParityCounters {
    var counters = counters
    for slice in ledger.entries.keys {
      let total = ledger.total(ofSliceNamed: slice)
      counters.compared += total.compared
      counters.matched += total.matched
      counters.excused += total.excused
      counters.mismatched += total.mismatched
      counters.skipped += total.skipped
    }
    for slice in ledger.deliveries.keys {
      counters.wrongDeliveries +=
        ledger.missedDeliveries(ofSliceNamed: slice)
        + ledger.repeatedDeliveries(ofSliceNamed: slice)
    }
    return counters
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
    _ findings: Findings, at place: ComparedAction, took cost: Duration
  ) -> Mismatch? {
    if let ofAction = costs.add(cost, of: place.index) { sampler.noteCost(ofAction) }
    for use in findings.uses { ledger.addUses(use.count, of: use.rule, in: place.slice) }
    ledger.entries[place.slice, default: [:]][place.type, default: .init()]
      .count(place.index, isMatch: findings.isMatch, isExcused: findings.count == 0)
    return mismatch(
      of: findings.shown, count: findings.count,
      verdict: findings.isNoisy ? .noise : .candidateWrong, at: place)
  }

  /// Counts a change of which a listener was not notified, or was notified several times.
  ///
  /// - Returns: The mismatch, if no rule explains it.
  mutating func record(
    _ listener: String, on side: Side, notified times: Int, at place: ComparedAction
  ) -> Mismatch? {
    let received = times == 0 ? "not notified" : "notified \(times) times"
    let expected = times == 0 ? "changed" : "changed once"
    let difference = Mismatch.Difference(
      subject: .delivery, path: "listeners.\(DifferencePath.component(listener))",
      legacy: side == .legacy ? received : expected, value: side == .value ? received : expected)
    let rules = (ledger.rules[place.slice] ?? []).map(\.rule)
    let rule = rules.first { $0.covers(difference.path, after: place.type) }
    if let rule { ledger.addUses(1, of: rule, in: place.slice) }
    ledger.withDelivery(listener, of: place.slice, on: side) { delivery in
      if rule != nil {
        delivery.excused[place.type, default: 0] += 1
      } else if times == 0 {
        delivery.missed[place.type, default: 0] += 1
      } else {
        delivery.repeated[place.type, default: 0] += 1
      }
    }
    return rule == nil ? mismatch(of: [difference], count: 1, at: place) : nil
  }

  private mutating func mismatch(
    of shown: [Mismatch.Difference], count: Int,
    verdict: Mismatch.Verdict = .candidateWrong, at place: ComparedAction
  ) -> Mismatch? {
    let mismatch = Mismatch(shown, count: count, verdict: verdict, at: place) { likeness in
      occurrences[likeness, default: 0] += 1
      return occurrences[likeness, default: 1]
    }
    if let mismatch, kept.count < keptMismatches { kept.append(mismatch) }
    return mismatch
  }
}
