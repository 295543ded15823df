/// An effect that one side of a slice asked for, with the closure that does it.
struct SliceEffect: Sendable {
  /// What was asked for.
  let description: any (Equatable & Sendable)

  /// Does it.
  let perform: @Sendable () -> Void

  init<Effect: Equatable & Sendable>(
    _ effect: Effect, perform: @escaping @Sendable (Effect) -> Void
  ) {
    description = effect
    self.perform = { perform(effect) }
  }

  /// Whether both ask for the same.
  func isSame(as other: SliceEffect) -> Bool {
    func isSame<Effect: Equatable>(_ effect: Effect) -> Bool {
      other.description as? Effect == effect
    }
    return isSame(description)
  }
}
