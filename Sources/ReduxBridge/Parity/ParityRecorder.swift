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
  package let observers = EventObservers<Mismatch>()

  let book: Locked<ParityBook>
  private let latestRedactor: Locked<Redactor>

  /// Whether nothing is compared at all.
  private let isOff: Bool

  /// The type of the latest action, found once for all slices; confined to the executor of the store.
  private let label = ValueBox((index: 0, type: ""))

  /// The types of the actions so far, and those that are declared; confined as the label is.
  private let types = ValueBox(Set<String>())

  package init(options: ParityOptions<Action>) {
    isOff = options.sampling == .off
    var options = options
    if isOff { options.tracedActions = 0 }
    self.options = options
    book = Locked(ParityBook(options))
    latestRedactor = Locked(options.redactor)
    for names in options.expectedActionTypes.values { unsafe types.place.pointee.formUnion(names) }
  }

  package var ledger: ParityLedger { book.withLock { $0.ledger } }

  package var mismatches: [Mismatch] { book.withLock { $0.kept } }

  /// Declares a slice and its rules, so that the ledger knows the slice and shows the rules that never
  /// apply.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    unsafe types.place.pointee.formUnion(rules.compactMap(\.actionType))
    book.withLock { book in
      book.ledger.rules[slice, default: []] += []
      for rule in rules { book.ledger.addUses(0, of: rule, in: slice) }
    }
  }

  /// Decides how deep to check an action in a slice; nil, and counted as skipped, if not at all.
  func depth(
    of action: Action, _ index: Int, in slice: String, at stage: Stage
  ) -> ParityBook.Depth? {
    if isOff { return nil }
    let type = type(of: action, index)
    return book.withLock { $0.depth(of: index, type, in: slice, at: stage) }
  }

  private func report(_ mismatch: Mismatch?) {
    guard let mismatch else { return }
    observers.notify(mismatch)
    options.onMismatch?(mismatch)
  }

  /// Records the comparison of one slice after one action, and returns the unexplained mismatch, if there is one.
  ///
  /// It receives all differences, the most significant first, whether the new side gave two answers
  /// from the same state, and what the action exercised.
  package func record(
    _ differences: [FoundDifference], isNoisy: Bool, _ exercise: ParityLedger.Exercise,
    slice: String, rules: [DifferenceRule], stage: Stage, _ action: Action, _ index: Int
  ) -> Mismatch? {
    // The closures of the user run outside of the lock: they may read the ledger.
    let type = type(of: action, index)
    let findings =
      differences.isEmpty
      ? nil
      : UnexplainedDifferences(
        differences, isNoisy: isNoisy, after: type, rules: rules, redactor: options.redactor)
    var text = ""
    if let findings, findings.count > 0 {
      // It masks what it masks in the differences wherever else that is.
      let redactor = options.redactor.masking(findings.masks)
      latestRedactor.withLock { $0 = redactor }
      text = redactor.text(of: action, at: "action")
    }
    let place = ComparedAction(slice: slice, stage: stage, index: index, type: type, text: text)
    let mismatch = book.withLock { $0.record(findings, exercise, at: place) }
    report(mismatch)
    return mismatch
  }

  /// The redactor of texts about the latest mismatch.
  package var redactor: Redactor { latestRedactor.withLock { $0 } }

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

  /// The type of an action, on the executor of the store; that of all others beyond the limit of types.
  func type(of action: Action, _ index: Int) -> String {
    if label.value.index == index { return label.value.type }
    var type = options.actionType(action)
    if unsafe types.place.pointee.count < ParityLedger.typeLimit {
      unsafe types.place.pointee.insert(type)
    } else if unsafe !types.place.pointee.contains(type) {
      type = ParityLedger.otherTypes
    }
    unsafe label.place.pointee = (index, type)
    return type
  }
}

/// Closures that receive what happens, each until it is removed.
package final class EventObservers<Event: Sendable>: Sendable {
  private let list = Locked(ObserverList<@Sendable (Event) -> Void>())

  /// Adds a closure, and returns what removes it.
  package func add(_ receive: @escaping @Sendable (Event) -> Void) -> @Sendable () -> Void {
    let id = list.withLock { $0.add(receive) }
    return { [self] in
      // Released outside of the lock, since what the closure captured may use the store.
      let former = list.withLock { $0.remove(id) }
      withExtendedLifetime(former) {}
    }
  }

  func notify(_ event: Event) {
    for entry in list.withLock({ $0.entries }) { entry.observer(event) }
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

  /// Counts a comparison of states, effects, signals and windows, and returns what no rule explains.
  mutating func record(
    _ findings: UnexplainedDifferences?, _ exercise: ParityLedger.Exercise,
    at place: ComparedAction
  ) -> Mismatch? {
    ledger.entries[place.slice, default: [:]][place.type, default: .init()]
      .count(findings, exercise, at: place)
    guard let findings else { return nil }
    for use in findings.uses { ledger.addUses(use.count, of: use.rule, in: place.slice) }
    if !findings.outsideWrites.isEmpty {
      ledger.addFootprint(.init(checked: 0, findings: findings.outsideWrites), of: place.slice)
    }
    return mismatch(
      of: findings.shown, count: findings.count,
      verdict: findings.isNoisy ? .noise : .candidateWrong, at: place)
  }

  /// Counts a change of which a listener was not notified, or was notified several times, and returns the
  /// mismatch, if no rule explains it.
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
    _ findings: UnexplainedDifferences?, _ exercised: ParityLedger.Exercise,
    at place: ComparedAction
  ) {
    compared += 1
    var exercised = exercised
    switch findings {
    case nil: matched += 1
    case let found? where found.count == 0: excused += 1
    case let found? where found.isNotComparable: exercised.notComparable = 1
    default: mismatched += 1
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
