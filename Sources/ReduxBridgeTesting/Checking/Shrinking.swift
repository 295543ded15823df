public import ReduxBridge
import ValueReflection

extension ParityCheck {
  /// Finds a smallest list of actions after which both sides differ as they do after a given one.
  ///
  /// The check leaves out actions, and replaces them by simpler ones, as long as the same subject differs
  /// at a similar path, after the same type of action. It leaves out the value to start from if the
  /// initial state shows the difference too. Positions in paths do not count: they change when earlier
  /// elements are left out.
  ///
  /// Simpler are smaller numbers, shorter strings and ids seen elsewhere in the list, in the encoded form
  /// of an action. Of actions that are not `Codable`, only the list becomes shorter.
  ///
  /// A difference that noise explains has the verdict `Mismatch.Verdict.noise`. The counterexample says
  /// *not reproduced* if a second run from a new state does not show the difference.
  ///
  /// - Parameters:
  ///   - actions: A list of actions.
  ///   - start: The value of the slice to start from; nil for that of the initial state.
  /// - Returns: The counterexample, from which no action can be left out; nil when both sides agree
  ///   after each of the actions.
  /// - Throws: Errors of making or copying the initial state, and an error that says so when both sides
  ///   agree and no action exercised the slice.
  /// - Complexity: O(*n*²) runs in the worst case, *n* being the number of actions up to the first
  ///   mismatch; O(log *n*) runs when few actions are needed. Replacing actions ends after 200,000
  ///   reduced actions at the latest, and for one action after 200 runs.
  public func counterexample(
    in actions: [Action], startingFrom start: Value? = nil
  ) throws -> Counterexample<Action, Value>? {
    guard let original = try firstMismatch(after: actions, startingFrom: start) else { return nil }
    return try counterexample(in: actions, startingFrom: start, shrinking: original)
  }

  /// Finds a smallest list that shows a difference like one that a list shows.
  private func counterexample(
    in actions: [Action], startingFrom start: Value?, shrinking original: Mismatch
  ) throws -> Counterexample<Action, Value>? {
    var redactor = options.redactor
    func similar(_ actions: [Action], from start: Value?) throws -> Mismatch? {
      let found = try firstMismatch(
        after: actions, startingFrom: start, where: original.isSimilar)
      if found.mismatch != nil { redactor = found.recorder.redactor }
      return found.mismatch
    }
    let shown = Array(actions.prefix(original.actionNumber))
    // A second run from a new state: what it does not show depends on more than the state.
    let repeated = try similar(shown, from: start)
    let isReproducible = repeated?.actionNumber == original.actionNumber
    let neededStart = try similar(shown, from: nil) == nil ? start : nil
    let smallest = try ShrinkingList(simpler: SimplerActions(actions)) {
      try similar($0, from: neededStart) != nil
    }.smallest(of: shown)
    // Noise may not occur again; then the list is reported as it was found.
    let again = try similar(smallest, from: neededStart)
    let (list, from) = again == nil ? (shown, start) : (smallest, neededStart)
    var (mismatches, noise) = try judged([again ?? original], after: list, startingFrom: from)
    redactor = redactor.masking(redactor.masks(in: from, at: ""))
    mismatches[0].action = redactor.text(
      of: list[mismatches[0].actionNumber - 1], at: "action")
    return Counterexample(
      slice: slice.name, start: from, actions: list, shrunkFrom: actions.count,
      mismatch: mismatches[0], noise: noise, isReproducible: isReproducible && again != nil,
      redactor: redactor)
  }

  /// Finds a smallest counterexample for a mismatch of a running store: of the same subject, at a similar
  /// path, after the same type of action.
  ///
  /// - Parameter trace: The actions that led to a mismatch, from `MigrationStore.trace(of:)`.
  /// - Returns: The counterexample; nil when this difference does not show here, because it came from
  ///   outside of the slice.
  /// - Throws: Errors of making or copying the initial state.
  public func counterexample(
    in trace: ParityTrace<Action, Value>
  ) throws -> Counterexample<Action, Value>? {
    // The slices that this one reads may have had other values than in the initial state.
    for check in trace.reads.isEmpty ? [self] : [self, startingWith(trace.reads)] {
      let found = try check.firstMismatch(
        after: trace.actions, startingFrom: trace.start,
        where: trace.mismatch?.isSimilar ?? { _ in true })
      guard let original = found.mismatch else { continue }
      return try check.counterexample(
        in: trace.actions, startingFrom: trace.start, shrinking: original)
    }
    return nil
  }

  func allowingNoChange() -> ParityCheck {
    let excuses = unchanged.merging([slice.name: "a trace"]) { $1 }
    return ParityCheck(slice, parity: options, unchanged: excuses, initialState: makeState)
  }

