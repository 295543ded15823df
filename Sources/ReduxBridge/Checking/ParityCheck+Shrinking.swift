extension ParityCheck {
  /// Finds a smallest list of actions after which both sides differ as they do after a given one.
  ///
  /// Actions are left out for as long as the same thing differs, after the same type of action; the
  /// value to start from is left out first, when the initial state will do.
  ///
  /// - Parameters:
  ///   - actions: A list of actions.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: The counterexample, from which no action can be left out; nil when both sides agree
  ///   after each of the actions.
  /// - Throws: What making the initial state throws.
  public func counterexample(
    in actions: [Action], startingFrom start: Value? = nil
  ) throws -> Counterexample<Action, Value>? {
    guard let original = try firstMismatch(after: actions, startingFrom: start) else { return nil }
    func differsAlike(_ actions: [Action], from start: Value?) throws -> Bool {
      guard let found = try firstMismatch(after: actions, startingFrom: start) else { return false }
      return found.subject == original.subject && found.path == original.path
        && found.actionType == original.actionType
    }
    let shown = Array(actions.prefix(original.actionIndex))
    let neededStart = try differsAlike(shown, from: nil) ? nil : start
    let smallest = try shrunk(shown) { try differsAlike($0, from: neededStart) }
    guard let mismatch = try firstMismatch(after: smallest, startingFrom: neededStart) else {
      return nil
    }
    return Counterexample(
      slice: slice.name, start: neededStart, actions: smallest, shrunkFrom: actions.count,
      mismatch: mismatch, redactor: options.redactor)
  }

  /// Finds a smallest counterexample for what a running store saw.
  ///
  /// - Parameter trace: The actions that led to a mismatch, from ``MigrationStore/trace(of:)``.
  /// - Returns: The counterexample; nil when both sides agree here, because the difference came from
  ///   outside of the slice.
  /// - Throws: What making the initial state throws.
  public func counterexample(
    in trace: ParityTrace<Action, Value>
  ) throws -> Counterexample<Action, Value>? {
    try counterexample(in: trace.actions, startingFrom: trace.start)
  }

  /// Tries random lists of actions until both sides differ, and shrinks what is found.
  ///
  /// - Parameters:
  ///   - lists: How many lists to try.
  ///   - length: How many actions each has.
  ///   - seed: Where the random numbers start; the same seed gives the same lists.
  ///   - action: Makes a random action.
  /// - Returns: The counterexample, or nil when none was found.
  /// - Throws: What making the initial state throws.
  public func explore(
    lists: Int = 100, length: Int = 100, seed: UInt64,
    action: (inout SeededGenerator) -> Action
  ) throws -> Counterexample<Action, Value>? {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<lists {
      let actions = (0..<length).map { _ in action(&generator) }
      if let found = try counterexample(in: actions) { return found }
    }
    return nil
  }
}
