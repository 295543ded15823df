import CommandLineSupport
import ReduxBridge

extension RunReport {
  /// The lines that a run prints.
  var lines: [String] {
    let body =
      introduction + [""] + phaseTable + findings + [""] + gateTable + [""] + sliceTable + [""]
      + conclusion + smallest
    return [title, ""] + body.map { $0.isEmpty ? "" : "  \($0)" }
  }

  private var title: String {
    "Lockbox · \(logins.grouped) logins from \(source) · seed \(seed)"
  }

  private var introduction: [String] {
    [
      "Two apps run the same session side by side: the original app, on a store of classes, and",
      "the same app while it migrates to a store of values, one slice at a time. At legacy only",
      "the old code runs, at migrated only the new. In between both run on each action and are",
      "compared: at shadow the old answer counts, at lead the new one. After each step, the",
      "windows of both apps are compared.",
    ]
  }

  private var phaseTable: [String] {
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
    return table.lines
  }

  private var sliceTable: [String] {
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
    return table.lines
  }
}
