import LockboxModern
import CommandLineSupport
import ReduxBridge

extension RunReport {
  /// The lines that a run prints, of at most so many characters, the test to paste apart.
  func lines(fitting columns: Int?) -> [String] {
    let width = columns.map { $0 - 2 }
    let body =
      paragraph(Self.introduction, width) + [""] + phaseTable(width) + findings + [""]
      + gateTable(width) + [""]
      + sliceTable(width) + [""] + conclusion + smallest
    let folded = body.flatMap { $0.folded(to: width) } + testToPaste
    return title.folded(to: columns) + [""] + folded.map { $0.isEmpty ? "" : "  \($0)" }
  }

  private var title: String {
    "Lockbox · \(logins.grouped) logins from \(source) · seed \(seed)"
  }

  private static let introduction = """
    Two apps run the same session side by side: the original app, on a store of classes, and the \
    same app while it migrates to a store of values, one slice at a time. At legacy only the old \
    code runs, at migrated only the new. In between both run on each action and are compared: at \
    shadow the old answer counts, at lead the new one. After each step, the windows of both apps \
    are compared.
    """

  /// A text in lines of a readable length.
  func paragraph(_ text: String, _ width: Int?) -> [String] {
    text.wrapped(to: min(width ?? 88, 88))
  }

  private func phaseTable(_ width: Int?) -> [String] {
    let names = slices.map(\.name)
    var table = TextTable(
      ["actions"] + names + ["steps", "same screens"], leftColumns: 1 + names.count)
    for phase in phases {
      let stages = names.map { name in
        phase.stages.map { $0[name, default: .legacy].rawValue } ?? "value store"
      }
      table.add(
        ["\(phase.firstAction.grouped) – \(phase.lastAction.grouped)"] + stages
          + [phase.steps.grouped, phase.equalSteps.grouped])
    }
    return table.lines(fitting: width)
  }

  private func sliceTable(_ width: Int?) -> [String] {
    var table = TextTable(
      ["slice", "stage reached", "actions", "compared", "mismatches"], leftColumns: 2)
    for slice in slices {
      table.add([
        slice.name, slice.reached.rawValue, actions.grouped, slice.total.compared.grouped,
        slice.total.mismatched.grouped,
      ])
    }
    table.add([
      "all screens", isOnValueStore ? "value store" : "", actions.grouped, steps.grouped,
      (steps - equalSteps).grouped,
    ])
    return table.lines(fitting: width)
  }
}

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
