import ReduxBridge

/// An exception of a check: a place or a name, with the reason.
struct CheckException: Sendable, Equatable {
  let path: String
  /// The type of action after which it applies; nil for all.
  let actionType: String?
  let reason: String

  /// Whether it covers a place, after a type of action.
  func covers(_ place: String, after type: String) -> Bool {
    DifferenceRule(path, on: actionType, as: .notComparable, because: reason)
      .covers(place, after: type)
  }
}

/// The exceptions of a check in one run, each with whether it applied.
///
/// Confined to one thread.
final class CheckExceptions {
  let list: [CheckException]
  private var used: Set<Int> = []

  init(_ list: [CheckException]) { self.list = list }

  /// Whether an exception covers one of some places; each that does has applied.
  ///
  /// The name of a slice alone stands for the slice that no action changes, and covers no place in it.
  func cover(_ places: [String], in slice: String? = nil, after type: String = "") -> Bool {
    let covering = list.indices.filter { index in
      list[index].path != slice && places.contains { list[index].covers($0, after: type) }
    }
    used.formUnion(covering)
    return !covering.isEmpty
  }

  /// Whether an exception covers a finding, by its path in the state, its path in the slice, or the name of a
  /// property that a copy loses.
  func cover(_ finding: Finding) -> Bool {
    let inSlice = finding.path.isEmpty ? finding.slice : "\(finding.slice).\(finding.path)"
    let property = finding.subject == .notCopied ? [finding.other].compactMap { $0 } : []
    return cover(
      [finding.path, inSlice] + property, in: finding.slice, after: finding.actionType)
  }

  /// The exceptions within a slice, as rules of the comparison.
  func rules(of slice: String) -> [DifferenceRule] {
    list.compactMap { exception in
      guard exception.path.hasPrefix(slice + ".") else { return nil }
      let path = String(exception.path.dropFirst(slice.count + 1))
      return .init(
        path, on: exception.actionType, of: .state, as: .notComparable, because: exception.reason)
    }
  }

  /// Notes the exceptions within slices that explained a difference.
  func noteUses(in ledger: ParityLedger) {
    for (index, exception) in list.enumerated() {
      let isUsed = ledger.slices.contains { name, slice in
        (slice.rules ?? []).contains { use in
          use.uses > 0 && use.rule.reason == exception.reason
            && exception.path == "\(name).\(use.rule.path)"
        }
      }
      if isUsed { used.insert(index) }
    }
  }

  /// The encoded fields to leave out of fingerprints, as `Type.field`.
  var fields: Set<String> {
    Set(list.map(\.path).filter { $0.first?.isUppercase == true })
  }

  /// Notes the fields that make a difference to a fingerprint.
  func noteFields(where isEncoded: (String) throws -> Bool) rethrows {
    for (index, exception) in list.enumerated()
    where try fields.contains(exception.path) && isEncoded(exception.path) {
      used.insert(index)
    }
  }

  /// The reasons why the exceptions fail a check, one sentence each.
  var failures: [String] {
    list.indices.filter { !used.contains($0) }.map { index in
      "exception that never applied: \(list[index].path): \(list[index].reason)"
    }
  }
}
