import CommandLineSupport
import ReduxBridge

/// The result of a run for one slice.
struct SliceResult: Sendable {
  let name: String
  let reached: Stage
  let gate: Gate
  let total: ParityLedger.Entry
  /// The number of action types that the slice handles, and those that were never compared.
  let kinds: Int
  let neverCompared: [String]
  /// What the gate requires and the ledger lacks; empty if the gate is open.
  let unmet: [String]

  init(_ name: String, reached: Stage, gate: Gate, ledger: ParityLedger) {
    self.name = name
    self.reached = reached
    self.gate = gate
    total = ledger.total(ofSliceNamed: name)
    kinds = ledger.expectedActionTypes[name]?.count ?? 0
    neverCompared = ledger.neverCompared(inSliceNamed: name)
    unmet = gate.unmetDemands(ofSliceNamed: name, in: ledger)
  }

  var isGateOpen: Bool { unmet.isEmpty }

  var demand: String {
    let mismatches = gate.mismatches.map {
      $0 == 0 ? ", no mismatch" : ", at most \($0) mismatches"
    }
    return "\(gate.compared.grouped) compared\(mismatches ?? "")"
  }

  var evidence: String {
    let mismatches =
      switch total.mismatched {
      case 0: "no mismatch"
      case 1: "1 mismatch"
      default: "\(total.mismatched.grouped) mismatches"
      }
    return "\(total.compared.grouped) compared, \(mismatches)"
  }

  var kindsSeen: String { "\(kinds - neverCompared.count) of \(kinds)" }
}
