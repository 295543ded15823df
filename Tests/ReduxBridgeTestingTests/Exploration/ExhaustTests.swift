import ObjectGraph
import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

@Suite struct ExhaustTests {
  private let actions = LampAction.allCases

  @Test(arguments: [0, 1, 3, 6]) func aDepthEndsTheSearch(_ depth: Int) throws {
    let result = try LampParts().check.exhaust(actions, depth: depth, cores: 8)
    #expect(result.states == Lamp.levels.prefix(depth + 1).reduce(0, +))
    #expect(result.transitions == Lamp.levels.prefix(depth).reduce(0, +) * 4)
    let missing = [
      0: "lamp: no action changed it", 1: "lamp: no action wrote level, isLocked",
      3: "lamp: no action wrote isLocked",
    ]
    #expect(result.failures == [missing[depth]].compactMap { $0 })
    #expect(result.description.contains("all within the depth, more beyond"))
  }

  /// A machine with random transitions, whose states are found by trying them all.
  @Test func noStateIsMissed() throws {
    var random = SeededGenerator("noStateIsMissed")
    for _ in 0..<6 {
      let machine = Machine(states: Int.random(in: 1...200, using: &random), using: &random)
      let levels = machine.levels
      for cores in [1, 3] {
        let before = machine.tried.values.count
        let result = try machine.check.exhaust([0, 1, 2], depth: 100, cores: cores)
        #expect(result.isExhaustive, "\(result)")
        // Of the transitions the first are sampled, and one in 64 of the others.
        let (states, transitions) = (levels.reduce(0, +), levels.reduce(0, +) * 3)
        let samples = (0..<transitions).filter { $0 < 256 || $0 % 64 == 0 }.count
        let counts = [result.states, result.transitions, result.samples]
        #expect(counts == [states, transitions, samples])
        // Each pair of a state and an action, and as many as were counted: each exactly once.
        #expect(Set(machine.tried.values[before...]).count == result.transitions)
        let parts = try [0, 2, 4].map {
          try machine.check.exhaust([0, 1, 2], depth: $0, cores: cores).states
        }
        #expect(parts == [0, 2, 4].map { levels.prefix($0 + 1).reduce(0, +) })
      }
    }
  }

  /// Blocks that share objects outside of the state need one core.
  @Test(arguments: [0, 1, 3]) func eachCoreHasAWorker(_ cores: Int) throws {
    var made = 0
    let bounds = SearchBounds(depth: 1, limit: 9, cores: cores)
    func search(fails: Bool) -> StateSearch<Int, Int> {
      StateSearch(actionCount: 1, bounds: bounds) {
        made += 1
        return .init(
          start: { 0 }, copy: { $0 },
          reduce: { _, _, _ in if fails { throw CancellationError() } else { nil } },
          fingerprint: { try Graph.fingerprint(of: $0) })
      }
    }
    #expect(try search(fails: false).run().states == 1)
    #expect(made == max(1, cores))
    #expect(throws: CancellationError.self) { try search(fails: true).run() }
  }

