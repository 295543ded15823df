import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge

private final class Dials: Codable {
  var first = 0
  var second = 0
}

private enum Turn: Sendable { case first(Int), second(Int), third }

private typealias DialSlice = StateSlice<Dials, Turn, Int>

/// The parts of a slice that it keeps from one action to the next, and those that it must forget.
@Suite(.timeLimit(.minutes(15))) struct SliceRuntimeTests {
  /// A slice whose actions set a number; on its new side, `reduce` may do something else.
  private static func first(
    clears: Bool = false,
    _ reduce: @escaping @Sendable (inout Int, Turn, ActionNumber) -> Void = { number, turn, _ in
      if case .first(let new) = turn { number = new }
    }
  ) -> DialSlice {
    var clear: (@Sendable (Dials) -> Void)?
    if clears { clear = { $0.first = -1 } }
    return DialSlice(
      "first",
      projection: Projection(read: { $0.first }, write: { $0.first = $1 }, clear: clear),
      legacy: [{ if case .first(let new) = $1 { $0.first = new } }],
      reducer: Reducer(numbered: reduce))
  }

  private static let second = DialSlice(
    "second", projection: Projection(\Dials.second),
    legacy: [{ if case .second(let new) = $1 { $0.second = new } }],
    reducer: Reducer { if case .second(let new) = $1 { $0 = new } })

  private func store(
    _ slices: [DialSlice], blocks: [ReduceBlock<Dials, Turn>] = [],
    parity: ParityOptions<Turn> = ParityOptions()
  ) -> MigrationStore<Dials, Turn> {
    MigrationStore(
      state: Dials(), entries: slices.map { .slice($0) } + [.blocks(blocks)], parity: parity)
  }

  // MARK: Composing

  /// The blocks are composed once, for the next action, however often something replaces them before it.
  @Test func blocksAreMadeWhenAnActionNeedsThem() {
    let (store, made) = (ReferenceStore<Dials, Turn>(state: Dials(), reducers: []), Counter())
    for number in 1...3 {
      store.enqueue { _ in
        store.replaceBlocks {
          made.increment()
          return [{ state, _ in state.first += number }]
        }
      }
    }
    store.flush()
    #expect(made.value == 0)
    for number in 1...2 { store.dispatch(.first(number)) }
    #expect(store.read { $0.first } == 6)
    #expect(made.value == 1)
  }

  // MARK: Earlier writes

  @Test func whatWasWrittenBeforeAClearIsNoLongerThere() throws {
    let (first, second) = (Self.first(clears: true), Self.second)
    let store = store([first, second])
    try store.setStage(.migrated, of: first)
    var seen: [Int] = []
    // No legacy code is left at the second of these moves: the objects are cleared.
    for (stage, number) in [(Stage.legacy, 1), (.migrated, 2), (.shadow, 1)] {
      try store.setStage(stage, of: second)
      store.dispatch(.first(number))
      seen.append(store.read { $0.first })
    }
    #expect(seen == [1, -1, 1])
  }

  /// Before each move the objects are completed, for projections that look for objects of other slices.
  @Test func whatIsClearedIsClearedAgainAfterAMoveOfAnotherSlice() throws {
    let (first, second) = (Self.first(clears: true).withoutLegacyReaders(), Self.second)
    let store = store([first, second])
    try store.setStage(.migrated, of: first)
    store.dispatch(.first(1))
    for stage in Stage.allCases.reversed() {
      try store.setStage(stage, of: second)
      #expect(store.read { $0.first } == -1, "\(stage)")
    }
    store.revertToLegacy()
    #expect(store.read { $0.first } == 1)
  }

  @Test func whatWasWrittenBeforeTheBlocksRanIsNoLongerThere() throws {
    let first = Self.first()
    let store = store([first, Self.second], parity: ParityOptions(sampling: .oneIn(2)))
    try store.setStage(.lead, of: first)
    var seen: [Int] = []
    for number in [1, 2, 3, 2] {
      store.dispatch(.first(number))
      seen.append(store.read { $0.first })
    }
    #expect(seen == [1, 2, 3, 2])
    #expect(store.mismatches == [])
  }

  /// The slice that is read has its value in objects that a third one, whose value is ahead, shares.
  @Test func whatIsReadOfAnotherSliceIsUpToDate() throws {
    let first = Self.first()
    let shown = DialSlice(
      "shown", projection: Projection(read: { $0.first }, write: { _, _ in }), legacy: [],
      reducer: Reducer { _, _ in })
    let reader = DialSlice(
      "second", reading: shown, projection: Projection(\Dials.second),
      legacy: [], reducer: ReadingReducer { number, shown, _ in number = shown })
    let store = store([first, reader, shown])
    try store.setStage(.migrated, of: first)
    try store.setStage(.migrated, of: reader)
    for number in 1...3 { store.dispatch(.first(number)) }
    #expect(try store.currentState().second == 3)
  }

  /// `==` does not tell the sign of zero.
  @Test func aSliceThatIsComparedExactlyIsWrittenWhereItIsEqual() throws {
    final class Scale: Codable { var value = 1.0 }
    let writes = Counter()
    let projection = Projection<Scale, Double>(read: { $0.value }) { scale, value in
      writes.increment()
      scale.value = value
    }
    let slice = StateSlice<Scale, Double, Double>(
      "scale", projection: projection, legacy: [{ $0.value = $1 }], reducer: Reducer { $0 = $1 }
    ).comparingExactly()
    let store = MigrationStore<Scale, Double>(
      state: Scale(), entries: [.slice(slice), .blocks([{ _, _ in }])])
    try store.setStage(.migrated, of: slice)
    for value in [0.0, -0.0, 0.0] {
      store.dispatch(value)
      for _ in 1...2 { #expect(store.read { $0.value.sign } == value.sign) }
    }
    #expect(writes.value == 3)
  }

  // MARK: Verdicts

  /// Whether both sides started alike decides between noise and a wrong candidate.
  @Test(arguments: [
    (skipped: false, differs: false), (skipped: true, differs: false),
    (skipped: false, differs: true),
  ])
  func aReducerThatGivesSeveralAnswersIsNoise(_ former: (skipped: Bool, differs: Bool)) throws {
    let calls = Counter()
    let first = Self.first { number, turn, _ in
      if case .first(let new) = turn {
        calls.increment()
        number = new == 9 ? 100 + calls.value : former.differs ? new + 1 : new
      }
    }
    let store = store(
      [first],
      parity: ParityOptions(
        sampling: former.skipped ? .oneIn(2) : .everyAction, footprintInterval: 0))
    try store.setStage(.lead, of: first)
    store.dispatch(.first(1))
    if former.skipped { store.dispatch(.first(2)) }
    store.reduce([.first(9)])
    #expect(
      store.mismatches.map { "\($0.subject) \($0.verdict)" }
        == (former.differs ? ["state candidateWrong"] : []) + ["state noise"])
  }

  /// Where both sides start from other states, since the projection loses the selection after a skipped
  /// action, that loss is found in place of what differs then; without a loss, the difference itself.
  @Test func aLossIsFoundInPlaceOfDifferencesOfTheStates() throws {
    var parts = ShopParts()
    parts.orders.write = { state, value in
      ShopProjections.writeOrders(state, value)
      state.orders.selected = nil
    }
    parts.orders.reduce("memo") { $0.lastTotal += 1 }
    parts.valueEffects = { _, _ in [.beep] }
    let losing = try parts.store(
      at: .lead, parity: ParityOptions(sampling: .oneIn(2)),
      after: [.ship(id: 1), .select(id: 1), .select(id: 1), .memo(id: 1, "a")])
    let last = try #require(losing.mismatches.last)
    #expect((last.subject, last.furtherDifferences) == (.projection, 1))

    let wrong = Self.first { number, turn, _ in
      if case .first(let new) = turn { number = new + 1 }
    }
    let store = store([wrong])
    try store.setStage(.lead, of: wrong)
    store.reduce([.first(1)])
    store.read { $0.first = 50 }
    store.reduce([.first(2)])
    #expect(store.mismatches.map(\.subject) == [.state, .state])
  }

  // MARK: Flags

  /// While actions are left out, the old side keeps a flag that the new one has dismissed.
  ///
  /// A signal that is missing is found all the same, and none counts where both sides start: there the value
  /// has the signal, and the objects have a flag. A move forgets what was skipped.
  @Test func afterASkippedActionAFlagIsNotComparedAndASignalIs() throws {
    let calls = Counter()
    var (missing, noisy) = (ShopParts(), ShopParts())
    missing.orders.block("fail") { $0.orders.failure = nil }
    noisy.orders.reduce("memo") {
      calls.increment()
      $0.lastTotal += Double(calls.value)
    }
    let (fail, memos) = (ShopAction.fail("a"), ["a", "b"].map { ShopAction.memo(id: 1, $0) })
    for (parts, actions, moved, found) in [
      (ShopParts(), [.dismiss, fail, .dismiss, fail, fail], [], []),
      (missing, memos + [fail], [], ["signal candidateWrong"]),
      (noisy, [fail, fail, memos[0]], [], ["state noise"]),
      (ShopParts(), memos + [fail], [fail, fail], ["notComparable notComparable"]),
    ] as [(ShopParts, [ShopAction], [ShopAction], [String])] {
      let store = try parts.store(
        at: .lead, parity: ParityOptions(sampling: .oneIn(2)), after: actions)
      try store.setStage(.shadow, of: parts.slices.orders)
      store.reduce(moved)
      #expect(store.mismatches.map { "\($0.subject) \($0.verdict)" } == found)
    }
  }

  /// A signal for nothing on either side, one of another action, effects that change places, and a window that one
  /// side alone changes.
  @Test func whatOneSideAloneDoesBesidesTheStateIsNamed() throws {
    var (raised, flagged, late) = (ShopParts(), ShopParts(), ShopParts())
    raised.orders.reduce = { value, _, action, number in
      if action == .dismiss { value.failure = Signal("card", at: number) }
    }
    flagged.orders.block("shut") { $0.orders.failure = "card" }
    late.orders.reduce = { value, _, action, _ in
      if action == .fail("card") { value.failure = Signal("card", at: ActionNumber(0)) }
    }
    var (reversed, wide) = (ShopParts(), ShopParts())
    reversed.valueEffects = { ShopValues.effects(placed: $0.placed.count, $1).reversed() }
    wide.orders.reduce("zoom") { $0.panes["B"]?.offset += 1 }
    for (parts, action, found) in [
      (raised, .dismiss, "signal signals.failure"),
      (flagged, .shut(window: "A"), "signal signals.failure"),
      (late, .fail("card"), "signal signals.failure"), (reversed, .checkout, "effect effects.0"),
      (wide, .zoom(window: "A", by: 1), "window windows.B"),
    ] as [(ShopParts, ShopAction, String)] {
      let store = try parts.store(at: .shadow, after: [action])
      #expect(store.mismatches.map { "\($0.subject) \($0.path)" } == [found])
    }
  }

  // MARK: Comparing

  @Test(arguments: [Stage.shadow, .lead])
  func windowsAreComparedWithoutListeners(_ stage: Stage) throws {
    var parts = ShopParts()
    // After so many changes, few actions are compared with what was before.
    parts.cart.block("scroll") {
      if $0.cart.panes["A"]?.offset == 20 { $0.cart.panes["B"]?.isWide = true }
    }
    parts.cart.reduce("scroll") { if $0.panes["A"]?.offset == 20 { $0.panes["B"]?.isWide = true } }
    let store = try parts.store(
      .cart, at: stage, after: Array(repeating: .scroll(window: "A", by: 1), count: 20))
    #expect(store.mismatches.map { "\($0.path) \($0.verdict)" } == ["windows.B bothWrong"])
  }

  @Test func whatElseDiffersIsNamedAfterAWindow() throws {
    var parts = ShopParts()
    parts.orders.block("zoom") { $0.orders.panes["C"] = PaneState() }
    parts.orders.reduce("zoom") { $0.panes["C"] = .init() }
    parts.valueEffects = { _, _ in [.beep] }
    let store = try parts.store(at: .shadow, after: [.zoom(window: "A", by: 1)])
    #expect(
      store.mismatches.map { "\($0.subject), \($0.furtherDifferences) more" } == ["window, 1 more"])
  }

  @Test(arguments: [Stage.shadow, .lead])
  func anEffectTooManyIsFoundOnEitherSide(_ stage: Stage) throws {
    for isOnNewSide in [true, false] {
      var parts = ShopParts()
      let calls = Counter()
      parts.orders.reduce("stamp") { _ in calls.increment() }
      if isOnNewSide {
        parts.valueEffects = { _, _ in [.beep] }
      } else {
        parts.legacyEffects = { _, _ in [.beep] }
      }
      let store = try parts.store(at: stage, after: [.stamp])
      let sides = isOnNewSide ? ["nothing", ".beep"] : [".beep", "nothing"]
      #expect(store.mismatches.map { [$0.path, $0.legacy, $0.value] } == [["effects.0"] + sides])
      #expect(calls.value == 1, "states that agree need no second run")
    }
  }

  @Test(arguments: Stage.allCases)
  func aCheckWithoutAStorePerformsNoEffects(_ stage: Stage) {
    let performed = Counter()
    let slice = Self.first().effects(
      SliceEffects(
        legacy: { _, _ in [1] }, value: { _, _ in [1] }, perform: { _ in performed.increment() }))
    let perform: @Sendable (String, RequestedEffect) -> Void = { _, effect in effect.perform() }
    for performs in [true, false] {
      let state = Dials()
      let coordinator = MigrationCoordinator<Dials, Turn>(
        entries: [.slice(slice)], recorder: ParityRecorder(options: ParityOptions()),
        performing: performs ? perform : nil)
      coordinator.move("first", to: stage, requestedIn: 0, state)
      for block in coordinator.blocks(afterActions: 0) { block(state, .first(1)) }
      coordinator.begin(7)
      #expect(coordinator.number.value == ActionNumber(7))
      #expect(performed.value == 1)
    }
  }

  // MARK: Traces

  @Test func aTraceHoldsOneToTwoWindowsSinceTheLastMove() throws {
    let wrong = Self.first { number, turn, _ in
      if case .first(let new) = turn { number = new == 11 ? 0 : new }
    }
    let store = store([wrong], parity: ParityOptions(tracedActions: 4))
    try store.setStage(.shadow, of: wrong)
    for number in 1...13 { store.dispatch(.first(number)) }
    store.flush()
    let trace = try #require(store.trace(of: wrong))
    #expect(
      trace.description == "from 4:\n" + (5...11).map { "  .first(\($0))" }.joined(separator: "\n"))
    #expect(trace.firstActionNumber == 5)
  }

  @Test(arguments: [Stage.shadow, .lead])
  func aTraceBeginsWithWhatTheSliceReads(_ stage: Stage) throws {
    let first = Self.first()
    let second = DialSlice(
      "second", reading: first, projection: Projection(\Dials.second), legacy: [],
      reducer: ReadingReducer { number, first, turn in if case .second = turn { number = first } })
    let store = store([second, first], parity: ParityOptions(tracedActions: 2))
    try store.setStage(stage, of: second)
    for number in 1...6 { store.dispatch(.first(number)) }
    store.reduce([.second(1)])
    let trace = try #require(store.trace(of: second))
    #expect(trace.actions.count == 3)
    #expect(trace.reads as? [String: Int] == ["first": 4])
  }

  // MARK: Stages

  /// A part of the value that no projection carries is in the value alone.
  @Test func aMoveToTheLastStageKeepsTheValue() throws {
    let store = try ShopParts().store(at: .lead, after: [.fail("card")])
    try Shop.move(store, to: [.migrated, .migrated, .migrated])
    store.flush()
    #expect(try store.collect(Shop.collect).orders.failure == Signal("card", at: ActionNumber(1)))
  }

  @Test func aClosedGateSaysWhatIsMissing() throws {
    let slice = Self.first().gate(Gate(compared: 2))
    let store = store([slice])
    let error = #expect(throws: MigrationError.self) { try store.setStage(.lead, of: slice) }
    let text =
      "Slice \"first\" may not be promoted to lead yet: 0 of 2 actions compared. "
      + "To promote it all the same, give a reason."
    #expect([error?.description, error?.errorDescription] == [text, text])
  }
}
