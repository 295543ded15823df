package import ObjectGraph
import ReduxBridge

/// Tries lists of actions: random ones, and extensions of those that led to a new class of states.
///
/// Half of the budget goes to random lists, so that no difference takes much more than twice as many
/// actions as with random lists alone; three quarters once nothing new has shown for long. Most of the
/// rest extends the lists that led to the traits seen least, in turn: a state that a wrong action leaves
/// at once is seldom seen, and so is tried often. Pairs of actions are counted and not followed: there are
/// always new ones, and following them leads away from new states.
package struct GuidedSearch<State: AnyObject & Codable, Action: Sendable> {
  /// A list that led to a new class of states.
  private final class Cell {
    let actions: [Action]
    /// A copy of the state after the actions; nil when copies are not used.
    var state: State?
    var tries = 0

    init(_ actions: [Action], _ state: State?) {
      (self.actions, self.state) = (actions, state)
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

  /// The number of lists that are kept, and of traits that are followed: the keys of a state may be any
  /// number of texts.
  private static var capacity: Int { 4_096 }

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
    // Where nothing new shows, random lists are as good as any.
    let isStalled = spent - spentBeforeNewTrait > 2_000 + spent / 4
    let uniformShare = isStalled ? 0.75 : 0.5
    if cells.isEmpty || Double(spentUniformly) <= Double(spent) * uniformShare { return .uniform }
    return spentOnSwarms * 4 <= spent - spentUniformly ? .swarm : .extending
  }

  /// Runs a random list from the initial state.
  private mutating func run(
    _ mode: Mode, using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    let state = try makeState()
    var list: [Action] = []
    try note(state, list)
    coverage.begin(after: nil)
    let left = mode == .swarm ? coverage.someTypes(using: &random) : nil
    while list.count < length, spent < budget {
      let next = draw(leaving: left, using: &random, action: action)
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
      Int.random(in: 0..<4, using: &random) == 0
      ? cellTriedLeast(using: &random) : cellSeenLeast() ?? cellTriedLeast(using: &random)
    cell.tries += 1
    var list = cell.actions
    let state = try restored(cell)
    let left =
      Bool.random(using: &random) ? nil : coverage.someTypes(using: &random)
    var rest = 1 << Int.random(in: 0..<3, using: &random)
    coverage.begin(after: list.last.map(typeName))
    while rest > 0, spent < budget {
      rest -= 1
      let next = draw(leaving: left, using: &random, action: action)
      if try !step(state, next, &list) { return list }
      if try note(state, list) { rest = max(rest, 4) }
    }
    return nil
  }

  private mutating func step(
    _ state: State, _ action: Action, _ list: inout [Action]
  ) throws -> Bool {
    let type = typeName(action)
    coverage.note(type)
    list.append(action)
    spent += 1
    return try reduce(state, action, type, list.count)
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
      cellOfClass[stateClass.fingerprint] = cells.count < Self.capacity ? cells.count : -1
      if cells.count < Self.capacity {
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
      guard rarities.count < Self.capacity else { continue }
      spentBeforeNewTrait = spent
      let first = try cell ?? makeCell(list, state)
      cell = first
      rarities[trait] = Rarity(score: 1, cell: first)
    }
  }

  private func makeCell(_ list: [Action], _ state: State) throws -> Cell {
    Cell(list, usesCopies ? try copier.copy(state) : nil)
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
    let first = Bool.random(using: &random) ? cells.count - max(1, cells.count / 4) : 0
    var least = cells[Int.random(in: first..<cells.count, using: &random)]
    for _ in 0..<3 {
      let other = cells[Int.random(in: first..<cells.count, using: &random)]
      if other.tries < least.tries { least = other }
    }
    return least
  }

  private mutating func restored(_ cell: Cell) throws -> State {
    if let state = cell.state { return try copier.copy(state) }
    let state = try makeState()
    for (place, action) in cell.actions.enumerated() {
      spent += 1
      _ = try reduce(state, action, typeName(action), place + 1)
    }
    return state
  }

  private func draw(
    leaving left: Set<String>?, using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) -> Action {
    var drawn = action(&random)
    guard let left else { return drawn }
    for _ in 0..<16 where left.contains(typeName(drawn)) { drawn = action(&random) }
    return drawn
  }
}

/// The types of actions that a search reduced, and which followed which.
struct ActionCoverage {
  private(set) var types: [String] = []
  private(set) var pairs: Set<[String]> = []
  private var last: String?

  /// Begins a list, after an action of a type.
  mutating func begin(after type: String?) {
    last = type
  }

  mutating func note(_ type: String) {
    if !types.contains(type) { types.append(type) }
    if let last { pairs.insert([last, type]) }
    last = type
  }

  /// About half of the types that were seen so far.
  func someTypes(using random: inout any RandomNumberGenerator) -> Set<String> {
    var some: Set<String> = []
    for type in types where Bool.random(using: &random) { some.insert(type) }
    return some
  }
}
