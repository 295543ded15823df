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
