public import ValueRedux

extension ValueStore: ValueStateStore {
  /// Tells of each state: the present one at once, then each that follows an action, in order.
  ///
  /// Nothing holds the state between two actions, so it goes on being changed in place.
  ///
  /// - Parameter told: Is handed the state.
  /// - Returns: A token; nothing is told after it is released.
  public func follow(_ told: @escaping @MainActor (State) -> Void) -> FollowToken {
    let token = subscribe(to: Selection { _ in () }) { [weak self] in
      if let self { told(self.state) }
    }
    return FollowToken { withExtendedLifetime(token) {} }
  }
}
