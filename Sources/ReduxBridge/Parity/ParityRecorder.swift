import ReferenceRedux
import ValueReflection

/// Makes mismatches of differences, counts comparisons, and decides what is compared next.
///
/// The executor of the store records comparisons, the main actor records missed deliveries. Locks
/// make both, and reading, safe from any thread.
package final class ParityRecorder<Action: Sendable>: Sendable {
  package let options: ParityOptions<Action>
  let deliveries = Locked(DeliveryJudge())

  /// Receive each unexplained mismatch, where it is found.
  package let observers = EventObservers<Mismatch>()

  /// The listeners of all slices, which must be notified of each change on which both sides agree.
  let listeners = EventObservers<ListenedChange>()

  let book: Locked<ParityBook>
  private let latestRedactor: Locked<Redactor>

  /// One in this many actions of each type is compared; 0 for none.
  private let interval: Int

  /// The type of the latest action, found once for all slices; confined to the executor of the store.
  private let label = ValueBox((index: 0, type: ""))

  /// The types of the actions so far, and those that are declared; confined as the label is.
  private let types = ValueBox(Set<String>())

  package init(options: ParityOptions<Action>) {
    var options = options
    switch options.sampling {
    case .off: (interval, options.tracedActions) = (0, 0)
    case .everyAction: interval = 1
    case .oneIn(let count): interval = max(1, count)
    }
    self.options = options
    var book = ParityBook()
    book.ledger.origins = options.origins
    for (slice, names) in options.expectedActionTypes {
      book.ledger[slice].expectedActionTypes = names
    }
    self.book = Locked(book)
    latestRedactor = Locked(options.redactor)
    for names in options.expectedActionTypes.values { unsafe types.place.pointee.formUnion(names) }
  }

  package var ledger: ParityLedger { book.withLock { $0.ledger } }

  package var mismatches: [Mismatch] { book.withLock { $0.kept } }

  /// Declares a slice and its rules, so that the ledger knows the slice and shows the rules that never apply.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    unsafe types.place.pointee.formUnion(rules.compactMap(\.actionType))
    book.withLock { book in
      book.ledger[slice].rules = []
      for rule in rules { book.ledger[slice].addUses(0, of: rule) }
    }
  }

  /// Decides how deep to check an action in a slice; nil, and counted as skipped, if not at all.
  func depth(
    of action: Action, _ index: Int, in slice: String, at stage: Stage
  ) -> ParityBook.Depth? {
    if interval == 0 { return nil }
    let type = type(of: action, index)
    return book.withLock { book in
      let isTaken = book.takes(index, type, oneIn: interval)
      return book.ledger[slice].entries[type, default: .init()].depth(
        isTaken, at: stage, every: options.footprintInterval, isCheck: options.isCheck)
    }
  }

  private func report(_ mismatch: Mismatch) {
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
    var (left, uses) = ([FoundDifference](), [DifferenceRule: Int]())
    for found in differences {
      if let rule = rules.first(where: { $0.covers(found.subject, at: found.path, after: type) }) {
        uses[rule, default: 0] += 1
      } else {
        left.append(found)
      }
    }
    var mismatch: Mismatch?
    if let first = left.first {
      // Texts that are masked in the first few differences are masked everywhere else, too.
      let masks = Set(left.prefix(9).flatMap { $0.masks(by: options.redactor) })
      latestRedactor.withLock { $0 = options.redactor.masking(masks) }
      mismatch = Mismatch(
        first, of: left.count, isNoisy: isNoisy,
        after: .init(slice: slice, stage: stage, index: index, type: type, action: action),
        options.redactor, masking: masks)
    }
    book.withLock { book in
      book.ledger[slice].entries[type, default: .init()]
        .count(left, of: differences.count, exercise, index, at: stage)
      guard !differences.isEmpty else { return }
      for rule in rules {
        if let count = uses.removeValue(forKey: rule) {
          book.ledger[slice].addUses(count, of: rule)
        }
      }
      book.ledger[slice].footprint.findings.formUnion(left.compactMap(\.outsideWrite))
      if let mismatch { book.keep(mismatch, upTo: options.keptMismatches) }
    }
    if let mismatch { report(mismatch) }
    return mismatch
  }

  /// The redactor of texts about the latest mismatch.
  package var redactor: Redactor { latestRedactor.withLock { $0 } }

  /// Counts the changes of which a listener was notified, by action type.
  func record(_ changes: [String: Int], of listener: DeliveryJudge.Listener) {
    book.withLock { book in
      book.ledger[listener.slice].deliveries[listener.name, default: .init(side: listener.side)]
        .received.merge(changes, uniquingKeysWith: +)
    }
  }

  /// Records a change of which a listener was not notified, or was notified several times.
  func record(_ fault: DeliveryJudge.Fault) {
    let (listener, action) = (fault.listener, fault.action)
    let mismatch = Mismatch(fault.difference, after: action, options.redactor)
    let isExplained = book.withLock { book in
      let rule = book.ledger[action.slice].rules?.map(\.rule).first {
        $0.covers(.delivery, at: mismatch.path, after: action.type)
      }
      if let rule {
        book.ledger[action.slice].addUses(1, of: rule)
        return true
      }
      book.keep(mismatch, upTo: options.keptMismatches)
      let count = fault.times == 0 ? \ParityLedger.Delivery.missed : \.repeated
      book.ledger[action.slice].deliveries[listener.name, default: .init(side: listener.side)][
        keyPath: count][action.type, default: 0] += 1
      return false
    }
    if !isExplained { report(mismatch) }
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
      guard let former = list.withLock({ $0.remove(id) }) else { return }
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
  let action: any Sendable
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
  private(set) var kept: [Mismatch] = []
  private var latest = (index: 0, isCompared: false)
  /// The actions of each type until its next turn.
  private var left: [String: Int] = [:]

  mutating func keep(_ mismatch: Mismatch, upTo limit: Int) {
    if kept.count < limit { kept.append(mismatch) }
  }

  /// Returns whether an action is compared: what was decided for another slice, or else anew.
  ///
  /// Each type of action takes turns of its own, so that rare types are compared although frequent ones are skipped.
  mutating func takes(_ index: Int, _ type: String, oneIn interval: Int) -> Bool {
    if latest.index == index { return latest.isCompared }
    latest = (index, true)
    if interval > 1 {
      let turn = left[type, default: 0]
      left[type] = turn == 0 ? interval - 1 : turn - 1
      latest.isCompared = turn == 0
    }
    return latest.isCompared
  }
}

