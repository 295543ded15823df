import ReferenceRedux

/// Counts what was compared, judges what differs, and decides what is compared next.
///
/// ## Thread safety
/// Recording is confined to the executor of the store; reading is safe from any thread, by the lock.
final class ParityRecorder<Action: Sendable>: Sendable {
  let options: ParityOptions<Action>

  private struct Book {
    var ledger = ParityLedger()
    var kept: [Mismatch] = []
    var occurrences: [String: Int] = [:]
    var traces: [String: any Sendable] = [:]
    var costs = CostSample()
    var sampler: Sampler
  }

  private let book: Locked<Book>

  /// The type of the latest action, found once for all slices.
  private let label = Locked((index: 0, type: ""))

  init(options: ParityOptions<Action>) {
    self.options = options
    var book = Book(sampler: Sampler(options.sampling))
    book.ledger.expectedActionTypes = options.expectedActionTypes
    self.book = Locked(book)
  }

  // MARK: Reading

  var ledger: ParityLedger { book.withLock { $0.ledger } }

  var mismatches: [Mismatch] { book.withLock { $0.kept } }

  var cost: ParityCost { book.withLock { $0.costs.summary(sampledOneIn: $0.sampler.interval) } }

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

  /// Whether the next action of a slice is to be compared; counts it as skipped if not.
  func shouldCompare(slice: String, _ action: Action, _ index: Int) -> Bool {
    if book.withLock({ $0.sampler.takesNext(slice: slice) }) { return true }
    let type = type(of: action, index)
    book.withLock { $0.ledger.entries[slice, default: [:]][type, default: .init()].skipped += 1 }
    return false
  }

  /// Keeps the actions that led to the first mismatch of a slice.
  func keep(_ trace: any Sendable, of slice: String) {
    book.withLock { book in
      if book.traces[slice] == nil { book.traces[slice] = trace }
    }
  }

  /// The actions that led to the first mismatch of a slice.
  func trace(of slice: String) -> (any Sendable)? {
    book.withLock { $0.traces[slice] }
  }

  /// Records the comparison of one slice after one action.
  ///
  /// - Returns: Whether there was an unexplained mismatch.
  func record(
    _ findings: [Finding], slice: String, rules: [DifferenceRule], stage: Stage,
    _ action: Action, _ index: Int, took cost: Duration
  ) -> Bool {
    // The user's closures are called outside of the lock: they may ask for the ledger.
    let type = type(of: action, index)
    let text = findings.isEmpty ? "" : options.redactor.text(of: action, at: "action")
    let mismatch = book.withLock { book -> Mismatch? in
      book.costs.add(cost)
      book.sampler.noteCost(cost)
      var open: [Finding] = []
      for finding in findings {
        if let rule = rules.first(where: { $0.covers(finding.path, after: type) }) {
          book.ledger.addUses(1, of: rule, in: slice)
        } else {
          open.append(finding)
        }
      }
      Self.count(
        open.isEmpty ? (findings.isEmpty ? .matched : .excused) : .mismatched, index,
        in: &book.ledger.entries[slice, default: [:]][type, default: .init()])
      guard let first = open.first else { return nil }
      let occurrence = book.occurrences["\(slice) \(type) \(first.path)", default: 0] + 1
      book.occurrences["\(slice) \(type) \(first.path)"] = occurrence
      let mismatch = Mismatch(
        slice: slice, stage: stage, subject: first.subject, actionIndex: index, actionType: type,
        action: text, path: first.path,
        legacy: first.legacy, value: first.value, furtherDifferences: open.count - 1,
        verdict: first.subject == .notComparable ? .notComparable : .candidateWrong,
        occurrence: occurrence)
      if book.kept.count < options.keptMismatches { book.kept.append(mismatch) }
      return mismatch
    }
    if let mismatch { options.onMismatch?(mismatch) }
    return mismatch != nil
  }

  private enum Outcome { case matched, excused, mismatched }

  private static func count(
    _ outcome: Outcome, _ index: Int, in entry: inout ParityLedger.Entry
  ) {
    entry.compared += 1
    switch outcome {
    case .matched: entry.matched += 1
    case .excused: entry.excused += 1
    case .mismatched: entry.mismatched += 1
    }
    entry.firstIndex = entry.firstIndex ?? index
    entry.lastIndex = index
  }

  private func type(of action: Action, _ index: Int) -> String {
    if let known = label.withLock({ $0.index == index ? $0.type : nil }) { return known }
    let type = options.actionType(action)
    label.withLock { $0 = (index, type) }
    return type
  }
}
