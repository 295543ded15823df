/// The ledgers of other runs, as far as they are about the slices of a store and the same code.
struct Evidence: Sendable {
  private(set) var ledger = ParityLedger()
  /// Why a ledger, or its part about a slice, does not count: one sentence each.
  private(set) var refusals: [String] = []

  /// Sorts out what counts.
  ///
  /// - Parameters:
  ///   - ledgers: The ledgers.
  ///   - version: The version of the app; nil if it is unknown.
  ///   - own: The slices of the store.
  init(_ ledgers: [ParityLedger], version: String?, for own: [String: ParityLedger.Slice]) {
    for ledger in ledgers {
      if let reason = Self.reason(to: ledger.origins, version) {
        refuse(ledger, because: reason)
        continue
      }
      for (name, slice) in ledger.slices.sortedByKey {
        if let own = own[name] {
          if slice.hasOtherRules || !slice.hasRules(of: own) {
            refuse(ledger, because: "slice \"\(name)\" had other rules there")
          } else {
            var counts = slice
            (counts.expectedActionTypes, counts.isUnwritten) = ([], false)
            self.ledger[name].merge(counts)
          }
        } else {
          let names = own.sortedKeys.joined(separator: ", ")
          refuse(ledger, because: "it is about slice \"\(name)\", and this store has \(names)")
        }
      }
    }
  }

  /// Why ledgers of these origins do not count; nil if they do.
  private static func reason(
    to origins: Set<ParityLedger.Origin>, _ version: String?
  ) -> String? {
    guard let version else { return "the parity options of this store name no version" }
    let versions = Set(origins.map(\.version))
    if versions.isEmpty || versions.contains(nil) { return "it names no version" }
    let others = versions.compactMap { $0 }.filter { $0 != version }.sorted()
    return others.isEmpty
      ? nil : "it is of version \(others.joined(separator: ", ")), and this is \(version)"
  }

  private mutating func refuse(_ ledger: ParityLedger, because reason: String) {
    let sources = ledger.origins.compactMap(\.source).sorted().joined(separator: ", ")
    refusals.append("evidence\(sources.isEmpty ? "" : " from \(sources)") refused: \(reason)")
  }
}

extension ParityLedger {
  /// Where a ledger is from.
  package struct Origin: Sendable, Codable, Hashable {
    /// The version of the app; nil if the parity options name none.
    package var version: String?
    /// The run, such as `CI`, or a tester.
    package var source: String?
  }
}
