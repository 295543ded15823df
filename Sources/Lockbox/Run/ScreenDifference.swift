import ValueReflection

/// A step after which an app did not become idle.
struct Stall: Sendable {
  /// The app, in texts.
  let app: String
  /// The actions of the step.
  let actions: ClosedRange<Int>
}

/// The first difference between the screens of both apps.
struct ScreenDifference: Sendable {
  /// The actions of the step before it.
  let actions: ClosedRange<Int>
  let path: String
  let before: String
  let after: String

  init(_ control: Seen, _ candidate: Seen, actions: ClosedRange<Int>) {
    self.actions = actions
    let difference = reflectedDifferences(from: control, to: candidate, limit: 1).first
    path = difference?.path ?? ""
    before = difference?.old ?? "\(control)"
    after = difference?.new ?? "\(candidate)"
  }
}
