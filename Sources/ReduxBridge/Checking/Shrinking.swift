extension ParityCheck {
  /// Finds a smallest list of actions after which both sides differ as they do after a given one.
  ///
  /// The check leaves out actions as long as the same subject differs at a similar path, after the
  /// same type of action. It leaves out the value to start from if the initial state shows the
  /// difference too. Positions in paths do not count: they change when earlier elements are left out.
  ///
  /// A difference that noise explains has the verdict ``Mismatch/Verdict/noise``.
  ///
  /// - Parameters:
  ///   - actions: A list of actions.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  /// - Returns: The counterexample, from which no action can be left out; nil when both sides agree
  ///   after each of the actions.
  /// - Throws: Errors of making or copying the initial state.
  /// - Complexity: O(*n*²) runs in the worst case, *n* being the number of actions up to the first
  ///   mismatch; O(log *n*) runs when few actions are needed.
  public func counterexample(
    in actions: [Action], startingFrom start: Value? = nil
  ) throws -> Counterexample<Action, Value>? {
    guard let original = try firstMismatch(after: actions, startingFrom: start) else { return nil }
    func similar(_ actions: [Action], from start: Value?) throws -> Mismatch? {
      try firstMismatch(after: actions, startingFrom: start, where: original.isSimilar)
    }
    let shown = Array(actions.prefix(original.actionNumber))
    let neededStart = try similar(shown, from: nil) == nil ? start : nil
    let smallest = try shrunk(shown) { try similar($0, from: neededStart) != nil }
    // Noise may not occur again; then the list is reported as it was found.
    guard let again = try similar(smallest, from: neededStart) else {
      return try counterexample(
        of: original, after: shown, startingFrom: start, shrunkFrom: actions.count)
    }
    return try counterexample(
      of: again, after: smallest, startingFrom: neededStart, shrunkFrom: actions.count)
  }

  /// Finds a smallest counterexample for a mismatch of a running store.
  ///
  /// - Parameter trace: The actions that led to a mismatch, from ``MigrationStore/trace(of:)``.
  /// - Returns: The counterexample; nil when both sides agree here, because the difference came from
  ///   outside of the slice.
  /// - Throws: Errors of making or copying the initial state.
  public func counterexample(
    in trace: ParityTrace<Action, Value>
  ) throws -> Counterexample<Action, Value>? {
    if let found = try counterexample(in: trace.actions, startingFrom: trace.start) { return found }
    if trace.reads.isEmpty { return nil }
    // The slices that this one reads had other values than in the initial state.
    return try startingWith(trace.reads)
      .counterexample(in: trace.actions, startingFrom: trace.start)
  }

  /// This check, from an initial state with given values of the slices that this one reads.
  private func startingWith(_ reads: [String: any Sendable]) -> ParityCheck {
    ParityCheck(slice, parity: options) { [self] in
      let state = try makeState()
      coordinator(ParityRecorder(options: options)).write(reads, to: state)
      return state
    }
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

  /// Tries random lists of actions until both sides differ, and shrinks the list that it finds.
  ///
  /// ```swift
  /// var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// let found = try check.explore(using: &generator) { random in
  ///   .setBrightness(.random(in: -1...2, using: &random))
  /// }
  /// ```
  ///
  /// A test uses a generator with a seed and prints the seed, so that a failure can be repeated.
  ///
  /// - Parameters:
  ///   - lists: The number of lists to try.
  ///   - length: The number of actions of each list.
  ///   - generator: The source of random numbers.
  ///   - action: Makes a random action.
  /// - Returns: The counterexample; nil when no list shows a difference.
  /// - Throws: Errors of making or copying the initial state.
  public func explore(
    lists: Int = 100, length: Int = 100, using generator: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> Counterexample<Action, Value>? {
    for _ in 0..<lists {
      let actions = (0..<length).map { _ in action(&generator) }
      if let found = try counterexample(in: actions) { return found }
    }
    return nil
  }
}

/// Reduces a list to a smaller one that still has a property, by delta debugging.
///
/// After A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002): the
/// algorithm leaves out parts of the list, larger ones first, as long as the rest has the property. The
/// result is 1-minimal: without any one of its elements it does not have the property.
///
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

// MARK: - Traces

/// The actions that led to the first mismatch of a slice, and the value of the slice before them.
public struct ParityTrace<Action: Sendable, Value: Sendable>: Sendable {
  /// The value of the slice before the first of the actions.
  public let start: Value
  /// The actions; both sides differ after the last.
  public let actions: [Action]
  /// The number of the first of the actions in its store.
  package let firstActionNumber: Int
  /// The values of the slices that the slice reads, by name, before the first of the actions.
  let reads: [String: any Sendable]
}

/// Keeps the latest actions of a slice, with a value to start from, until the first mismatch.
///
/// It keeps two windows and drops the older one when a third begins. At any time it holds between
/// one and two windows of history, and reads a value once per window.
struct TraceRecorder<Action: Sendable, Value: Sendable> {
  private struct Window {
    let start: Value
    let firstIndex: Int
    let reads: [String: any Sendable]
    var actions: [Action] = []
  }

  private let length: Int
  private var windows: [Window] = []
  private var isDone = false

  /// The values of the slices that the slice reads, before the next action.
  private var reads: [String: any Sendable] = [:]

  init(length: Int) {
    self.length = length
  }

  /// Whether the next action begins a window.
  private var isWindowFull: Bool { windows.last.map { $0.actions.count >= length } ?? true }

  /// Notes the values of the slices that the slice reads, before any slice reduces the next action.
  mutating func noteReads(_ values: () -> [String: any Sendable]) {
    if !isDone, isWindowFull { reads = values() }
  }

  /// Notes an action before it is reduced.
  mutating func note(_ action: Action, _ index: Int, value: () -> Value) {
    guard length > 0, !isDone else { return }
    if isWindowFull {
      if windows.count == 2 { windows.removeFirst() }
      windows.append(Window(start: value(), firstIndex: index, reads: reads))
    }
    windows[windows.count - 1].actions.append(action)
  }

  /// Returns the kept actions, oldest first, and keeps nothing from now on.
  mutating func finish() -> ParityTrace<Action, Value>? {
    defer {
      isDone = true
      (windows, reads) = ([], [:])
    }
    guard let first = windows.first else { return nil }
    return ParityTrace(
      start: first.start, actions: windows.flatMap(\.actions), firstActionNumber: first.firstIndex,
      reads: first.reads)
  }

  /// Drops all actions: the slice moved, so they no longer form a sequence.
  mutating func reset() {
    (windows, reads) = ([], [:])
  }
}
