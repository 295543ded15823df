import ValueReflection

/// The counts and findings of a ``ParityRecorder``, as a value behind its lock.
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
  private var sampler: Sampler
  private(set) var kept: [Mismatch] = []

  private let keptMismatches: Int
  private let footprintInterval: Int
  /// Whether each compared action is looked at in full, as in a check.
  private let isCheck: Bool
  private var occurrences: [String: Int] = [:]

  init<Action>(_ options: ParityOptions<Action>) {
    sampler = Sampler(options.sampling)
    keptMismatches = options.keptMismatches
    footprintInterval = options.footprintInterval
    isCheck = options.isCheck
    ledger.expectedActionTypes = options.expectedActionTypes
    ledger.origins = options.origins
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
    at place: ComparedAction
  ) -> Mismatch? {
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

/// Decides which actions are compared: for all slices or for none.
///
/// Each type of action takes turns of its own, so that rare types are compared although frequent ones are
/// skipped.
struct Sampler: Sendable {
  /// One in this many actions of each type is compared.
  private let interval: Int
  private var latest = (index: 0, isTaken: false)
  /// The actions of each type until its next turn.
  private var left: [String: Int] = [:]

  init<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    if case .oneIn(let count) = sampling { interval = max(1, count) } else { interval = 1 }
  }

  /// Returns whether an action is compared: what was decided for another slice, or else anew.
  mutating func takes(_ index: Int, type: String) -> Bool {
    if latest.index == index { return latest.isTaken }
    latest = (index, true)
    if interval > 1 {
      let turn = left[type, default: 0]
      left[type] = turn == 0 ? interval - 1 : turn - 1
      latest.isTaken = turn == 0
    }
    return latest.isTaken
  }
}
