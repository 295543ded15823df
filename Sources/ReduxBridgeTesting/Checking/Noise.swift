import ObjectGraph
import ReduxBridge
import ValueReflection

extension ActionJudge {
  /// Finds what the same input does not determine, on either side.
  ///
  /// There are two probes. *Purity*: each side reduces each action twice from the same pre-state, of
  /// which the old side receives a copy. *A/A*: each side runs against itself from a second initial
  /// state. A difference comes from outside of the input: a clock, a random number, a new UUID, the
  /// order of a set, a counter outside of the state.
  ///
  /// Two orders of a set may be the same by chance. The probes repeat until one finds something: a source of
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
    for case .slice(let slice) in steps {
      let probe = NoiseProbe(slice: slice.name, number: 0, type: "", recorder.options.redactor)
      found += slice.noise(probe, state, again)
    }
    for (index, action) in actions.enumerated() {
      coordinator.begin(index + 1)
      for step in steps {
        switch step {
        case .block(let block, _):
          block(state, action)
          block(again, action)
        case .slice(let slice):
          let probe = NoiseProbe(
            slice: slice.name, number: index + 1, type: recorder.options.actionType(action),
            recorder.options.redactor)
          found += slice.noise(probe, action, state, again, twin: try Graph.copy(state))
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

/// Compares two answers of one side of a slice after one action.
struct NoiseProbe {
  let slice: String
  let number: Int
  private let type: String
  private let redactor: Redactor

  init(slice: String, number: Int, type: String, _ redactor: Redactor) {
    (self.slice, self.number, self.type, self.redactor) = (slice, number, type, redactor)
  }

  func compare<Value: Equatable & Sendable>(
    _ side: Side, _ first: Value, _ second: Value
  ) -> [Finding] {
    guard first != second else { return [] }
    return redactor.differences(from: first, to: second)
      .map { finding(side, $0.path, $0.old, $0.new) }
  }

  func compareEffects(
    _ side: Side, _ first: [RequestedEffect]?, _ second: [RequestedEffect]?
  ) -> [Finding] {
    guard let first, let second else { return [] }
    return RequestedEffect.differences(legacy: first, value: second, by: .declared).map {
      let texts = $0.texts(by: redactor)
      return finding(side, $0.path, texts.legacy, texts.value)
    }
  }

  private func finding(
    _ side: Side, _ path: String, _ first: String, _ second: String
  ) -> Finding {
    Finding(
      .noise, in: slice, at: path, other: side.rawValue, after: number == 0 ? nil : type,
      number: number, legacy: first, value: second)
  }
}
