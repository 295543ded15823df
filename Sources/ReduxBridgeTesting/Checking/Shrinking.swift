import ReduxBridge

/// Finds a smallest list of actions after which both sides differ as they do after a given one.
///
/// It leaves out actions, and replaces them by simpler ones, as long as the same subject differs at a similar path,
/// after the same type of action. It leaves out the values to start from if the initial state shows the difference too.
/// Positions in paths do not count: they change when earlier elements are left out.
///
/// Simpler are smaller numbers, shorter strings and ids seen elsewhere in the list, in the encoded form
/// of an action. Of actions that are not `Codable`, only the list becomes shorter.
///
/// - Complexity: O(*n*²) runs in the worst case, *n* being the number of actions up to the first mismatch; O(log *n*)
///   runs when few actions are needed. Replacing actions ends after 50,000 reduced actions at the latest.
final class CounterexampleSearch<State: AnyObject & Codable, Action: Sendable> {
  private let run: CheckRun<State, Action>
  private let original: Finding
  private let list: ActionSource<Action>.List
  private let simpler: SimplerActions<Action>
  /// The values to start from.
  private var start: [String: any Sendable]
  /// The redactor of the latest run that showed the difference, which masks what it saw.
  private var redactor: Redactor
  /// How many more actions may be reduced by trials of simpler lists.
  private var budget = 0

  init(
    _ run: CheckRun<State, Action>, for original: Finding, in list: ActionSource<Action>.List
  ) {
    (self.run, self.original, self.list, start) = (run, original, list, list.start)
    (simpler, redactor) = (SimplerActions(list.actions), run.options.redactor)
  }

  /// Returns the smallest list.
  ///
  /// Leaving out one action at a time ends too early where actions depend on each other: where an element
  /// is known by an id that the state hands out, every earlier element is needed. So once no action can be
  /// left out, simpler actions and two at once are tried, and then single ones again.
  func smallest() throws -> Counterexample<Action> {
    let shown = Array(list.actions.prefix(original.actionNumber))
    // A second run from a new state: what it does not show depends on more than the state.
    let isReproducible = try similar(shown)?.actionNumber == original.actionNumber
    if !start.isEmpty {
      start = [:]
      if try similar(shown) == nil { start = list.start }
    }
    var actions = try shrunk(shown, whileKeeping: isShown)
    // 200 lists for one action.
    budget = min(50_000, 200 * actions.count * actions.count * actions.count)
    while let better = try improved(actions) { actions = try shrunk(better, whileKeeping: isShown) }
    // Noise may not occur again; then the list is reported as it was found.
    let again = try similar(actions)
    if again == nil { (actions, start) = (shown, list.start) }
    let value = start[original.slice]
    if let value { redactor = redactor.masking(redactor.masks(in: value, at: "")) }
    var finding = again ?? original
    finding.action = redactor.text(of: actions[finding.actionNumber - 1], at: "action")
    return Counterexample(
      actions, finding: finding, isReproducible: isReproducible && again != nil, start: value,
      shrunkFrom: list.actions.count, redactor)
  }

  /// The first difference of the kind that a list shows.
  private func similar(_ actions: [Action]) throws -> Finding? {
    let judge = run.makeJudge(of: original.subject == .claim ? nil : original.slice)
    let found = try judge.judge(
      actions, from: run.initialState(start), until: original.isSimilar
    ).first(where: original.isSimilar)
    if found != nil { redactor = judge.recorder.redactor }
    return found
  }

  private func isShown(_ actions: [Action]) throws -> Bool { try similar(actions) != nil }

  /// Returns a simpler list that shows the difference; nil when none was found.
  private func improved(_ list: [Action]) throws -> [Action]? {
    for action in list.indices {
      let rest = list.removing(action)
      for edit in simpler.lowerings(of: rest) {
        if let shorter = simpler.applying(edit, to: rest), try tries(shorter) { return shorter }
      }
    }
    // In all actions, so that ids still agree, and then in one.
    for places in [list.indices] + list.indices.map({ $0..<$0 + 1 }) {
      for edits in simpler.edits(of: Array(list[places])) {
        let edited = try smallest(edits) { edit in
          simpler.applying(edit, to: Array(list[places])).map {
            list[..<places.lowerBound] + $0 + list[places.upperBound...]
          }
        }
        if let edited { return edited }
      }
    }
    for index in list.indices {
      for candidate in simpler.candidates(for: list[index]) {
        let changed = list[..<index] + [candidate] + list[(index + 1)...]
        if try tries(Array(changed)) { return Array(changed) }
      }
    }
    for second in list.indices {
      for first in 0..<second {
        let rest = list.removing(second).removing(first)
        if try tries(rest) { return rest }
      }
    }
    return nil
  }

  /// Returns the list by the first of some changes that keeps the difference, or by a smaller one that is found
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

  private func tries(_ list: [Action]) throws -> Bool {
    guard budget >= list.count, budget > 0 else { return false }
    budget -= list.count
    return try isShown(list)
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

extension Array {
  fileprivate func removing(_ index: Int) -> [Element] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
