public import ReferenceRedux

extension ReferenceStore: ReferenceStateStore {
  /// Tells of a value that is read from the state: at once, and after changes, on the main actor.
  ///
  /// The value is read on the executor, once after each burst of actions, so that the main actor
  /// neither waits for the backlog nor pays for the reading. It is told right before the store's
  /// notification is posted.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor. Its cost is paid once per burst.
  ///   - told: Is handed the value, whether or not it changed.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  public func follow<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value, told: @escaping @MainActor (Value) -> Void
  ) -> FollowToken {
    let latest = Locked<Value?>(nil)
    let removeReading = afterBurst { state in
      let value = read(state)
      latest.withLock { $0 = value }
    }
    let removeTelling = beforePost {
      let value = latest.withLock { latest in
        defer { latest = nil }
        return latest
      }
      if let value { told(value) }
    }
    // Read after the hooks are there: what is reduced in between is told twice rather than never.
    told(self.read(read))
    return FollowToken {
      removeReading()
      removeTelling()
    }
  }

  /// Tells of the value that each action led to, one after the other, on the main actor.
  ///
  /// - Parameters:
  ///   - read: Reads the value; called on the executor. Its cost is paid once per action.
  ///   - told: Is handed each value, with the action that led to it.
  /// - Returns: A token; nothing is told after it is released.
  @MainActor
  func followTransitions<Value: Sendable>(
    _ read: @escaping @Sendable (State) -> Value,
    told: @escaping @MainActor (Value, Action) -> Void
  ) -> FollowToken {
    let transitions = Locked<[(Value, Action)]>([])
    let removeReading = afterEachAction { state, action in
      let value = read(state)
      transitions.withLock { $0.append((value, action)) }
    }
    let removeTelling = beforePost {
      let latest = transitions.withLock { transitions in
        defer { transitions = [] }
        return transitions
      }
      for (value, action) in latest { told(value, action) }
    }
    return FollowToken {
      removeReading()
      removeTelling()
    }
  }
}
