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

  private let book: Locked<ParityBook>
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

  // MARK: Reading

  package var ledger: ParityLedger { book.withLock { $0.ledger } }

  package var mismatches: [Mismatch] { book.withLock { $0.kept } }

  /// The actions that led to the first mismatch of a slice.
  func trace(of slice: String) -> (any Sendable)? {
    book.withLock { $0.traces[slice] }
  }

  // MARK: Recording

  /// Declares a slice and its rules, so that the ledger knows the slice and shows the rules that never
  /// apply.
  func declare(_ rules: [DifferenceRule], of slice: String) {
    unsafe types.place.pointee.formUnion(rules.compactMap(\.actionType))
    book.withLock { book in
      book.ledger.rules[slice, default: []] += []
      for rule in rules { book.ledger.addUses(0, of: rule, in: slice) }
    }
  }

  /// Notes that the store does not try `write` of the projections of slices.
  func noteUnwritten(_ slices: some Sequence<String> & Sendable) {
    book.withLock { $0.ledger.unwritten.formUnion(slices) }
  }

  /// Notes a promotion past a closed gate.
  func note(_ override: ParityLedger.Override) {
    book.withLock { $0.ledger.overrides.append(override) }
  }

  /// Decides how deep to check an action in a slice; nil, and counted as skipped, if not at all.
  func depth(
    of action: Action, _ index: Int, in slice: String, at stage: Stage
  ) -> ParityBook.Depth? {
    if isOff { return nil }
    let type = type(of: action, index)
    return book.withLock { $0.depth(of: index, type, in: slice, at: stage) }
  }

  /// Counts a check of what the blocks of a slice write outside of it.
  func noteFootprint(of slice: String) {
    book.withLock { $0.ledger.addFootprint(.init(checked: 1), of: slice) }
  }

  private func report(_ mismatch: Mismatch?) {
    guard let mismatch else { return }
    observers.notify(mismatch)
    options.onMismatch?(mismatch)
  }

  /// Keeps the actions that led to the first mismatch of a slice.
  func keep(_ trace: any Sendable, of slice: String) {
    book.withLock { $0.traces[slice] = trace }
  }

  /// Records the comparison of one slice after one action.
  ///
  /// It receives all differences, the most significant first, whether the new side gave two answers
  /// from the same state, and what the action exercised.
  ///
  /// - Returns: The unexplained mismatch, if there is one.
  package func record(
    _ differences: [FoundDifference], isNoisy: Bool, _ exercise: ParityLedger.Exercise,
    slice: String, rules: [DifferenceRule], stage: Stage, _ action: Action, _ index: Int
  ) -> Mismatch? {
    // The closures of the user run outside of the lock: they may read the ledger.
    let type = type(of: action, index)
    let findings = UnexplainedDifferences(
      differences, isNoisy: isNoisy, after: type, rules: rules, redactor: options.redactor)
    let text = findings.count == 0 ? "" : redactor(of: findings).text(of: action, at: "action")
    let place = ComparedAction(slice: slice, stage: stage, index: index, type: type, text: text)
    let mismatch = book.withLock { $0.record(findings, exercise, at: place) }
    report(mismatch)
    return mismatch
  }

  /// The redactor of a text with differences: it masks what it masks in these wherever else it is.
  private func redactor(of findings: UnexplainedDifferences) -> Redactor {
    let redactor = options.redactor.masking(findings.masks)
    latestRedactor.withLock { $0 = redactor }
    return redactor
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

/// The differences of one slice after one action, by rule.
package struct UnexplainedDifferences: Sendable {
  /// The number of differences that no rule explains.
  package private(set) var count = 0
  /// The first of them, rendered.
  private(set) var shown: [Mismatch.Difference] = []
  /// The parts of these that the redactor does not show.
  package private(set) var masks: Set<String> = []
  /// How often each rule explained a difference.
  private(set) var uses: [(rule: DifferenceRule, count: Int)] = []
  /// The blocks that wrote outside of the slice, and where.
  private(set) var outsideWrites: Set<String> = []
  /// Whether all that differs is what only one side can express.
  private(set) var isNotComparable = true
  let isNoisy: Bool

  package init(
    _ differences: [FoundDifference], isNoisy: Bool = false, after type: String,
    rules: [DifferenceRule], redactor: Redactor
  ) {
    self.isNoisy = isNoisy
    for difference in differences {
      let (subject, path) = (difference.subject, difference.path)
      if let rule = rules.first(where: { $0.covers(subject, at: path, after: type) }) {
        if let index = uses.firstIndex(where: { $0.rule == rule }) {
          uses[index].count += 1
        } else {
          uses.append((rule, 1))
        }
        continue
      }
      count += 1
      if subject != .notComparable { isNotComparable = false }
      if subject == .outsideWrite {
        let block = difference.block.map { "block \($0)" } ?? "a block"
        outsideWrites.insert("\(block) writes to \(Mismatch.pattern(of: path))")
      }
      if shown.count <= Mismatch.shownFurther {
        shown.append(difference.rendered(redactor))
        masks.formUnion(difference.masks(by: redactor))
      }
    }
  }

  var isMatch: Bool { count == 0 && uses.isEmpty }

  /// The mismatch after an action, in a check: its number, its type and its text.
  package func mismatch(
    in slice: String, _ index: Int, _ type: String, _ text: String
  ) -> Mismatch? {
    let place = ComparedAction(slice: slice, stage: .shadow, index: index, type: type, text: text)
    return Mismatch(shown, count: count, at: place) { _ in 1 }
  }
}
