import ReduxBridge
import ReferenceRedux

extension MigrationCheck {
  /// Visits every state as ``ParityCheck/exhaust(_:depth:limit:cores:identifying:)`` does, and compares both sides
  /// of every slice on every transition, with the blocks in the order of the entries.
  public func exhaust(
    _ actions: [Action], depth: Int, limit: Int = 1_000_000, cores: Int? = nil,
    identifying identified: Set<String> = []
  ) throws -> ExhaustiveReport<Action> {
    let bounds = SearchBounds(depth, limit, cores, actions.count)
    return try exhaust(actions, bounds, identifying: identified)
  }

  /// Visits the states, and judges one slice, or all.
  func exhaust(
    _ actions: [Action], _ bounds: SearchBounds, identifying identified: Set<String>,
    judging name: String? = nil
  ) throws -> ExhaustiveReport<Action> {
    var judges: [ActionJudge<State, Action>] = []
    func makeJudge(of name: String?) -> ActionJudge<State, Action> {
      ActionJudge(entries, recorder: ParityRecorder(options: options), judging: name)
    }
    let search = ClassSearch<State, SliceFinding>(
      actionCount: actions.count, bounds: bounds, identified: identified, makeState: makeState,
      makeReduce: {
        let judge = makeJudge(of: name)
        judges.append(judge)
        return judge.reduction(of: actions, named: options.actionType)
      })
    let names =
      name.map { [$0] }
      ?? entries.compactMap { entry in
        if case .slice(let slice) = entry.content { slice.name } else { nil }
      }
    let outcome = try search.run()
    let unexercised = SliceExercise.failures(
      of: .merging(judges, names), unchanged: unchanged)
    return ExhaustiveReport(
      outcome, of: names, actions, bounds, identifying: identified,
      losses: try search.losses().filter { !excused.contains($0) }, unexercised: unexercised,
      options: options
    ) { finding, path in
      // A second run from a new state names the block, if the finding is a write.
      var named: SliceFinding?
      if let state = try? makeState() {
        let reduce = makeJudge(of: finding.slice).reduction(of: path, named: options.actionType)
        for index in path.indices { named = reduce(state, index, index + 1) }
      }
      let shown = named ?? finding
      return (shown.mismatch(after: path, options), nil, shown.findings.masks)
    }
  }
}

extension ActionJudge {
  /// Returns what reduces the action at a position on both sides.
  func reduction(
    of actions: [Action], named typeName: (Action) -> String
  ) -> (State, _ action: Int, _ number: Int) -> SliceFinding? {
    let types = actions.map(typeName)
    return { state, action, number in
      finding(after: actions[action], ofType: types[action], number: number, state)
    }
  }
}
