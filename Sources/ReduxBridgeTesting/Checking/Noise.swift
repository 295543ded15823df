import ObjectGraph
package import ReduxBridge
import ReferenceRedux
import ValueRedux
import ValueReflection

/// A place that the same input does not determine.
public struct Noise: Sendable, Equatable, CustomStringConvertible {
  /// The side that returned two different answers.
  package let side: Side
  /// The path in the slice at which the two answers differ; empty for the whole.
  package let path: String
  /// The number of the action, starting at 1; 0 for the initial state.
  package let actionNumber: Int
  package let actionType: String
  package let first: String
  package let second: String

  /// The finding in one line, with both answers as the redactor shows them.
  public var description: String {
    let moment =
      actionNumber == 0 ? "in the initial state" : "after action \(actionNumber) \(actionType)"
    return "\(side.rawValue) side: \(moment), \(path.isEmpty ? "as a whole" : "at \(path)"): "
      + "\(first), then \(second) from the same input"
  }

  /// Whether a mismatch may come from here: the same type of action, and one place inside the other.
  func explains(_ mismatch: Mismatch) -> Bool {
    guard actionNumber == 0 || actionType == mismatch.actionType else { return false }
    let mine = DifferencePath.components(of: Mismatch.pattern(of: path))
    let other = DifferencePath.components(of: mismatch.pathPattern)
    return zip(mine, other).allSatisfy { $0 == $1 }
  }
}

extension ParityCheck {
  /// Finds what the same input does not determine, on either side, before a side is held to be wrong.
  ///
  /// There are two probes. *Purity*: each side reduces each action twice from the same pre-state, of
  /// which the old side receives a copy. *A/A*: each side runs against itself from a second initial
  /// state. A difference comes from outside of the input: a clock, a random number, a new UUID, the
  /// order of a set, a counter outside of the state. A place that is noisy on one side cannot be
  /// compared; it needs a `DifferenceRule.noise(at:on:because:)` or, better, the date or id in the
  /// action.
  ///
  /// The check does not reset what the reducers change outside of the state: that is what the probes
  /// detect.
  ///
  /// Two orders of a set may be the same by chance. The check repeats both probes until it finds something:
  /// a source of noise that shows in every other run escapes eight runs once in 256 checks.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  ///   - runs: How often the actions run, at most.
  /// - Returns: The findings of one run, in the order of the actions; empty when both sides are pure.
  /// - Throws: Errors of making or copying the state.
  /// - Complexity: One copy of the whole state per action and run.
  public func noise(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil, runs: Int = 8
  ) throws -> [Noise] {
    let actions = Array(actions)
    for _ in 0..<runs {
      let found = try noiseOfOneRun(actions, start)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func noiseOfOneRun(_ actions: [Action], _ start: Value?) throws -> [Noise] {
    let state = try initialState(from: start)
    let again = try initialState(from: start)
    let initial = NoiseProbe(index: 0, type: "", redactor: options.redactor)
    var found = initial.compare(
      .legacy, slice.projection.read(state), slice.projection.read(again))
    let slices = makeCoordinator()
    let blocksRead = slice.listed.allReads.flatMap(\.legacy)
    for (index, action) in actions.enumerated() {
      let probe = NoiseProbe(
        index: index + 1, type: options.actionType(action), redactor: options.redactor)
      found += try noise(probe, action, state, again, slices, after: blocksRead)
    }
    return found
  }

  /// Reduces one action on three copies of the old side and up to three of the new one.
  private func noise(
    _ probe: NoiseProbe, _ action: Action, _ state: State, _ again: State,
    _ slices: MigrationCoordinator<State, Action>, after blocksRead: [ReduceBlock<State, Action>]
  ) throws -> [Noise] {
    for block in blocksRead {
      block(state, action)
      block(again, action)
    }
    let number = ActionNumber(UInt64(probe.index))
    func reduced(_ value: Value, in state: State) -> Value {
      slices.reduced(value, by: slice, action, number, reading: state)
    }
    let before = slice.projection.read(state)
    let beforeAgain = slice.projection.read(again)
    let twin = try Graph.copy(state)

    let value = reduced(before, in: state)
    var found = probe.compare(.value, value, reduced(before, in: state))
    let valueAgain = reduced(beforeAgain, in: again)
    found += probe.compareEffects(
      .value, { slice.effects?.value(value, action) }, { slice.effects?.value(value, action) })

    let answers = [state, twin, again].map { state in
      for block in slice.legacy { block(state, action) }
      return slice.projection.read(state)
    }
    found += probe.compare(.legacy, answers[0], answers[1])
    found += probe.compareEffects(
      .legacy, { slice.effects?.legacy(state, action) }, { slice.effects?.legacy(twin, action) })
    // The second run counts as long as it has the same pre-state.
    if found.isEmpty, before == beforeAgain {
      found += probe.compare(.value, value, valueAgain)
      found += probe.compare(.legacy, answers[0], answers[2])
    }
    return found
  }

  /// Returns the mismatches, with the verdict `noise` on those that noise explains.
  func judged(
    _ mismatches: [Mismatch], after actions: [Action], startingFrom start: Value?
  ) throws -> (mismatches: [Mismatch], noise: [Noise]) {
    guard !mismatches.isEmpty else { return ([], []) }
    let noise = try noise(after: actions, startingFrom: start)
    let judged = mismatches.map { mismatch in
      var mismatch = mismatch
      if noise.contains(where: { $0.explains(mismatch) }) { mismatch.verdict = .noise }
      return mismatch
    }
    return (judged, noise)
  }
}

/// Compares two answers of one side after one action.
private struct NoiseProbe {
  let index: Int
  let type: String
  let redactor: Redactor

  func compare<Value: Equatable & Sendable>(
    _ side: Side, _ first: Value, _ second: Value
  ) -> [Noise] {
    guard first != second else { return [] }
    return redactor.differences(from: first, to: second)
      .map { noise(side, $0.path, $0.old, $0.new) }
  }

  func compareEffects(
    _ side: Side, _ first: () -> [RequestedEffect]?, _ second: () -> [RequestedEffect]?
  ) -> [Noise] {
    guard let first = first(), let second = second() else { return [] }
    return RequestedEffect.differences(legacy: first, value: second, by: .declared)
      .map { $0.rendered(redactor) }.map { noise(side, $0.path, $0.legacy, $0.value) }
  }

  private func noise(_ side: Side, _ path: String, _ first: String, _ second: String) -> Noise {
    Noise(
      side: side, path: path, actionNumber: index, actionType: type, first: first, second: second)
  }
}
