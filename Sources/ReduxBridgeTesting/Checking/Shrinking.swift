import ReduxBridge

/// Finds a smallest list of actions after which both sides differ as they do after a given one.
///
/// It leaves out actions, and replaces them by simpler ones, as long as the same subject differs
/// at a similar path, after the same type of action. It leaves out the values to start from if the
/// initial state shows the difference too. Positions in paths do not count: they change when earlier
/// elements are left out.
///
/// Simpler are smaller numbers, shorter strings and ids seen elsewhere in the list, in the encoded form
/// of an action. Of actions that are not `Codable`, only the list becomes shorter.
///
/// - Complexity: O(*n*²) runs in the worst case, *n* being the number of actions up to the first
///   mismatch; O(log *n*) runs when few actions are needed. Replacing actions ends after 200,000
///   reduced actions at the latest.
struct CounterexampleSearch<State: AnyObject & Codable, Action: Sendable> {
  private let run: CheckRun<State, Action>
  private let original: Finding

  init(_ run: CheckRun<State, Action>, for original: Finding) {
    (self.run, self.original) = (run, original)
  }

  /// Returns the smallest list; nil if the difference has no actions.
  func smallest(in list: ActionSource<Action>.List) throws -> Counterexample<Action> {
    let shown = Array(list.actions.prefix(original.actionNumber))
    // A second run from a new state: what it does not show depends on more than the state.
    let repeated = try similar(shown, list.start)
    let isReproducible = repeated?.actionNumber == original.actionNumber
    let isStartNeeded = try !list.start.isEmpty && similar(shown, [:]) == nil
    let start = isStartNeeded ? list.start : [:]
    let smallest = try ShrinkingList(simpler: SimplerActions(list.actions)) {
      try similar($0, start) != nil
    }.smallest(of: shown)
    // Noise may not occur again; then the list is reported as it was found.
    let again = try similar(smallest, start)
    let isKept = again == nil
    let (actions, value) = (
      isKept ? shown : smallest, (isKept ? list.start : start)[original.slice]
    )
    var redactor = run.redactor
    if let value { redactor = redactor.masking(redactor.masks(in: value, at: "")) }
    var finding = again ?? original
    finding.action = redactor.text(of: actions[finding.actionNumber - 1], at: "action")
    return Counterexample(
      actions, finding: finding, isReproducible: isReproducible && !isKept, start: value,
      shrunkFrom: list.actions.count, redactor)
  }

  private func similar(_ actions: [Action], _ start: [String: any Sendable]) throws -> Finding? {
    try run.first(like: original, in: actions, from: start)
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