  /// This check, from an initial state with given values of the slices that this one reads.
  private func startingWith(_ reads: [String: any Sendable]) -> ParityCheck {
    ParityCheck(
      slice, parity: options, unchanged: unchanged,
      initialState: makeCoordinator().writing(reads, to: makeState))
  }
}

// Without a conformance of `State`, which may be isolated, this may send its type to any thread.
extension MigrationCoordinator {
  fileprivate func writing(
    _ values: [String: any Sendable], to makeState: @escaping @Sendable () throws -> State
  ) -> @Sendable () throws -> State {
    {
      let state = try makeState()
      self.write(values, to: state)
      return state
    }
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
    if !isSmaller {
      if length == 1 { break }
      parts = min(rest.count, parts * 2)
    }
  }
  return rest
}

/// Shrinks a list of actions that has a property.
///
/// Leaving out one action at a time ends too early where actions depend on each other: where an element
/// is known by an id that the state hands out, every earlier element is needed. So once no action can be
/// left out, simpler actions and two at once are tried, and then single ones again.
private final class ShrinkingList<Action: Sendable> {
  private let simpler: SimplerActions<Action>
  private let hasProperty: ([Action]) throws -> Bool
  /// How many more actions may be reduced by trials of simpler lists.
  private var budget = 200_000
  /// How many more lists may be tried: 200 for one action.
  private var trials = 0

  init(simpler: SimplerActions<Action>, hasProperty: @escaping ([Action]) throws -> Bool) {
    (self.simpler, self.hasProperty) = (simpler, hasProperty)
  }

  func smallest(of list: [Action]) throws -> [Action] {
    var list = try shrunk(list, whileKeeping: hasProperty)
    trials = 200 * list.count * list.count
    while let better = try improved(list) {
      list = try shrunk(better, whileKeeping: hasProperty)
    }
    return list
  }

  /// Returns a simpler list with the property; nil when none was found.
  private func improved(_ list: [Action]) throws -> [Action]? {
    for action in list.indices {
      let rest = list.removing(action)
      for edit in simpler.lowerings(of: rest) {
        if let shorter = simpler.applying(edit, to: rest), try tries(shorter) { return shorter }
      }
    }
    for edits in simpler.edits(of: list) {
      if let edited = try smallest(edits, { simpler.applying($0, to: list) }) { return edited }
    }
    for index in list.indices {
      func changed(_ edit: SimplerActions<Action>.Edit) -> [Action]? {
        guard let action = simpler.applying(edit, to: [list[index]]) else { return nil }
        return list[..<index] + action + list[(index + 1)...]
      }
      for edits in simpler.edits(of: [list[index]]) {
        if let edited = try smallest(edits, changed) { return edited }
      }
      for candidate in simpler.candidates(for: list[index]) {
        var changed = list
        changed[index] = candidate
        if try tries(changed) { return changed }
      }
    }
    if let shorter = try withoutRepeats(list) { return shorter }
    for second in list.indices {
      for first in 0..<second {
        let rest = list.removing(second).removing(first)
        if try tries(rest) { return rest }
      }
    }
    return nil
  }

  /// Returns the list by the first of some changes that keeps the property, or by a smaller one that is found
  /// by halves between it and the change before.
  private func smallest(
    _ edits: [SimplerActions<Action>.Edit],
    _ applying: (SimplerActions<Action>.Edit) -> [Action]?
  ) throws -> [Action]? {
    var low: SimplerActions<Action>.Edit?
    for var high in edits {
      guard var found = applying(high), try tries(found) else {
        low = high
        continue
      }
      while let failed = low, let edit = simpler.middle(failed, high), let list = applying(edit) {
        if try tries(list) { (high, found) = (edit, list) } else { low = edit }
      }
      return found
    }
    return nil
  }

  /// Leaves out several actions that are alike, as additions are, while another action becomes simpler.
  private func withoutRepeats(_ list: [Action]) throws -> [Action]? {
    for repeats in simpler.repeats(in: list) {
      for index in list.indices where !repeats.contains(index) {
        for candidate in simpler.candidates(for: list[index]).prefix(8) {
          for kept in 0..<repeats.count {
            let dropped = Set(repeats.dropFirst(kept))
            var shorter: [Action] = []
            for place in list.indices where !dropped.contains(place) {
              shorter.append(place == index ? candidate : list[place])
            }
            if try tries(shorter) { return shorter }
          }
        }
      }
    }
    return nil
  }

  private func tries(_ list: [Action]) throws -> Bool {
    guard budget >= list.count, trials > 0 else { return false }
    budget -= list.count
    trials -= 1
    return try hasProperty(list)
  }
}

extension Array {
  fileprivate func removing(_ index: Int) -> [Element] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
