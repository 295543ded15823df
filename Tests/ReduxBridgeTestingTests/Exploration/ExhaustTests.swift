import ObjectGraph
import ReduxBridge
import StoreContract
import Testing
import ValueRedux

@testable import BridgeTestApps
@testable import ReduxBridgeTesting

@Suite struct ExhaustTests {
  private let actions: [Halves.Act] = [.left, .right]

  @Test(arguments: [0, 1, 3, 6]) func aDepthEndsTheSearch(_ depth: Int) throws {
    let check = Halves.check(Halves.left())
    let result = try check.run(.everyState(of: actions, depth: depth))
    let (states, transitions) = (depth + 1, 2 * depth)
    #expect(
      result.description.hasPrefix(
        "\(result.passed ? "passed" : "failed"), 2 actions, depth \(depth): \(counted(states, "state")), "
          + "\(counted(transitions, "transition")) compared, all within the depth, more beyond\n"),
      "\(result)")
    #expect(result.failures == (depth == 0 ? ["left: no action changed it"] : []))
  }

  /// The states of a machine are reached by one way or by several, and each is left by each action.
  @Test(arguments: [1, 2, 60, 200]) func noStateIsMissed(states: Int) throws {
    let machine = Machine(states: states)
    let result = try machine.check.run(.everyState(of: [0, 1, 2]))
    // Of the transitions the first are sampled, and one in 64 of the others.
    let transitions = 3 * states
    let samples = (0..<transitions).filter { $0 < 256 || $0 % 64 == 0 }.count
    #expect(
      result.description.contains(
        "\(counted(states, "state")), \(transitions) transitions compared, all that is reachable"))
    #expect(result.description.contains("  \(samples) transitions run twice"))
    #expect(result.findings == [])
    // Each pair of a state and an action.
    #expect(Set(machine.tried.values).count == transitions)
  }

  /// A transition is judged twice, and what is found is looked for again from a new state.
  @Test(arguments: [
    ([1, 2, 3], []), ([1, 3], ["two results"]), ([2], ["two results"]),
    ([1, 2], ["another result from a new initial state"]),
  ])
  func aJudgmentThatDiffersIsNoise(_ showing: [Int], _ texts: [String]) throws {
    let calls = Counter()
    let left = Halves.Slice(
      "left", projection: Projection(\.left.count), legacy: [],
      reducer: Reducer { value, _ in
        calls.increment()
        if showing.contains(calls.value) { value += 1 }
      })
    let report = try Halves.check(left).run(.everyState(of: [.left], depth: 1), effort: .sides)
    let noise = report.failures.filter { $0.hasPrefix("after left: ") }
    #expect(noise.count == texts.count && zip(noise, texts).allSatisfy { $0.contains($1) })
  }

  @Test func theFirstCounterexampleIsAShortestOne() throws {
    // In the other row, the old side stays in the state that the search began with.
    for (count, action, shortest) in [(2, .left, [.left, .left, .left]), (0, .right, [.right])]
      as [(Int, Halves.Act, [Halves.Act])]
    {
      let left = Halves.Slice(
        "left", projection: Projection(\.left.count), legacy: [Halves.moveLeft],
        reducer: Reducer { value, act in
          if value == count, act == action { value = 9 } else if act != .right { value += 1 }
        })
      let result = try Halves.check(left).run(.everyState(of: actions, depth: 4))
      #expect(result.counterexample?.actions == shortest, "\(result)")
    }
  }

  @Test func whatDoesNotShowAgainIsNoise() throws {
    let calls = Counter()
    let toggle = Halves.toggle { state, action in
      calls.increment()
      if action == .right, calls.value % 2 == 0 { state.loose = 1 }
    }
    let noisy = try Halves.check(toggle).run(.everyState(of: actions, depth: 20))
    #expect(noisy.failures.contains { $0.contains("two results of the last action") }, "\(noisy)")
  }

  @Test func aCanceledTaskEndsTheSearchAndFails() async throws {
    let result = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Halves.check(Halves.left()).run(.everyState(of: [.left], depth: 9))
    }.value
    #expect(result.failures.contains("not every state was visited: canceled"))
  }

  /// X11: without a depth, a search that ends at its limit proves nothing.
  @Test func aLimitFailsWhereAllStatesWereAskedFor() throws {
    let result = try Halves.check(Halves.left()).run(.everyState(of: actions, limit: 4))
    #expect(
      result.failures.contains("not every state was visited: stopped at the limit of 4 states"))
    #expect(try Halves.check(Halves.toggle()).run(.everyState(of: actions)).failures == [])
  }

  @Test func fieldsThatAreExceptedDoNotMakeNewStates() throws {
    let check = Halves.check(Halves.toggle { state, _ in state.loose += 1 })
      .allowing("loose", because: "a count")
    #expect(try !check.run(.everyState(of: actions, limit: 500)).passed)
    let result = try check.allowing("Whole.loose", because: "a count")
      .run(.everyState(of: actions))
    #expect(result.passed && result.description.contains(" 2 states"), "\(result)")
    let none = Halves.check(Halves.toggle()).allowing("Whole.none", because: "a typo")
    #expect(
      try none.run(.everyState(of: actions)).failures == [
        "exception that never applied: Whole.none: a typo"
      ])
  }

  @Test func whatACopyLosesIsNamed() throws {
    let toggle = Halves.toggle { state, action in if action == .right { state.cache += 1 } }
    #expect(
      try Halves.check(toggle).run(.everyState(of: actions)).failures == [
        "the state: a copy of the state loses Whole.cache, at cache"
      ])
  }

  /// A claim about the old side holds in every state, or has a shortest list of actions.
  @Test func whatAlwaysHoldsIsProvedAndElseHasAShortestList() throws {
    let check = Halves.check(Halves.toggle()).always("it is 0 or 1") { 0...1 ~= $0.left.count }
    #expect(try check.run(.everyState(of: actions)).failures == [])
    let wrong = check.always("it is never 1") { $0.left.count == 0 }
    for source in [.everyState(of: actions), .random(seed: 7, of: actions)]
      as [ActionSource<Halves.Act>]
    {
      let result = try wrong.run(source)
      #expect(result.findings.first?.subject == .claim)
      #expect(result.counterexample?.actions.count == 1, "\(result)")
      #expect(result.failures.first?.contains("does not always hold: it is never 1") == true)
    }
  }
}

