/// Does what the diagnostics of a store ask for.
///
/// Confined to the executor of its store, apart from `init`, which runs before there is one.
final class Inspector<State: AnyObject & Codable & SendableMetatype, Action: Sendable> {
  private let diagnostics: StoreDiagnostics

  init(_ diagnostics: StoreDiagnostics) {
    self.diagnostics = diagnostics
  }

  /// Reduces `action` with all blocks, and looks at what happens.
  func reduce(
    _ state: State, _ action: Action, _ record: ActionRecord, with blocks: BlockChain<State, Action>
  ) {
    diagnostics.willReduce?(record)
    if let threshold = diagnostics.slowReducerThreshold {
      var index = 0
      blocks.forEach { block in
        let duration = time { block(state, action) }
        if duration >= threshold {
          diagnostics.report(.slowReducer(index: index, duration: duration, action: record))
        }
        index += 1
      }
    } else {
      blocks.forEach { $0(state, action) }
    }
  }

  private func time(_ work: () -> Void) -> Duration {
    func measure(with clock: some Clock<Duration>) -> Duration { clock.measure(work) }
    return measure(with: diagnostics.clock)
  }
}
