import ReduxBridge

/// When each slice moves on: one slice after the other, each stage for an equal share of the session.
///
/// The first share belongs to the app as it was, the last one to the app on the value store.
struct Timeline: Sendable {
  let actions: Int
  let slices: [String]

  private var shares: Int { 2 + 3 * slices.count }

  /// How many actions a share has.
  var share: Int { actions / shares }

  /// What a gate asks for: less than any share can bring, whatever bursts it is made of.
  var comparisonsPerStage: Int { max(share / 2 - 6, 0) }

  /// The stage that a slice is due to be at after so many actions.
  func stage(of slice: String, after count: Int) -> Stage {
    guard let index = slices.firstIndex(of: slice) else { return .legacy }
    let stages = Stage.allCases
    return stages[min(max(share(after: count) - 3 * index, 0), stages.count - 1)]
  }

  /// Whether the time of the value store has come.
  func isLastShare(after count: Int) -> Bool {
    share(after: count) == shares - 1
  }

  private func share(after count: Int) -> Int {
    min(count * shares / max(actions, 1), shares - 1)
  }
}
