import ReduxBridge

/// A mismatch with the fewest actions that reproduce it, redacted.
struct ShrunkMismatch: Sendable {
  let mismatch: Mismatch
  /// The slice's value to start from; `nil` for that of a newly started app.
  let start: String?
  let actions: [String]
  /// The number of actions before shrinking.
  let shrunkFrom: Int
  /// Differences between two runs of the same input.
  let noise: [String]
  /// A test to paste.
  let test: String

  init<Value>(
    _ found: Counterexample<LockboxAction, Value>, slice: String, initialState: String
  ) {
    let redactor = CrossingStore.redactor
    mismatch = found.mismatch
    start = found.start.map { redactor.text(of: $0, at: "") }
    actions = found.actions.map { redactor.text(of: $0, at: "action") }
    shrunkFrom = found.shrunkFrom
    noise = found.noise.map(\.description)
    test = found.testSource(slice: slice, initialState: initialState)
  }
}