extension ParityLedger.Entry {
  /// How deep the next action is checked; nil, and counted as skipped, if it is not compared.
  fileprivate mutating func depth(
    _ isTaken: Bool, at stage: Stage, every interval: Int, isCheck: Bool
  ) -> ParityBook.Depth? {
    guard isTaken else {
      skipped += 1
      return nil
    }
    let isNewAtLead = stage == .lead && exercise.atLead == 0
    return ParityBook.Depth(
      footprint: interval > 0 && (compared % interval == 0 || isNewAtLead),
      change: isCheck || changed < 16 || compared % 16 == 0)
  }

  /// Counts a comparison after an action.
  fileprivate mutating func count(
    _ unexplained: [FoundDifference], of differences: Int, _ exercised: ParityLedger.Exercise,
    _ index: Int, at stage: Stage
  ) {
    compared += 1
    var exercised = exercised
    if differences == 0 {
      matched += 1
    } else if unexplained.isEmpty {
      excused += 1
    } else if unexplained.allSatisfy({ $0.subject == .notComparable }) {
      exercised.notComparable = 1
    } else {
      mismatched += 1
    }
    if stage == .lead { exercised.atLead = 1 }
    exercise = exercise.adding(exercised)
    firstIndex = firstIndex ?? index
    lastIndex = index
  }
}
