import ObjectGraph
import ReduxBridge

/// Tries lists of actions: random ones, and extensions of those that led to a new trait of the state.
///
/// Half of the budget goes to random lists, so that no difference takes much more than twice as many
/// actions as with random lists alone. The rest extends the list to the trait that was seen and tried
/// least: a state that a wrong action leaves at once is seldom seen, and so is tried often. Pairs of
/// actions are not followed: there are always new ones, and following them leads away from new states.
struct GuidedSearch<State: AnyObject & Codable, Action: Sendable> {
  /// A list of actions, and where it led.
  private final class Trail {
    let actions: [Action]
    /// A copy of the state after the actions; nil when copies are not used.
    var state: State?

    init(_ actions: [Action], _ state: State?) {
      (self.actions, self.state) = (actions, state)
    }
  }

  /// How often a trait was seen or tried, and the shortest list that led to it.
  private struct Rarity {
    var score: Int
    var trail: Trail
  }

  /// The traits that are followed.
  ///
  /// The keys of a state may be any number of texts, and a copy of a state is held for each.
  private static var mostTraits: Int { 4_096 }
  /// How many actions an extension has: a step needs one, and what hides a step a few.
  private static var extensionLengths: [Int] { [1, 2, 4] }
  /// How often an action of a type that is left out is drawn again: all types may be left out.
  private static var redraws: Int { 16 }

  private let budget: Int
  private let length: Int
  private let typeName: (Action) -> String
  private let makeState: () throws -> State
  /// Reduces an action; whether both sides agree.
  private let reduce: (State, Action, _ type: String, _ number: Int) throws -> Bool
  private let copier = GraphCopier<State>()

  /// The number of actions that were reduced, those of restored prefixes included.
  private(set) var spent = 0
  private var spentAtRandom = 0
  private(set) var coverage = ActionCoverage()
  private var classes: Set<GraphFingerprint> = []
  private var rarities: [UInt64: Rarity] = [:]
  private var usesCopies = true

  /// Changes the payloads of an action that is drawn for a state.
  var vary: (Action, State, inout any RandomNumberGenerator) -> Action = { action, _, _ in action }
  /// Reads a state before an action; the result returns, after the action, whether the state changed.
  var watch: (State) -> () -> Bool = { _ in { false } }

  init(
    budget: Int, length: Int, typeName: @escaping (Action) -> String,
    makeState: @escaping () throws -> State,
    reduce: @escaping (State, Action, String, Int) throws -> Bool
  ) {
    (self.budget, self.length, self.typeName) = (budget, max(1, length), typeName)
    (self.makeState, self.reduce) = (makeState, reduce)
  }

  var stateClassCount: Int { classes.count }

  /// Restores states by reducing their actions again from now on.
  mutating func useNoCopies() {
    usesCopies = false
    for rarity in rarities.values { rarity.trail.state = nil }
  }

  /// Returns the next list after which both sides differ; nil when the budget is spent.
  mutating func next(
    using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    while spent < budget {
      let before = spent
      let list: [Action]?
      if spentAtRandom * 2 <= spent {
        list = try run(using: &random, action: action)
        spentAtRandom += spent - before
      } else {
        list = try extend(using: &random, action: action)
      }
      if let list { return list }
    }
    return nil
  }

  /// Runs a random list from the initial state.
  private mutating func run(
    using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    let state = try makeState()
    var list: [Action] = []
    try note(state, list)
    while list.count < length, spent < budget {
      let next = vary(action(&random), state, &random)
      if try !step(state, next, &list) { return list }
      try note(state, list)
    }
    return nil
  }

  /// Extends the list to the trait that was seen and tried least, as long as new classes of states follow.
  private mutating func extend(
    using random: inout any RandomNumberGenerator,
    action: (inout any RandomNumberGenerator) -> Action
  ) throws -> [Action]? {
    guard let least = rarities.min(by: { ($0.value.score, $0.key) < ($1.value.score, $1.key) })
    else { return try run(using: &random, action: action) }
    rarities[least.key]?.score += 1
    var list = least.value.trail.actions
    let state = try restored(least.value.trail)
    // Some types alone find what other types undo.
    let left = Bool.random(using: &random) ? [] : coverage.someTypes(using: &random)
    let lengths = Self.extensionLengths
    var rest = lengths[Int.random(in: lengths.indices, using: &random)]
    while rest > 0, spent < budget {
      rest -= 1
      var next = action(&random)
      for _ in 0..<Self.redraws where left.contains(typeName(next)) { next = action(&random) }
      if try !step(state, vary(next, state, &random), &list) { return list }
      // The next step is often near.
      if try note(state, list) { rest = lengths[lengths.count - 1] }
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

  /// Counts the traits of a state, and keeps the shortest list to each.
  ///
  /// - Returns: Whether the class of the state is new.
  @discardableResult
  private mutating func note(_ state: State, _ list: [Action]) throws -> Bool {
    let stateClass = try Graph.stateClass(of: state)
    var trail: Trail?
    for trait in stateClass.traits {
      rarities[trait]?.score += 1
      let isKept =
        rarities[trait].map { $0.trail.actions.count > list.count }
        ?? (rarities.count < Self.mostTraits)
      guard isKept else { continue }
      let kept = try trail ?? Trail(list, usesCopies ? copier.copy(state) : nil)
      trail = kept
      rarities[trait] = Rarity(score: rarities[trait]?.score ?? 1, trail: kept)
    }
    return classes.insert(stateClass.fingerprint).inserted
  }

  private mutating func restored(_ trail: Trail) throws -> State {
    if let state = trail.state { return try copier.copy(state) }
    let state = try makeState()
    for (place, action) in trail.actions.enumerated() {
      spent += 1
      _ = try reduce(state, action, typeName(action), place + 1)
    }
    return state
  }
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