  @Test func theFirstCounterexampleIsAShortestOne() throws {
    var parts = LampParts()
    parts.alsoChange = { value, action in if value.isLocked, action == .lock { value.level = 9 } }
    var descriptions: Set<String> = []
    for cores in [1, 2, 5] {
      let result = try parts.check.exhaust(actions, depth: 9, cores: cores)
      #expect(result.counterexample == LampAction.shortestToLock)
      #expect(!result.isExhaustive)
      #expect(
        result.failures == ["lamp (shadow): after action 4 .lock, at level: legacy 2, value 9"])
      descriptions.insert(result.description)
      let shrunk = try parts.check.counterexample(in: result.counterexample)
      #expect(shrunk?.actions == result.counterexample)
    }
    #expect(descriptions.count == 1)
    // The old side stays in the state that the search began with.
    parts.alsoChange = { value, action in if !value.isOn, action == .lock { value.level = 9 } }
    #expect(try parts.check.exhaust(actions, depth: 2).counterexample == [.lock])
  }

  @Test func whatDoesNotShowAgainIsNoise() throws {
    let calls = Counter()
    var parts = LampParts()
    parts.alsoChange = { value, action in
      guard action == .lock else { return }
      calls.increment()
      if calls.value == 1 { value.level = 9 }
    }
    let result = try parts.check.exhaust(actions, depth: 9, cores: 1)
    #expect(result.counterexample.last == .lock)
    #expect(result.noise.contains { $0.contains("another result from a new initial state") })
    #expect(result.failures.count > 1)
    #expect(result.description.contains("\nNoise:\n  ") && !result.isExhaustive)
    // So is what is kept elsewhere.
    parts = LampParts()
    parts.alsoReduce = { lamp, action in
      calls.increment()
      if action == .lock, calls.value % 2 == 0 { lamp.actions = 1 }
    }
    let noisy = try parts.check.exhaust(actions, depth: 20, cores: 1)
    #expect(noisy.noise != [] && !noisy.isExhaustive)
    // Of many such lists a report names eight of each kind.
    parts.alsoReduce = { lamp, _ in
      calls.increment()
      lamp.actions = calls.value
    }
    #expect(try parts.check.exhaust(actions, depth: 9, limit: 99, cores: 1).noise.count == 16)
  }

  @Test func aCanceledTaskEndsTheSearch() async throws {
    let check = LampParts().check
    let result = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try check.exhaust(LampAction.allCases, depth: 9)
    }.value
    #expect(result.transitions == 0)
    #expect(result.description.contains("canceled"))
    #expect(!result.isExhaustive)
  }

  @Test func fieldsThatAreIdentifiedDoNotMakeNewStates() throws {
    var parts = LampParts()
    parts.alsoReduce = { lamp, _ in lamp.actions += 1 }
    #expect(try !parts.check.exhaust(actions, depth: 12, limit: 500).isExhaustive)
    let result = try parts.check.exhaust(actions, depth: 12, identifying: ["Lamp.actions"])
    #expect(result.isExhaustive)
    #expect(result.states == 9)
  }

  @Test func whatACopyLosesIsNamed() throws {
    var parts = LampParts()
    for one in [LampAction.toggle, .lock] {
      parts.alsoReduce = { lamp, action in if action == one { lamp.warmth += 1 } }
      let result = try parts.check.exhaust(actions, depth: 9)
      #expect(result.unseen == ["a copy of the state loses Lamp.warmth"])
    }
    // What is not coded changes what is: copies lead to one result, a new initial state to another.
    parts.alsoReduce = { lamp, action in
      lamp.warmth += 1
      if lamp.warmth == 4 { lamp.actions += 1 }
    }
    #expect(try parts.check.exhaust(actions, depth: 9).noise != [])
  }
}

/// A machine with a random table of transitions, over an object that two places share.
private final class Machine: Sendable {
  final class Cell: Codable { var number = 0 }

  final class State: Codable {
    var cell = Cell()
    lazy var same = cell
  }

  let table: [[Int]]
  /// The pairs of a state and an action that were reduced.
  let tried = LegacyRecorder<[Int]>()

  init(states: Int, using random: inout SeededGenerator) {
    table = (0..<states).map { _ in (0..<3).map { _ in .random(in: 0..<states, using: &random) } }
  }

  /// The number of states at each distance.
  var levels: [Int] {
    var levels = [[0]]
    while let last = levels.last, !last.isEmpty {
      let next = Set(last.flatMap { table[$0] }).subtracting(levels.joined())
      levels.append(Array(next))
    }
    return levels.dropLast().map(\.count)
  }

  var check: ParityCheck<State, Int, Int> {
    let slice = StateSlice<State, Int, Int>(
      "machine",
      projection: Projection(read: { $0.cell.number }, write: { $0.cell.number = $1 }),
      legacy: [
        { [table, tried] state, action in
          tried.record([state.cell.number, action])
          state.same.number = table[state.cell.number][action]
        }
      ],
      reducer: Reducer { [table] value, action in value = table[value][action] })
    return ParityCheck(slice) { State() }
  }
}

