import ObjectGraph
import ReferenceRedux
import ValueRedux

extension ParityCheck {
  /// Finds what the same input does not determine, on either side, before anybody is blamed.
  ///
  /// Two probes are made. *Purity*: each side reduces each action twice from the same pre-state, of
  /// which the old side gets a copy. *A/A*: each side runs against itself from a second initial state.
  /// What differs comes from elsewhere: a clock, a random number, a new UUID, the order of a set, a
  /// counter that is kept outside of the state. A place that is noisy on one side cannot be compared; it
  /// takes a ``DifferenceRule/noise(at:on:because:)``, or better, the date or id in the action.
  ///
  /// What the reducers leave behind outside of the state is not reset between the runs: it is what the
  /// probes are after.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - start: The slice's value to start from; nil for that of the initial state.
  /// - Returns: The findings, in the order of the actions; empty when both sides are pure.
  /// - Throws: What making or copying the state throws.
  /// - Complexity: One copy of the whole state per action.
  public func noise(
    after actions: some Sequence<Action>, startingFrom start: Value? = nil
  ) throws -> [Noise] {
    let state = try initialState(from: start)
    let again = try initialState(from: start)
    var found = noise(
      initial: slice.projection.read(state), again: slice.projection.read(again))
    for (index, action) in actions.enumerated() {
      let probe = NoiseProbe(
        index: index + 1, type: options.actionType(action), redactor: options.redactor)
      found += try noise(probe, action, state, again)
    }
    return found
  }

  /// Where two initial states differ, which should be one.
  private func noise(initial: Value, again: Value) -> [Noise] {
    NoiseProbe(index: 0, type: "", redactor: options.redactor)
      .compare(.legacy, initial, again)
  }

  /// Reduces one action on three copies of the old side and up to three of the new one.
  private func noise(
    _ probe: NoiseProbe, _ action: Action, _ state: State, _ again: State
  ) throws -> [Noise] {
    let before = slice.projection.read(state)
    let beforeAgain = slice.projection.read(again)
    let twin = try Graph.copy(state)

    let value = reduced(before, action, probe.index)
    var found = probe.compare(.value, value, reduced(before, action, probe.index))
    found += probe.compareEffects(
      .value, { slice.effects?.value(value, action) }, { slice.effects?.value(value, action) })

    let answers = [state, twin, again].map { state in
      for block in slice.legacy { block(state, action) }
      return slice.projection.read(state)
    }
    found += probe.compare(.legacy, answers[0], answers[1])
    found += probe.compareEffects(
      .legacy, { slice.effects?.legacy(state, action) }, { slice.effects?.legacy(twin, action) })
    // The second run counts for as long as it comes from the same pre-state.
    if before == beforeAgain, found.isEmpty {
      found += probe.compare(.value, value, reduced(beforeAgain, action, probe.index))
      found += probe.compare(.legacy, answers[0], answers[2])
    }
    return found
  }

  private func reduced(_ value: Value, _ action: Action, _ index: Int) -> Value {
    var value = value
    slice.reducer.reduce(&value, action, number: ActionNumber(UInt64(index)))
    return value
  }

  // MARK: Before anybody is blamed

  /// The mismatches, those at a place that is noisy after the same type of action being held to be noise.
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

/// Compares what should be the same twice after one action.
private struct NoiseProbe {
  let index: Int
  let type: String
  let redactor: Redactor

  func compare<Value: Equatable & Sendable>(
    _ side: Side, _ first: Value, _ second: Value
  ) -> [Noise] {
    guard first != second else { return [] }
    return SliceComparison.stateDifferences(first, second, redactor)
      .map { noise(side, $0.path, $0.legacy, $0.value) }
  }

  func compareEffects(
    _ side: Side, _ first: () -> [SliceEffect]?, _ second: () -> [SliceEffect]?
  ) -> [Noise] {
    guard let first = first(), let second = second() else { return [] }
    return (0..<max(first.count, second.count)).compactMap { position in
      let old = position < first.count ? first[position] : nil
      let new = position < second.count ? second[position] : nil
      if let old, let new, old.isSame(as: new) { return nil }
      let path = "effects.\(position)"
      return noise(
        side, path, redactor.text(of: old?.description, at: path),
        redactor.text(of: new?.description, at: path))
    }
  }

  private func noise(_ side: Side, _ path: String, _ first: String, _ second: String) -> Noise {
    Noise(
      side: side, actionNumber: index, actionType: type, path: path, first: first, second: second)
  }
}

/// A place that the same input does not determine.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct Noise: Sendable, Equatable, CustomStringConvertible {
  /// The side whose answer was not the same twice.
  public let side: Side
  /// The number of the action, the first being 1; 0 for the initial state.
  public let actionNumber: Int
  /// The type of the action; empty for the initial state.
  public let actionType: String
  /// Where in the slice the two answers differ; empty for the whole.
  public let path: String
  /// What the first run gave.
  public let first: String
  /// What the second run gave.
  public let second: String

  /// The finding in one line.
  public var description: String {
    let moment =
      actionNumber == 0 ? "in the initial state" : "after action \(actionNumber) \(actionType)"
    return "\(side.rawValue) side: \(moment), \(path.isEmpty ? "as a whole" : "at \(path)"): "
      + "\(first), then \(second) from the same input"
  }

  /// Whether a mismatch may come from here: the same type of action, and one place inside the other.
  func explains(_ mismatch: Mismatch) -> Bool {
    guard actionNumber == 0 || actionType == mismatch.actionType else { return false }
    let mine = Mismatch.pattern(of: path).split(separator: ".")
    let other = mismatch.pathPattern.split(separator: ".")
    return zip(mine, other).allSatisfy { $0 == $1 }
  }
}
