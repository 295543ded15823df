import ReduxBridge

/// The schedule of a run: one slice after the other, each stage for an equal share of the session.
///
/// In the first share every slice is at `legacy`; in the last the app is on the value store.
struct Timeline: Sendable {
  let actions: Int
  let slices: [String]

  private var shares: Int { 2 + 3 * slices.count }

  /// The number of actions in a share.
  var share: Int { actions / shares }

  /// The comparisons that a gate requires: fewer than any share provides, however its bursts fall.
  var comparisonsPerStage: Int { max(share / 2 - 6, 0) }

  /// The stage at which a slice is due after `count` actions.
  func stage(of slice: String, after count: Int) -> Stage {
    guard let index = slices.firstIndex(of: slice) else { return .legacy }
    let stages = Stage.allCases
    return stages[min(max(share(after: count) - 3 * index, 0), stages.count - 1)]
  }

  /// Whether the app is due to be on the value store after `count` actions.
  func isLastShare(after count: Int) -> Bool {
    share(after: count) == shares - 1
  }

  private func share(after count: Int) -> Int {
    min(count * shares / max(actions, 1), shares - 1)
  }
}
