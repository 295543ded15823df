import CommandLineSupport

extension RunReport {
  /// A line per slice: whether its gate is open, what it asks for, and what the ledger shows.
  var gateTable: [String] {
    var table = TextTable(
      ["slice", "gate", "asks for", "the ledger shows", "kinds of action seen"], leftColumns: 5)
    for slice in slices {
      table.add([
        slice.name, slice.isGateOpen ? "open" : "closed", slice.demand, slice.evidence,
        slice.kindsSeen,
      ])
    }
    let missing = slices.filter { !$0.neverCompared.isEmpty }.flatMap { slice in
      "never seen".labelling("\(slice.name): \(slice.neverCompared.joined(separator: ", "))")
    }
    return table.lines + (missing.isEmpty ? [] : [""] + missing) + [
      "",
      "A slice has to pass its gate before its new code may answer (lead), and again before its",
      "old code is left out (migrated).",
    ]
  }
}
