public import ReduxBridge

/// The footprint of the reduce blocks of a store, as a ``MigrationCheck`` found it.
public struct FootprintReport: Sendable, Equatable {
  /// The kind of a finding.
  package enum Kind: Sendable, Equatable {
    /// A field that stands in no projection, to which a block of the slice writes.
    case uncovered
    /// Objects that two places share, or do not share, and that the values do not tell apart.
    case aliasing
    /// A write of a block to another slice.
    case write
    /// A read of a block in another slice that its own does not declare, or in unclaimed state.
    case read
    /// A read of a block in a slice that is declared to have no legacy readers.
    case deniedRead
    /// A block that does what another one does, on every action.
    case listedTwice
    /// A place at which the entries and the former list of blocks lead to different states.
    case order
    /// A write to the state between two actions.
    case writeBetweenActions
    /// An object of the state that a block kept and used again in another one.
    case keptObject
    /// A stored property that a copy of the state loses. If the projection of a slice reads it, no later
    /// action is judged, since the blocks run on copies.
    case notCopied
    /// A place at which the projection breaks a law: what it writes is not what it reads.
    case law
    /// A slice that a reducer reads and the entries do not have: what is read of it is not judged.
    case missingSlice
  }

  /// One finding, with the side that is to blame: the reduce blocks of a slice.
  package struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// The kind of the finding.
    package let kind: Kind
    /// The name of the slice whose block it is; `unclaimed` for blocks of no slice.
    package let slice: String
    /// The coding path in the state, with `*` in place of positions; for blocks, their place in the
    /// list, such as `cart.0`.
    package let path: String
    /// The other slice, block or path that takes part; nil if there is none.
    package let other: String?
    /// The block that is to blame, by its place in the list, such as `cart.0`; nil if it is not known.
    package let block: String?
    /// The type of the first action that showed it; nil for what does not depend on one.
    package let actionType: String?
    /// The number of times that it was found.
    package internal(set) var count = 1

    /// The finding in one line, such as `cart: block cart.0 writes to settings, at settings.name, after put`.
    package var description: String {
      let after = actionType.map { ", after \($0)" } ?? ""
      let other = other ?? "another place"
      let block = block.map { "block \($0)" } ?? "a block"
      let what =
        switch kind {
        case .uncovered where self.block == nil:
          "\(path) stands in no projection, and rebuilding the state changes it"
        case .uncovered: "\(path) stands in no projection, and \(block) writes to it"
        case .aliasing: "no projection carries how \(path) and \(other) share an object"
        case .write: "\(block) writes to \(other), at \(path)"
        case .read: "\(block) reads \(other), which is not declared: \(path) depends on it"
        case .deniedRead:
          "\(block) reads \(other), which is declared to have no legacy readers: \(path) depends on it"
        case .listedTwice: "block \(path) does what \(other) does, on every action"
        case .order: "\(path) is another than with the former list of blocks"
        case .writeBetweenActions: "\(path) was written to between two actions"
        case .keptObject: "block \(path) keeps an object of the state, and uses it later"
        case .notCopied where slice == Self.wholeState:
          "a copy of the state loses \(other), at \(path)"
        case .notCopied where self.other == nil:
          "the projection reads another value from a copy of the state, at \(path): no later action was "
            + "judged"
        case .notCopied:
          "a copy of the state loses \(other), which the projection reads, at \(path): no later action was "
            + "judged"
        case .law: "the projection breaks a law, at \(path): \(other)"
        case .missingSlice: "reads \(path), which the entries do not have"
        }
      return "\(slice): \(what)\(after)"
    }

    init(
      _ kind: Kind, in slice: String, by block: String? = nil, at path: String,
      other: String? = nil, after actionType: String? = nil
    ) {
      (self.kind, self.slice, self.block, self.actionType) = (kind, slice, block, actionType)
      // The place of a block is no position that changes.
      let isPlace = kind == .listedTwice || kind == .keptObject
      self.path = isPlace ? path : Mismatch.pattern(of: path)
      self.other = other.map { isPlace ? $0 : Mismatch.pattern(of: $0) }
    }

    /// Stands for a slice where something is found in the whole state.
    static let wholeState = "the state"

