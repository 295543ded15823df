import ObjectGraph
import ReduxBridge
import ReferenceRedux

extension ParityCheck {
  /// Looks for a list of actions after which both sides differ, and shrinks the list that it finds.
  ///
  /// ```swift
  /// var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  /// let found = try check.explore(using: &generator) { random in
  ///   .setBrightness(.random(in: -1...2, using: &random))
  /// }
  /// ```
  ///
  /// A test uses a generator with a seed and prints the seed, so that a failure can be repeated. The
  /// search is that of ``search(_:budget:length:payloads:using:)``, which also says what it reached.
  ///
  /// - Parameters:
  ///   - lists: The number of lists to try, if all had the full length.
  ///   - length: The number of actions of a random list.
  ///   - payloads: What to put in the place of some payloads; nil for nothing.
  ///   - generator: The source of random numbers.
  ///   - action: Makes a random action.
  /// - Returns: The counterexample; nil when no list shows a difference.
  /// - Throws: Errors of making, copying or encoding a state, and an error that names them when no list
  ///   shows a difference and there are fields of the slice that no action wrote.
  public func explore(
    lists: Int = 100, length: Int = 100, payloads: Payloads? = nil,
    using generator: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> Counterexample<Action, Value>? {
    let report = try search(
      budget: lists * length, length: length, payloads: payloads, using: &generator,
      action: action)
    if report.counterexample == nil, !report.failures.isEmpty {
      throw VacuousCheckError(report.failures)
    }
    return report.counterexample
  }

  /// The search of the public methods, with a closure that makes a random action.
  package func search(
    budget: Int = 10_000, length: Int = 100, payloads: Payloads? = nil,
    using generator: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> GuidedReport<Action, Value> {
    let judge = makeJudge()
    var search = GuidedSearch<State, Action>(
      budget: budget, length: length, typeName: options.actionType, makeState: makeState,
      reduce: { state, action, type, number in
        judge.finding(after: action, ofType: type, number: number, state) == nil
      })
    var draws = PayloadDraws<Action>(payloads ?? Payloads())
    let (projection, typeName) = (slice.projection, options.actionType)
    search.watch = { state in
      let before = projection.read(state)
      return { projection.read(state) != before }
    }
    if payloads != nil {
      search.vary = { action, state, random in
        draws.varied(
          action, ofType: typeName(action), ids: ids(in: projection.read(state)), using: &random)
      }
    }
    while let list = try search.next(using: &generator, action: action) {
      if var found = try allowingNoChange().counterexample(in: list) {
        found.addOrigins(of: payloads)
        return report(search, found, judge, neverTried: payloads == nil ? [] : draws.neverTried)
      }
      search.useNoCopies()
    }
    return report(search, nil, judge, neverTried: payloads == nil ? [] : draws.neverTried)
  }

  /// Looks for a list of sample actions after which both sides differ, guided by what is new.
  ///
  /// At least half of the actions are in random lists. The others extend lists that led to what is new: another
  /// case of an enum, an optional that has a value, a collection or a number of another magnitude, or several of
  /// these together. What was seen least is extended most, at times by some types of actions alone. A
  /// difference that needs several actions in order is found in a fraction of the time, as long as each of them
  /// changes the state in such a way.
  ///
  /// The search uses copies of states. When a list that was found does not show the difference from a new
  /// initial state, it goes on without copies.
  ///
  /// - Parameters:
  ///   - samples: The actions to choose from; not empty.
  ///   - budget: The number of actions to reduce.
  ///   - length: The number of actions of a random list.
  ///   - payloads: What to put in the place of some payloads; nil for nothing.
  ///   - generator: The source of random numbers; the same numbers give the same run.
  /// - Returns: The reach of the search, and the smallest counterexample if there is one.
  /// - Throws: Errors of making, copying or encoding a state.
  /// - Complexity: Each action costs one traversal of the encoded state and two reads of the slice, and one
  ///   that leads to a new trait, or to a known one by a shorter list, a copy.
  public func search(
    _ samples: [Action], budget: Int = 10_000, length: Int = 100, payloads: Payloads? = nil,
    using generator: inout any RandomNumberGenerator
  ) throws -> GuidedReport<Action, Value> {
    guard !samples.isEmpty else { fatalError("A search needs at least one action.") }
    return try search(budget: budget, length: length, payloads: payloads, using: &generator) {
      random in
      samples[Int.random(in: 0..<samples.count, using: &random)]
    }
  }

  private func report(
    _ search: GuidedSearch<State, Action>, _ found: Counterexample<Action, Value>?,
    _ judge: ActionJudge<State, Action>, neverTried: [String]
  ) -> GuidedReport<Action, Value> {
    GuidedReport(
      slice: slice.name, counterexample: found, reduced: search.spent,
      actionTypes: Set(search.coverage.types), stateClasses: search.stateClassCount,
      expected: options.expectedActionTypes[slice.name] ?? [],
      unexercised: found == nil
        ? SliceExercise.failures(of: .merging([judge], [slice.name]), unchanged: unchanged) : [],
      counts: search.coverage.counts, neverTried: neverTried)
  }
}

/// The result of a guided search: the states and types of actions that it reached, and a counterexample.
public struct GuidedReport<Action: Sendable, Value: Sendable>: Sendable {
  let slice: String
  /// The smallest list of actions that shows a difference; nil if none was found.
  public let counterexample: Counterexample<Action, Value>?
  /// The number of actions that were reduced until the difference was found; those of shrinking do not
  /// count.
  package let reduced: Int
  /// The types of actions that were reduced.
  package let actionTypes: Set<String>
  /// The number of classes of states that were reached.
  package let stateClasses: Int
  let expected: Set<String>
  let unexercised: [String]
  /// How many actions of each type were reduced, and how many of them changed the slice.
  let counts: [String: (reduced: Int, changed: Int)]
  /// The boundaries of the types of payloads, and the literals, that no action had.
  let neverTried: [String]

  /// The reasons why the search fails, one sentence each; empty when it passes.
  ///
  /// They are what was found, or else the fields of the slice that no action wrote.
  public var failures: [String] {
    counterexample.map { ["\($0)"] } ?? unexercised
  }

  /// The declared types of actions that were never reduced, sorted.
  package var neverReached: [String] { expected.subtracting(actionTypes).sorted() }
}

extension GuidedReport: CustomStringConvertible {
  /// The reach of the search, and its counterexample.
  public var description: String {
    let types = actionTypes.union(expected).count
    var lines = [
      "\(slice): \(counted(reduced, "action")), \(actionTypes.count) of \(counted(types, "type")), "
        + (stateClasses == 1 ? "1 class of states" : "\(stateClasses) classes of states")
    ]
    let changes = counts.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.changed) of \($0.value.reduced)" }
    if !changes.isEmpty { lines.append("  changed  \(changes.joined(separator: ", "))") }
    if !neverTried.isEmpty {
      lines.append("Payloads never tried: \(neverTried.joined(separator: ", "))")
    }
    if !neverReached.isEmpty {
      lines.append("Never reached: \(neverReached.joined(separator: ", "))")
    }
    if !unexercised.isEmpty {
      lines += ["Not exercised:"] + unexercised.map { "  \($0)" }
    }
    lines.append(counterexample.map { "\($0)" } ?? "No difference was found.")
    return lines.joined(separator: "\n")
  }
}

extension [(name: String, exercise: SliceExercise)] {
  /// The exercise by several judges of the slices with some names; a slice that none reduced is not
  /// exercised.
  static func merging<State, Action>(
    _ judges: [ActionJudge<State, Action>], _ names: [String]
  ) -> Self {
    let all = judges.flatMap(\.exercises)
    return names.map { name in
      let own = all.filter { $0.name == name }.map(\.exercise)
      return (name, own.dropFirst().reduce(into: own.first ?? SliceExercise(())) { $0.merge($1) })
    }
  }
}
