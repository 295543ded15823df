import ValueRedux

extension Reducer {
  /// The wrapped reducer, as a function.
  typealias Original = (inout State, Action) -> Void

  /// Wraps other code around this reducer.
  mutating func wrap(_ body: @escaping @Sendable (Original, inout State, Action) -> Void) {
    let original = self
    self = Reducer(numbered: { state, action, number in
      body({ original.reduce(&$0, $1, number: number) }, &state, action)
    })
  }
}
