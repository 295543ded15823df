package import ObjectGraph
import ReduxBridge

/// Tries lists of actions: random ones, and extensions of those that led to a new class of states.
///
/// Half of the budget goes to random lists, so that no difference takes much more than twice as many
/// actions as with random lists alone; three quarters once nothing new has shown for long. Most of the
/// rest extends the lists that led to the traits seen least, in turn: a state that a wrong action leaves
/// at once is seldom seen, and so is tried often. Pairs of actions are not followed: there are always new
/// ones, and following them leads away from new states.
package struct GuidedSearch<State: AnyObject & Codable, Action: Sendable> {
  /// A list that led to a new class of states.
  private final class Cell {
    let actions: [Action]
    /// Which start state they begin with.
    let start: Int
    /// A copy of the state after the actions; nil when copies are not used.
    var state: State?
    var tries = 0

    init(_ actions: [Action], from start: Int, _ state: State?) {
      (self.actions, self.start, self.state) = (actions, start, state)
    }
  }

  /// How often a trait was seen or tried, and the first list that led to it.
  private struct Rarity {
    var score = 0
    let cell: Cell
  }

  private enum Mode { case uniform, swarm, extending }

  private let budget: Int
  private let length: Int
  private let typeName: (Action) -> String
  private let makeState: () throws -> State
  /// Reduces an action; whether both sides agree.
  private let reduce: (State, Action, _ type: String, _ number: Int) throws -> Bool
  /// Digests the class of a state.
  private let stateClass: (State) throws -> StateClass
  private let copier = GraphCopier<State>()

  /// The number of actions that were reduced, those of restored prefixes included.
  package private(set) var spent = 0
  private var spentUniformly = 0
  private var spentOnSwarms = 0
  private(set) var coverage = ActionCoverage()
  private var cells: [Cell] = []
  /// The position of the list of each class; -1 for one whose list is not kept.
  private var cellOfClass: [GraphFingerprint: Int] = [:]
  private var rarities: [UInt64: Rarity] = [:]
  private var usesCopies = true
  /// The number of actions that were reduced before the latest new trait.
  private var spentBeforeNewTrait = 0

  /// Makes each start state of a new initial state; the first leaves it as it is.
  var starts: [(State) -> Void] = [{ _ in }]
  /// The start state of the present list.
  private(set) var start = 0
  /// Changes the payloads of an action that is drawn for a state.
  var vary: (Action, State, inout any RandomNumberGenerator) -> Action = { action, _, _ in action }
  /// Reads a state before an action; the result returns, after the action, whether the state changed.
  var watch: (State) -> () -> Bool = { _ in { false } }

  package init(
    budget: Int, length: Int, typeName: @escaping (Action) -> String,
    makeState: @escaping () throws -> State,
    stateClass: @escaping (State) throws -> StateClass = { try Graph.stateClass(of: $0) },
    reduce: @escaping (State, Action, String, Int) throws -> Bool
  ) {
    (self.budget, self.length, self.typeName) = (budget, max(1, length), typeName)
    (self.makeState, self.stateClass, self.reduce) = (makeState, stateClass, reduce)
  }

  var stateClassCount: Int { cellOfClass.count }

  /// Restores states by reducing their actions again from now on.
  mutating func useNoCopies() {
    usesCopies = false
    for cell in cells { cell.state = nil }
    for rarity in rarities.values { rarity.cell.state = nil }
  }

  /// Returns the next list after which both sides differ; nil when the budget is spent.
  package mutating func next(
    using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    while spent < budget {
      let before = spent
      let mode = nextMode()
      let list =
        mode == .extending
        ? try extend(using: &random, action: action)
        : try run(mode, using: &random, action: action)
      if mode == .uniform { spentUniformly += spent - before }
      if mode == .swarm { spentOnSwarms += spent - before }
      if let list { return list }
    }
    return nil
  }

  private func nextMode() -> Mode {
    let isStalled =
      spent - spentBeforeNewTrait > SearchTuning.leastStall + spent / SearchTuning.stallPart
    let share = isStalled ? SearchTuning.stalledUniformShare : SearchTuning.uniformShare
    if cells.isEmpty || Double(spentUniformly) <= Double(spent) * share { return .uniform }
    return spentOnSwarms * SearchTuning.swarmPart <= spent - spentUniformly ? .swarm : .extending
  }

  /// Runs a random list from the initial state.
  private mutating func run(
    _ mode: Mode, using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    let isVaried = starts.count > 1 && Bool.random(using: &random)
    start = isVaried ? Int.random(in: 1..<starts.count, using: &random) : 0
    let state = try startState()
    var list: [Action] = []
    try note(state, list)
    let left = mode == .swarm ? coverage.someTypes(using: &random) : nil
    while list.count < length, spent < budget {
      let next = draw(for: state, leaving: left, using: &random, action: action)
      if try !step(state, next, &list) { return list }
      try note(state, list)
    }
    return nil
  }

  /// Extends a list that led to a new class of states, as long as further ones follow.
  private mutating func extend(
    using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    let cell =
      Int.random(in: 0..<SearchTuning.leastTriedPart, using: &random) == 0
      ? cellTriedLeast(using: &random) : cellSeenLeast() ?? cellTriedLeast(using: &random)
    cell.tries += 1
    var list = cell.actions
    let state = try restored(cell)
    let left =
      Bool.random(using: &random) ? nil : coverage.someTypes(using: &random)
    var rest = SearchTuning.extensions[
      Int.random(in: 0..<SearchTuning.extensions.count, using: &random)]
    while rest > 0, spent < budget {
      rest -= 1
      let next = draw(for: state, leaving: left, using: &random, action: action)
      if try !step(state, next, &list) { return list }
      if try note(state, list) { rest = max(rest, SearchTuning.extensionAfterNew) }
    }
    return nil
  }

  private mutating func step(
    _ state: State, _ action: Action, _ list: inout [Action]
  ) throws -> Bool {
    let type = typeName(action)
    list.append(action)
    spent += 1
    let hasChanged = watch(state)
    let agrees = try reduce(state, action, type, list.count)
    coverage.note(type, isChange: hasChanged())
    return agrees
  }

  /// Keeps a list that led to a new class of states, or to a known one in fewer actions.
  ///
  /// - Returns: Whether the class is new.
  @discardableResult
  private mutating func note(_ state: State, _ list: [Action]) throws -> Bool {
    let stateClass = try stateClass(state)
    let known = cellOfClass[stateClass.fingerprint]
    var cell: Cell?
    if let known {
      if known >= 0, cells[known].actions.count > list.count {
        let shorter = try makeCell(list, state)
        shorter.tries = cells[known].tries
        cells[known] = shorter
        cell = shorter
      }
    } else {
      cellOfClass[stateClass.fingerprint] = cells.count < SearchTuning.capacity ? cells.count : -1
      if cells.count < SearchTuning.capacity {
        let new = try makeCell(list, state)
        cells.append(new)
        cell = new
      }
    }
    try note(stateClass.traits, state, list, cell)
    return known == nil
  }

  /// Counts traits, and keeps the first list to each.
  private mutating func note(
    _ traits: Set<UInt64>, _ state: State, _ list: [Action], _ cell: Cell?
  ) throws {
    var cell = cell
    for trait in traits {
      guard rarities[trait] == nil else {
        rarities[trait]?.score += 1
        continue
      }
      guard rarities.count < SearchTuning.capacity else { continue }
      spentBeforeNewTrait = spent
      let first = try cell ?? makeCell(list, state)
      cell = first
      rarities[trait] = Rarity(score: 1, cell: first)
    }
  }

  private func makeCell(_ list: [Action], _ state: State) throws -> Cell {
    Cell(list, from: start, usesCopies ? try copier.copy(state) : nil)
  }

  /// The list to the trait that was seen and tried least.
  private mutating func cellSeenLeast() -> Cell? {
    guard let least = rarities.min(by: { ($0.value.score, $0.key) < ($1.value.score, $1.key) })
    else { return nil }
    rarities[least.key]?.score += 1
    return least.value.cell
  }

  /// One of the lists that were extended least, half of the time among the latest.
  private func cellTriedLeast(using random: inout any RandomNumberGenerator) -> Cell {
    let first =
      Bool.random(using: &random) ? cells.count - max(1, cells.count / SearchTuning.latestPart) : 0
    var least = cells[Int.random(in: first..<cells.count, using: &random)]
    for _ in 1..<SearchTuning.candidates {
      let other = cells[Int.random(in: first..<cells.count, using: &random)]
      if other.tries < least.tries { least = other }
    }
    return least
  }

  private mutating func restored(_ cell: Cell) throws -> State {
    start = cell.start
    if let state = cell.state { return try copier.copy(state) }
    let state = try startState()
    for (place, action) in cell.actions.enumerated() {
      spent += 1
      _ = try reduce(state, action, typeName(action), place + 1)
    }
    return state
  }

  private func startState() throws -> State {
    let state = try makeState()
    starts[start](state)
    return state
  }

  private func draw(
    for state: State, leaving left: Set<String>?, using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) -> Action {
    var drawn = action(&random)
    for _ in 0..<SearchTuning.redraws where left?.contains(typeName(drawn)) == true {
      drawn = action(&random)
    }
    return vary(drawn, state, &random)
  }
}

