extension ParityLedger {
  /// What visiting every state that some actions can reach showed of a slice.
  package struct Exhaustion: Sendable, Codable, Equatable {
    /// The digest of the actions.
    package var digest: String
    /// The slices that were searched together; nil in the ledgers of earlier releases.
    package var slices: [String]?
    package var actions: Int
    package var depth: Int
    /// Whether every reachable state was visited.
    package var isClosed: Bool
    package var states: Int
    package var transitions: Int
    package var failures: [String]
    /// The length of the counterexample; nil if there is none.
    package var found: Int?
    /// The fields that were left out of the fingerprint.
    package var identified: [String]
    /// When the search ended, in seconds since 2001; nil in the ledgers of earlier releases.
    package var ended: Double?

    private var hasFailed: Bool { !failures.isEmpty }

    /// The depth up to which the result says something.
    private var reach: Int { isClosed ? .max : max(depth, found ?? 0) }

    private func repeats(_ other: Exhaustion) -> Bool {
      (digest, slices, identified) == (other.digest, other.slices, other.identified)
    }

    private func isLater(than other: Exhaustion) -> Bool {
      repeats(other) && ended ?? -.infinity > other.ended ?? -.infinity
    }

    /// Whether what another search showed follows from this one, or is of no interest any more.
    fileprivate func replaces(_ other: Exhaustion) -> Bool {
      self == other
        || isLater(than: other) && hasFailed == other.hasFailed && reach >= other.reach
    }

    /// Whether this search shows that a failure is mended: it is later, and went as far.
    private func refutes(_ failure: Exhaustion) -> Bool {
      isLater(than: failure) && !hasFailed && reach >= failure.reach
    }

    /// Whether this result counts among others: nothing later refutes a failure, or failed.
    fileprivate func stands(among others: [Exhaustion]) -> Bool {
      !others.contains { hasFailed ? $0.refutes(self) : $0.hasFailed && $0.isLater(than: self) }
    }
  }

  /// The searches of a slice that describe its latest code, as far as the ledger knows.
  ///
  /// Of searches over the same actions, the latest counts: a failure stands until a later search goes as
  /// far without one, and a search without a failure until a later one has failed.
  func standingExhaustions(ofSliceNamed slice: String) -> [Exhaustion] {
    let all = exhaustions?[slice] ?? []
    return all.filter { $0.stands(among: all) }
  }

  /// Adds a search; the order in which searches are added does not matter.
  mutating func addExhaustion(_ search: Exhaustion, of slice: String) {
    var searches = exhaustions?[slice] ?? []
    guard !searches.contains(where: { $0.replaces(search) }) else { return }
    searches.removeAll { search.replaces($0) }
    searches.append(search)
    exhaustions = (exhaustions ?? [:]).merging([slice: searches]) { $1 }
  }
}

extension Gate.Exhaustion {
  /// What the standing searches of a slice do not show.
  func unmet(in searches: [ParityLedger.Exhaustion]) -> [String] {
    guard !searches.isEmpty else { return ["never exhausted, depth \(depth) demanded"] }
    let own = searches.filter { $0.digest == digest }
    guard !own.isEmpty else { return ["exhausted with other actions than these, which is stale"] }
    let failures = own.flatMap(\.failures)
    if !failures.isEmpty { return failures.map { "exhausted: \($0)" } }
    if own.contains(where: { $0.isClosed || $0.depth >= depth }) { return [] }
    return ["exhausted to depth \(own.map(\.depth).max() ?? 0) of \(depth)"]
  }
}