/// A machine with a table of transitions, over an object that two places share.
private final class Machine: Sendable {
  final class Cell: Codable { var number = 0 }

  final class State: Codable {
    var cell = Cell()
    lazy var same = cell
  }

  let table: [[Int]]
  /// The pairs of a state and an action that were reduced.
  let tried = LegacyRecorder<[Int]>()

  init(states: Int) {
    table = (0..<states).map { [(7 * $0 + 1) % states, ($0 + 1) % states, $0 / 2] }
  }

  var check: ParityCheck<State, Int> {
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
    return ParityCheck([.slice(slice)]) { State() }
      .allowing("State.same", because: "it is the cell")
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
    let result = try ShopParts().check.run(.everyState(of: Self.actions, depth: 2))
    #expect(
      result.failures == [
        "settings: no action changed it", "cart: no action wrote note, tags",
        "orders: no action wrote selectedID, failure, tags",
      ], "\(result)")
  }

  @Test func aReducerReceivesTheNumbersOfTheList() throws {
    let left = Halves.Slice(
      "left", projection: Projection(\.left.count), legacy: [Halves.moveLeft],
      reducer: Reducer { count, _, number in count = Int(number.rawValue * number.rawValue) })
    let result = try Halves.check(left).run(.everyState(of: [.left], depth: 3))
    #expect(result.failures.first?.hasSuffix("legacy 2, value 4") == true, "\(result)")
    let write: Halves.Block = { state, _ in state.left.count = 9 }
    for (entries, block) in [
      ([.blocks([{ _, _ in }, write]), .slice(Halves.left())], "unclaimed.1"),
      ([.slice(Halves.left()), .slice(Halves.right()), .blocks([write])], "unclaimed.0"),
    ] as [([MigrationEntry<Halves.Whole, Halves.Act>], String)] {
      let blamed = try ParityCheck(entries) { Halves.Whole() }
        .run(.everyState(of: [.right], depth: 1))
      #expect(blamed.findings.first?.block == block)
    }
  }

  /// The differences that a comparison of both sides has to find, each with its slice and its place.
  private static let planted:
    [(Finding.Subject, String, String, @Sendable (inout ShopParts) -> Void)] = [
      (
        .window, "cart", "windows.",
        {
          $0.cart.block("scroll") { for pane in $0.cart.panes.values { pane.offset += 1 } }
          $0.cart.reduce("scroll") { for key in $0.panes.keys { $0.panes[key]?.offset += 1 } }
        }
      ),
      (.effect, "orders", "effects.", { $0.valueEffects = { $1 == .checkout ? [.save(0)] : [] } }),
      (.signal, "orders", "signals.failure", { $0.orders.reduce("fail") { $0.failure = nil } }),
      (
        .signal, "orders", "signals.failure",
        { parts in
          let original = parts.orders.reduce
          parts.orders.reduce = { value, reads, action, number in
            original(&value, reads, action, number)
            if action == .checkout { value.failure = Signal("full", at: number) }
          }
        }
      ),
    ]

  @Test(arguments: planted)
  func aDifferenceIsFoundByAShortestList(
    _ subject: Finding.Subject, _ slice: String, _ place: String,
    _ plant: @Sendable (inout ShopParts) -> Void
  ) throws {
    var parts = ShopParts()
    plant(&parts)
    // A second failure before the first is dismissed could not be compared: one action is enough.
    let isSignal = subject == .signal
    let actions = Self.actions + (isSignal ? [.fail("card")] : [])
    func report(_ depth: Int) throws -> ParityReport<ShopAction> {
      try parts.check.run(.everyState(of: actions, depth: depth))
    }
    let result = try report(isSignal ? 1 : 3)
    let found = try #require(result.findings.first)
    #expect(found.slice == slice && found.subject == subject, "\(result)")
    #expect(found.path.hasPrefix(place), "\(result)")
    #expect(subject != .window || found.verdict == .bothWrong, "\(result)")
    let count = try #require(result.counterexample?.actions.count)
    try #require((1...3).contains(count))
    #expect(try report(count - 1).counterexample == nil)
  }
}
