extension ParityCheck {
  /// Finds a smallest list of actions after which both sides differ as they do after a given one.
  ///
  /// Actions are left out for as long as the same thing differs at a like place, after the same type of
  /// action; the value to start from is left out first, when the initial state will do. The place of an
  /// element in a list does not count: it changes when the elements before it are left out.
  ///
  /// A difference that noise explains is returned with the verdict ``Mismatch/Verdict/noise``.
  ///
  /// - Parameters:
  ///   - actions: A list of actions.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: The counterexample, from which no action can be left out; nil when both sides agree
  ///   after each of the actions.
  /// - Throws: What making or copying the initial state throws.
  /// - Complexity: O(*n*²) runs in the worst case, *n* being the number of actions up to the first
  ///   mismatch; O(log *n*) runs when few actions are needed.
  public func counterexample(
    in actions: [Action], startingFrom start: Value? = nil
  ) throws -> Counterexample<Action, Value>? {
    guard let original = try firstMismatch(after: actions, startingFrom: start) else { return nil }
    func alike(_ actions: [Action], from start: Value?) throws -> Mismatch? {
      try firstMismatch(after: actions, startingFrom: start, where: original.isAlike)
    }
    let shown = Array(actions.prefix(original.actionNumber))
    let neededStart = try alike(shown, from: nil) == nil ? start : nil
    let smallest = try shrunk(shown) { try alike($0, from: neededStart) != nil }
    // Noise may not show again; then the list is reported as it was found.
    guard let again = try alike(smallest, from: neededStart) else {
      return try counterexample(
        of: original, after: shown, startingFrom: start, shrunkFrom: actions.count)
    }
    return try counterexample(
      of: again, after: smallest, startingFrom: neededStart, shrunkFrom: actions.count)
  }

  private func counterexample(
    of mismatch: Mismatch, after actions: [Action], startingFrom start: Value?, shrunkFrom: Int
  ) throws -> Counterexample<Action, Value> {
    let judged = try judged([mismatch], after: actions, startingFrom: start)
    return Counterexample(
      slice: slice.name, start: start, actions: actions, shrunkFrom: shrunkFrom,
      mismatch: judged.mismatches.first ?? mismatch, noise: judged.noise,
      redactor: options.redactor)
  }

  /// Finds a smallest counterexample for what a running store saw.
  ///
  /// - Parameter trace: The actions that led to a mismatch, from ``MigrationStore/trace(of:)``.
  /// - Returns: The counterexample; nil when both sides agree here, because the difference came from
  ///   outside of the slice.
  /// - Throws: What making or copying the initial state throws.
  public func counterexample(
    in trace: ParityTrace<Action, Value>
  ) throws -> Counterexample<Action, Value>? {
    try counterexample(in: trace.actions, startingFrom: trace.start)
  }

  /// Tries random lists of actions until both sides differ, and shrinks what is found.
  ///
  /// ```swift
  /// let found = try check.explore(seed: 42) { random in
  ///   .setBrightness(.random(in: -1...2, using: &random))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - lists: How many lists to try.
  ///   - length: How many actions each has.
  ///   - seed: Where the random numbers start; the same seed gives the same lists.
  ///   - action: Makes a random action.
  /// - Returns: The counterexample, with the seed; nil when none was found.
  /// - Throws: What making or copying the initial state throws.
  public func explore(
    lists: Int = 100, length: Int = 100, seed: UInt64,
    action: (inout SeededGenerator) -> Action
  ) throws -> Counterexample<Action, Value>? {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<lists {
      let actions = (0..<length).map { _ in action(&generator) }
      if var found = try counterexample(in: actions) {
        found.seed = seed
        return found
      }
    }
    return nil
  }
}

/// Reduces a list to a smaller one that still has a property, by delta debugging.
///
/// After A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002): parts
/// of the list are left out, larger ones first, for as long as the rest has the property. The result is
/// 1-minimal: without any one of its elements it does not have the property.
///
/// - Parameters:
///   - list: A list that has the property.
///   - hasProperty: Whether a list has it.
/// - Returns: A list that has the property, its elements in the order of the given one.
/// - Throws: What `hasProperty` throws.
/// - Complexity: O(*n*²) calls of `hasProperty` in the worst case, O(log *n*) in the best, *n* being the
///   length of the list.
func shrunk<Element>(
  _ list: [Element], whileKeeping hasProperty: ([Element]) throws -> Bool
) rethrows -> [Element] {
  var rest = list
  var parts = 2
  while !rest.isEmpty {
    let length = (rest.count + parts - 1) / parts
    var isSmaller = false
    var start = 0
    while start < rest.count {
      let end = min(start + length, rest.count)
      let without = Array(rest[..<start] + rest[end...])
      if try hasProperty(without) {
        rest = without
        isSmaller = true
      } else {
        start = end
      }
    }
    if isSmaller {
      parts = max(2, parts - 1)
    } else if length == 1 {
      break
    } else {
      parts = min(rest.count, parts * 2)
    }
  }
  return rest
}