/// Every state of a whole store: values, effects, signals and windows of slices that read each other.
@Suite struct MigrationExhaustTests {
  private static let actions: [ShopAction] = [
    .put(id: 1), .checkout, .stamp, .scroll(window: "A", by: 1), .scroll(window: "B", by: 1),
    .zoom(window: "A", by: 2), .zoom(window: "C", by: 1), .close(window: "A"),
    .shut(window: "A"),
  ]

  @Test func slicesThatAreRightAreComparedInEveryState() throws {
    let result = try ShopParts().check.exhaust(Self.actions, depth: 2)
    #expect(
      result.failures == [
        "settings: no action changed it", "cart: no action wrote note, tags",
        "orders: no action wrote selectedID, failure, tags",
      ], "\(result)")
    #expect(result.description.hasPrefix("settings, cart, orders: 9 actions, depth 2: "))
    // From the initial state, and from each state that one action leads to.
    #expect(result.transitions.isMultiple(of: 9) && (18...90).contains(result.transitions))
    #expect(result.states > result.transitions / 9)
  }

  /// The second run, which names the block, has the numbers of the first.
  @Test func aReducerReceivesTheNumbersOfTheList() throws {
    let left = Halves.Slice(
      "left", projection: Projection(\.left.count), legacy: [Halves.moveLeft],
      reducer: Reducer { count, _, number in count = Int(number.rawValue * number.rawValue) })
    let result = try MigrationCheck([.slice(left)]) { Halves.Whole() }.exhaust([.left], depth: 3)
    #expect(result.mismatch?.description.hasSuffix("legacy 2, value 4") == true, "\(result)")
    let write: Halves.Block = { state, _ in state.left.count = 9 }
    for (entries, block) in [
      ([.blocks([{ _, _ in }, write]), .slice(Halves.left())], "unclaimed.1"),
      ([.slice(Halves.left()), .slice(Halves.right()), .blocks([write])], "unclaimed.0"),
    ] as [([MigrationEntry<Halves.Whole, Halves.Act>], String)] {
      let blamed = try MigrationCheck(entries) { Halves.Whole() }.exhaust([.right], depth: 1)
      #expect(blamed.mismatch?.block == block)
    }
  }

  @Test(arguments: PlantedLoss.inSignals + PlantedLoss.inEffects + PlantedLoss.inWindows)
  func aDifferenceIsFoundByAShortestList(_ loss: PlantedLoss) throws {
    // A second failure before the first is dismissed could not be compared: one action is enough.
    let isSignal = loss.fault == .signal
    let actions = Self.actions + (isSignal ? [.fail("card")] : [])
    let result = try loss.parts.check.exhaust(actions, depth: isSignal ? 1 : 3)
    #expect(result.mismatch.map(loss.isExplained) == true, "\(result)")
    try #require((1...3).contains(result.counterexample.count))
    #expect(!result.isExhaustive)
    let depth = result.counterexample.count - 1
    #expect(try loss.parts.check.exhaust(actions, depth: depth).mismatch == nil)
  }
}

@Suite struct InvariantTests {
  private let actions = LampAction.allCases

  @Test func whatAlwaysHoldsIsProvedAndElseHasAShortestList() throws {
    let check = InvariantCheck([LampParts().block]) { Lamp() }
      .always("a locked lamp is on") { !$0.isLocked || $0.isOn }
      .always("the level is within its range") { (0...2).contains($0.level) }
    let proof = try check.exhaust(actions, depth: 9)
    #expect(proof.isExhaustive, "\(proof)")
    #expect((proof.states, proof.transitions) == (9, 36))
    let ofState = InvariantCheck([LampParts().block]) { Lamp() }
      .always("it is never locked") { !$0.isLocked }
    for cores in [nil, 1] {
      let result = try ofState.exhaust(actions, depth: 9, cores: cores)
      #expect(result.violation == "does not always hold: it is never locked")
      #expect(result.counterexample == LampAction.shortestToLock)
      #expect(!result.isExhaustive)
    }
  }
}
