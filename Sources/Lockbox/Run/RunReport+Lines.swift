import ReduxBridge
import ReferenceRedux

extension RunReport {
  /// The report as a person reads it.
  var lines: [String] {
    let body = introduction + [""] + stageLines + findings + [""] + table + [""] + conclusion
    return [title, ""] + body.map { $0.isEmpty ? "" : "  \($0)" }
  }

  private var title: String {
    "Lockbox · \(logins.grouped) logins from \(source) · session \(seed)"
  }

  private var introduction: [String] {
    [
      "One session, lived through by two apps side by side: the app as it was, on a store of",
      "classes, and the same app while its theme crosses to a store of values. After each step",
      "the two are asked what their windows show.",
    ]
  }

  private var stageLines: [String] {
    var table = TextTable(
      ["theme at", "what it means", "actions", "steps", "equal"], leftColumns: 2)
    for record in stages {
      table.add([
        record.stage.rawValue, record.stage.meaning,
        record.lastAction < record.firstAction
          ? "none" : "\(record.firstAction.grouped) – \(record.lastAction.grouped)",
        record.steps.grouped, record.equalSteps.grouped,
      ])
    }
    return table.lines
  }

  private var table: [String] {
    var table = TextTable(
      [
        "slice", "stage reached", "actions", "compared", "mismatches", "delivered", "coalesced",
      ], leftColumns: 2)
    table.add([
      "app as it was", Stage.legacy.rawValue, actions.grouped, "-", "-",
      statisticsBefore.notificationsPosted.grouped, statisticsBefore.notificationsCoalesced.grouped,
    ])
    table.add([
      "theme", reached.rawValue, actions.grouped, slice.compared.grouped, slice.mismatched.grouped,
      statisticsAfter.notificationsPosted.grouped, statisticsAfter.notificationsCoalesced.grouped,
    ])
    table.add([
      "what is shown", "", actions.grouped, steps.grouped, (steps - equalSteps).grouped, "", "",
    ])
    return table.lines + [
      "", "delivered, coalesced: the store's notifications, and the changes that shared one",
    ]
  }
}

extension Stage {
  /// The stage in half a sentence.
  fileprivate var meaning: String {
    switch self {
    case .legacy: "only the old code runs"
    case .shadow: "both run and are compared; the old answer counts"
    case .lead: "both run and are compared; the new answer counts"
    case .migrated: "only the new code runs"
    }
  }
}