/// The numbers of a guided search.
///
/// They decide when a difference is found, not whether: random lists reach all.
private enum SearchTuning {
  /// The lists that are kept, and the traits that are followed: the keys of a state may be any number of
  /// texts, and a copy of a state is held for each.
  static let capacity = 4_096
  /// Half, so that no difference takes more than twice as many actions as with random lists alone.
  static let uniformShare = 0.5
  /// Where nothing new shows, random lists are as good as any; a quarter stays for what is still to come.
  static let stalledUniformShare = 0.75
  /// Nothing new shows when no trait did for as many actions, some twenty random lists.
  static let leastStall = 2_000
  /// And for this part of all: the later, the rarer is what is new.
  static let stallPart = 4
  /// This part of the others goes to lists of some types, which find what other types undo.
  static let swarmPart = 4
  /// One in so many extends a list that was tried least, so that one without a rare trait has a turn.
  static let leastTriedPart = 4
  /// How many actions an extension has: a step needs one, and what hides a step a few.
  static let extensions = [1, 2, 4]
  /// How many follow a new class of states: the next step is often near.
  static let extensionAfterNew = 4
  /// The lists of this part of all are the latest, which led the farthest.
  static let latestPart = 4
  /// The list tried least of so many: the least of all would be looked for through all.
  static let candidates = 4
  /// How often an action of a type that is left out is drawn again: all types may be.
  static let redraws = 16
}

/// The types of actions that a search reduced.
struct ActionCoverage {
  private(set) var types: [String] = []
  /// How many actions of each type were reduced, and how many of them changed something.
  private(set) var counts: [String: (reduced: Int, changed: Int)] = [:]

  mutating func note(_ type: String, isChange: Bool) {
    if !types.contains(type) { types.append(type) }
    counts[type, default: (0, 0)].reduced += 1
    if isChange { counts[type]?.changed += 1 }
  }

  /// About half of the types that were seen so far.
  func someTypes(using random: inout any RandomNumberGenerator) -> Set<String> {
    var some: Set<String> = []
    for type in types where Bool.random(using: &random) { some.insert(type) }
    return some
  }
}
