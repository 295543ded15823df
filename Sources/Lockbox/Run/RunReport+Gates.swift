import CommandLineSupport

extension RunReport {
  /// A line per slice: whether its gate is open, what it requires, and the evidence.
  func gateTable(_ width: Int?) -> [String] {
    var table = TextTable(
      ["slice", "gate", "requires", "evidence", "types of action seen"], leftColumns: 5)
    for slice in slices {
      table.add([
        slice.name, slice.isGateOpen ? "open" : "closed", slice.demand, slice.evidence,
        slice.kindsSeen,
      ])
    }
    let missing = slices.filter { !$0.neverCompared.isEmpty }.flatMap { slice in
      "never seen".labelling("\(slice.name): \(slice.neverCompared.joined(separator: ", "))")
    }
    return table.lines(fitting: width) + (missing.isEmpty ? [] : [""] + missing) + [""]
      + paragraph(
        "A slice must pass its gate before the new answer counts (lead), and again before the old "
          + "code stops (migrated).", width)
  }
}
