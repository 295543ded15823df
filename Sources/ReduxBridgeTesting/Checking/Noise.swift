import ObjectGraph
import ReduxBridge
import ValueReflection

extension ActionJudge {
  /// Finds what the same input does not determine, on either side.
  ///
  /// Both sides reduce each action three times: on the state, on a copy of it, and from a second initial
  /// state. A difference comes from outside of the input: a clock, a random number, a new UUID, the
  /// order of a set, a counter outside of the state.
  ///
  /// Two orders of a set may be the same by chance. The run repeats until it finds something: a source of
  /// noise that shows in every other run escapes eight runs once in 256 checks.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - runs: How often the actions run, at most.
  ///   - makeState: Makes the state to start from.
  /// - Returns: The findings of one run, in the order of the actions; empty when both sides are pure.
  /// - Throws: Errors of making or copying the state.
  func noise(
    after actions: [Action], runs: Int = 8, from makeState: () throws -> State
  ) throws -> [Finding] {
    for _ in 0..<runs {
      let found = try noiseOfOneRun(actions, makeState)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func noiseOfOneRun(
    _ actions: [Action], _ makeState: () throws -> State
  ) throws -> [Finding] {
    let (state, again) = try (makeState(), makeState())
    var found: [Finding] = []
    func look(
      at slice: any SliceJudging<State, Action>, _ action: Action? = nil, number: Int = 0,
      in states: [State]
    ) {
      let redactor = recorder.options.redactor
      for (side, difference) in slice.noise(action, in: states, redactor) {
        let texts = difference.texts(by: redactor)
        found.append(
          Finding(
            .noise, in: slice.name, at: difference.path, other: side.rawValue,
            after: action.map(recorder.options.actionType), number: number, legacy: texts.legacy,
            value: texts.value))
      }
    }
    for case .slice(let slice) in steps { look(at: slice, in: [state, again]) }
    for (index, action) in actions.enumerated() {
      coordinator.begin(index + 1)
      let states = [state, try Graph.copy(state), again]
      for step in steps {
        switch step {
        case .block(let block): for state in states { block.reduce(state, action) }
        case .slice(let slice): look(at: slice, action, number: index + 1, in: states)
        }
      }
    }
    return found
  }
}

extension Finding {
  /// Whether a mismatch may come from this noise: the same type of action, and one place inside the other.
  func explains(_ mismatch: Mismatch) -> Bool {
    guard slice == mismatch.slice, actionNumber == 0 || actionType == mismatch.actionType else {
      return false
    }
    let mine = DifferencePath.components(of: pathPattern)
    let other = DifferencePath.components(of: mismatch.pathPattern)
    return zip(mine, other).allSatisfy { $0 == $1 }
  }
}
