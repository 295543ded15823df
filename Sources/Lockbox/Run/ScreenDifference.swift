import ValueRedux

/// Where the two apps differed for the first time, in what a person sees.
struct ScreenDifference: Sendable {
  /// The actions of the step after which it was seen.
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
