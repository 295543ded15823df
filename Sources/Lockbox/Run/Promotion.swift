import ReduxBridge

/// When a slice moves on to its next stage: each stage gets an equal share of the session.
struct Promotion: Sendable {
  let actions: Int

  /// The stage that is due after so many actions.
  func stage(after count: Int) -> Stage {
    let stages = Stage.allCases
    return stages[min(count * stages.count / max(actions, 1), stages.count - 1)]
  }
}