    /// The properties that findings have in common that count as one.
    var likeness: [String?] { ["\(kind)", slice, block, path, other] }
  }

  /// The line of one slice.
  struct Row: Sendable, Equatable {
    let name: String
    let declaredReads: [String]
    var exercise: SliceExercise
    /// The number of values that the projection wrote and read back.
    var laws = 0
    /// The number of runs with values of other moments, by what had another value.
    var runs: [String: Int] = [:]
    /// The slices of which a run showed a read.
    var seen: Set<String> = []
    /// The number of runs whose result the input does not determine.
    var notJudged = 0
  }

  /// The findings that no rule allows, by slice.
  package internal(set) var findings: [Finding] = []
  /// The number of actions.
  package internal(set) var actions = 0
  /// The number of those that were judged.
  var judged = 0
  var slices: [Row] = []
  /// Whether blocks run with other values, which shows what they read.
  private let looksForReads: Bool
  /// Where the order would change if two slices were joined to one.
  private(set) var joins: [[String]: Set<String>] = [:]
  /// The positions of the rules that allowed nothing.
  private var unusedRules: Set<Int>
  let rules: [DifferenceRule]
  private let unchanged: [String: String]
  private let origins: Set<ParityLedger.Origin>

  init(
    rules: [DifferenceRule], unchanged: [String: String], origins: Set<ParityLedger.Origin>,
    looksForReads: Bool
  ) {
    (self.rules, self.unchanged, self.origins) = (rules, unchanged, origins)
    self.looksForReads = looksForReads
    unusedRules = Set(rules.indices)
  }

  /// The reasons why the check fails, one sentence each; empty when it passes.
  ///
  /// The check fails on each finding, on each rule that never applied, and on what it did not exercise:
  /// slices and fields that no action wrote, or that there is no slice.
  public var failures: [String] {
    findings.map(\.description)
      + (slices.isEmpty ? ["no slice was checked: the entries have none"] : [])
      + unusedRules.sorted().map { "rule that never applied: \(rules[$0])" }
      + SliceExercise.failures(
        of: slices.map { ($0.name, $0.exercise) }, unchanged: unchanged)
  }

  /// A ledger with the findings of each slice, for a `Gate` that demands the footprint: merge it into
  /// the evidence of the slice.
  public var ledger: ParityLedger {
    var ledger = ParityLedger()
    ledger.origins = origins
    for slice in slices {
      let found = findings.filter { $0.slice == slice.name || $0.other == slice.name }
      let (laws, others) = (found.filter { $0.kind == .law }, found.filter { $0.kind != .law })
      ledger.addFootprint(
        .init(checked: judged, findings: Set(others.map(\.description))), of: slice.name)
      ledger.add(
        .init(values: slice.laws, violations: Set(laws.map(\.description))), of: slice.name)
    }
    return ledger
  }

  mutating func add(_ finding: Finding, count: Int) {
    if let index = rules.firstIndex(where: {
      $0.covers(finding.path, after: finding.actionType ?? "")
    }) {
      unusedRules.remove(index)
      return
    }
    let likeness = finding.likeness
    if let index = findings.firstIndex(where: { $0.likeness == likeness }) {
      findings[index].count += count
    } else {
      findings.append(finding)
      findings[findings.count - 1].count = count
    }
  }

  mutating func noteJoin(of first: String, and second: String, at path: String) {
    joins[[first, second], default: []].insert(Mismatch.pattern(of: path))
  }
}

extension FootprintReport: CustomStringConvertible {
  /// The report as a table with a line for each slice, then the findings and what was not exercised, and
  /// where the order counts.
  public var description: String {
    var rows = [["slice", "covered", "reads", "writes", "evidence"]]
    rows += slices.map { [$0.name, covered($0), read($0), written($0), evidence($0)] }
    var lines = TextColumns.aligned(rows, leftColumns: rows[0].count)
    func add(_ title: String, _ remarks: [String]) {
      if !remarks.isEmpty { lines += ["", "\(title):"] + remarks.map { "  " + $0 } }
    }
    add("Findings", failures)
    add(
      "If joined, the order counts",
      joins.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { pair, paths in
        "\(pair[0]) and \(pair[1]): \(paths.sorted().joined(separator: ", "))"
      })
    return lines.joined(separator: "\n")
  }

  private func findings(_ slice: String, _ kinds: Kind...) -> [Finding] {
    findings.filter { $0.slice == slice && kinds.contains($0.kind) }
  }

  private func covered(_ row: Row) -> String {
    let lost = findings(row.name, .uncovered, .aliasing).count
    return lost == 0 ? "all that was written" : "\(lost) not"
  }

  private func read(_ row: Row) -> String {
    let found = Set(findings(row.name, .read).compactMap(\.other)).map { "\($0) (not declared)" }
    let names = row.declaredReads + found.sorted()
    let none = looksForReads ? "nothing seen" : "not looked for"
    return names.isEmpty ? none : names.joined(separator: ", ")
  }

  private func written(_ row: Row) -> String {
    let others = Set(findings(row.name, .write).compactMap(\.other)).sorted()
    return others.isEmpty ? "itself" : "also " + others.joined(separator: ", ")
  }

  private func evidence(_ row: Row) -> String {
    var parts = ["\(row.exercise.changes) of \(actions) actions changed it"]
    let runs = row.runs.sorted { $0.key < $1.key }
    for (other, count) in runs where !row.seen.contains(other) {
      parts.append("no read of \(other) seen in \(count) values")
    }
    if row.laws > 0 { parts.append("\(row.laws) values written and read back") }
    if row.notJudged > 0 { parts.append("\(row.notJudged) runs not judged") }
    return parts.joined(separator: "; ")
  }
}

extension FootprintWrite {
  /// This write as a finding about a slice.
  func finding(
    in slice: String, by block: String?, after type: String?
  ) -> FootprintReport.Finding {
    let reported: FootprintReport.Kind =
      switch kind {
      case .write: .write
      case .uncovered: .uncovered
      case .aliasing: .aliasing
      case .unread, .unasked: .law
      }
    let law =
      switch kind {
      case .unread: "it does not read what it wrote"
      case .unasked: "it writes what the blocks do not"
      default: other
      }
    return .init(
      reported, in: slice, by: reported == .law ? nil : block, at: path, other: law, after: type)
  }
}
