import ValueReflection

/// What a ``ParityRecorder`` counts and keeps, as a value behind its lock.
struct ParityBook: Sendable {
  /// How deep an action is checked in a slice, where both sides are compared.
  struct Depth {
    /// Whether to look at what the blocks write outside of the slice.
    let footprint: Bool
    /// Whether to look at whether the action changes the slice.
    let change: Bool
  }

  var ledger = ParityLedger()
  var traces: [String: any Sendable] = [:]
  var counters = ParityCounters()
  /// Decides what is compared, by what that cost.
  private(set) var sampler: Sampler
  private(set) var kept: [Mismatch] = []

  private let keptMismatches: Int
  private let footprintInterval: Int
  /// Whether each compared action is looked at in full, as in a check.
  private let isCheck: Bool
  private var occurrences: [String: Int] = [:]
  /// When a mismatch of each kind was reported last.
  private var latestReports: [String: Duration] = [:]

  init<Action>(_ options: ParityOptions<Action>) {
    sampler = Sampler(options.sampling)
    keptMismatches = options.keptMismatches
    footprintInterval = options.footprintInterval
    isCheck = options.isCheck
    ledger.expectedActionTypes = options.expectedActionTypes
    ledger.origins = options.origins
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
      counters.wrongDeliveries += ledger.wrongDeliveries(ofSliceNamed: slice)
    }
    return counters
  }

  /// Decides how deep to check an action in a slice; nil, and counted as skipped, if not at all.
  mutating func depth(
    of index: Int, _ type: String, in slice: String, at stage: Stage
  ) -> Depth? {
    guard sampler.takes(index, type: type) else {
      ledger.entries[slice, default: [:]][type, default: .init()].skipped += 1
      return nil
    }
    let entry = ledger.entries[slice]?[type]
    let compared = entry?.compared ?? 0
    return Depth(
      footprint: footprintInterval > 0
        && (compared % footprintInterval == 0 || stage == .lead && entry?.exercise.atLead == 0),
      change: isCheck || (entry?.changed ?? 0) < 16 || compared % 16 == 0)
  }

  /// Counts a comparison of states, effects, signals and windows.
  ///
  /// - Returns: What no rule explains; nil when there is nothing.
  mutating func record(
    _ findings: UnexplainedDifferences, _ exercise: ParityLedger.Exercise,
    at place: ComparedAction, took cost: Duration
  ) -> Mismatch? {
    sampler.add(cost, of: place.index)
    for use in findings.uses { ledger.addUses(use.count, of: use.rule, in: place.slice) }
    ledger.entries[place.slice, default: [:]][place.type, default: .init()]
      .count(findings, exercise, at: place)
    if !findings.outsideWrites.isEmpty {
      ledger.addFootprint(.init(checked: 0, findings: findings.outsideWrites), of: place.slice)
    }
    return mismatch(
      of: findings.shown, count: findings.count,
      verdict: findings.isNoisy ? .noise : .candidateWrong, at: place)
  }

  /// Decides whether a mismatch of a kind is reported now, and counts it.
  mutating func reports(_ kind: String, at now: Duration, every interval: Duration?) -> Bool {
    if let interval, let last = latestReports[kind], now - last < interval {
      counters.withheld += 1
      return false
    }
    if interval != nil { latestReports[kind] = now }
    counters.reported += 1
    return true
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
    let rule = rules.first { $0.covers(.delivery, at: difference.path, after: place.type) }
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
      let ordinal = occurrences[likeness, default: 0] + 1
      // Keys of dictionaries are part of paths.
      if ordinal > 1 || occurrences.count < 10_000 { occurrences[likeness] = ordinal }
      return ordinal
    }
    if let mismatch, kept.count < keptMismatches { kept.append(mismatch) }
    return mismatch
  }
}

extension ParityLedger.Entry {
  /// Counts a comparison after an action.
  fileprivate mutating func count(
    _ findings: UnexplainedDifferences, _ exercised: ParityLedger.Exercise,
    at place: ComparedAction
  ) {
    compared += 1
    var exercised = exercised
    if findings.isMatch {
      matched += 1
    } else if findings.count == 0 {
      excused += 1
    } else if findings.isNotComparable {
      exercised.notComparable = 1
    } else {
      mismatched += 1
    }
    if place.stage == .lead { exercised.atLead = 1 }
    exercise = exercise.adding(exercised)
    firstIndex = firstIndex ?? place.index
    lastIndex = place.index
  }
}

/// Measures the cost of checking one action, without the work of the control.
struct CheckWatch {
  /// The time since a fixed moment.
  static let continuous: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()

  private let clock: @Sendable () -> Duration
  private var running: Duration
  private var sum: Duration = .zero

  init(_ clock: @escaping @Sendable () -> Duration) {
    self.clock = clock
    running = clock()
  }

  /// Stops while the control runs.
  mutating func pause() {
    sum += clock() - running
  }

  /// Continues after the control ran.
  mutating func resume() {
    running = clock()
  }

  /// Ends the measurement and returns the time without the pauses.
  mutating func stop() -> Duration {
    pause()
    return sum
  }
}
