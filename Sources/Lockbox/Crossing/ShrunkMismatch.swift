import ReduxBridge

/// A mismatch with the fewest actions that show it, as far as it may be shown.
struct ShrunkMismatch: Sendable {
  let mismatch: Mismatch
  /// The slice's value to start from; `nil` when that of an app that has just been started will do.
  let start: String?
  let actions: [String]
  /// How many actions there were before any was left out.
  let shrunkFrom: Int
  /// What the same input does not determine, on the way to the difference.
  let noise: [String]
  /// A case of Swift Testing to paste.
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
