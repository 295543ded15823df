import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Slices whose reducers read other slices, at all stages of all of them.
@Suite struct SliceReadsTests {
  /// 4 stages of 3 slices in 2 orders: 128 cases.
  @Test(arguments: [false, true])
  func everyCombinationOfStagesGivesTheAnswersOfTheBlocks(_ isReversed: Bool) throws {
    var generator = SeededGenerator("everyCombinationOfStagesGivesTheAnswersOfTheBlocks")
    for stages in Mail.stages {
      let actions = Mail.actions(30, using: &generator)
      let bare = ReferenceStore(
        state: MailState(), reducers: Mail.blocks(isReversed: isReversed))
      let store = Mail.Store(
        state: MailState(), entries: Mail.entries(isReversed: isReversed),
        parity: ParityOptions(
          sampling: Bool.random(using: &generator) ? .everyAction : .oneIn(3)))
      try Mail.move(store, to: stages)
      for action in actions {
        bare.dispatch(action)
        store.dispatch(action)
      }
      // The journal shows what each legacy block read after each action.
      let journal = store.read { $0.journal }
      #expect(journal == bare.read { $0.journal }, "at \(stages)")
      #expect(try store.currentState().text == bare.currentState().text, "at \(stages)")
      #expect(store.mismatches.isEmpty, "at \(stages)")
    }
  }

  @Test(arguments: [false, true])
  func stagesMayChangeAtAnyTime(_ isReversed: Bool) throws {
    var generator = SeededGenerator("stagesMayChangeAtAnyTime")
    for _ in 0..<20 {
      let bare = ReferenceStore(
        state: MailState(), reducers: Mail.blocks(isReversed: isReversed))
      let store = Mail.Store(
        state: MailState(), entries: Mail.entries(isReversed: isReversed),
        parity: ParityOptions(sampling: .oneIn(Int.random(in: 1...3, using: &generator))))
      for action in Mail.actions(120, using: &generator) {
        bare.dispatch(action)
        store.dispatch(action)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: try Mail.move(store, to: Mail.stages.randomElement(using: &generator)!)
        case 1: store.read { _ in }
        case 2 where Int.random(in: 0..<8, using: &generator) == 0: store.revertToLegacy()
        default: break
        }
      }
      let (journal, last) = store.read { ($0.journal, $0.text) }
      #expect(journal == bare.read { $0.journal })
      #expect(last == bare.read { $0.text })
      #expect(store.mismatches.isEmpty)
    }
  }

  @Test(arguments: [false, true]) @MainActor
  func theSameReducersInTheSameOrderTakeOver(_ isReversed: Bool) throws {
    var generator = SeededGenerator("theSameReducersInTheSameOrderTakeOver")
    // Without unclaimed blocks, as at the end of a migration.
    let entries = Mail.entries(isReversed: isReversed).filter { $0.slice != nil }
    let store = Mail.Store(state: MailState(), entries: entries)
    for action in Mail.actions(50, using: &generator) { store.dispatch(action) }
    try Mail.move(store, to: [.migrated, .migrated, .migrated])
    let successor = ValueStore(
      initialState: try store.collect(Mail.collect),
      reducer: Mail.reducer(isReversed: isReversed))
    let actions = Mail.actions(300, using: &generator)
    #expect(try store.handoverDifferences(to: successor, after: actions, Mail.collect).isEmpty)
    #expect(try store.currentState().text == successor.state.text)
  }

  @Test func aCheckRunsTheBlocksOfWhatTheSliceReads() throws {
    let actions: [MailAction] = [.add, .add, .flipOrder, .all, .rename, .flipMask, .show]
    let report = try ParityCheck(Mail.detail) { MailState() }.run(actions)
    #expect(report.failures.isEmpty)
    #expect(report.ledger.total(of: Mail.detail).matched == actions.count)
    #expect(try ParityCheck(Mail.detail) { MailState() }.noise(after: actions).isEmpty)

    let forgetful = Mail.detail(
      ReadingReducer { detail, reads, action in
        Mail.detailReducer.reduce(&detail, reading: (.init(), reads.1), action)
      })
    let check = ParityCheck(forgetful) { MailState() }
    let found = try #require(try check.counterexample(in: actions))
    #expect(found.actions == [.flipMask, .show])
    #expect(found.mismatch.path == "text")
    #expect(found.noise.isEmpty)
  }

  @Test func aTraceHasTheValuesThatWereRead() throws {
    let forgetful = Mail.detail(
      ReadingReducer { detail, reads, action in
        Mail.detailReducer.reduce(&detail, reading: (.init(), reads.1), action)
      })
    let store = Mail.Store(
      state: MailState(), entries: [.slice(Mail.settings), .slice(Mail.list), .slice(forgetful)],
      parity: ParityOptions(tracedActions: 2))
    store.dispatch(.flipMask)
    try store.setStage(.shadow, of: forgetful)
    for action in [MailAction.add, .add, .add, .add, .show] { store.dispatch(action) }
    store.flush()
    let trace = try #require(store.trace(of: forgetful))
    // Without the settings of that time, both sides agree.
    let found = try #require(
      try ParityCheck(forgetful) { MailState() }.counterexample(in: trace))
    #expect(found.actions == [.show])
  }

  // MARK: What legacy code sees of a migrated slice

  @Test func aBlockReadsTheObjectsOfAMigratedSlice() throws {
    let store = Mail.Store(state: MailState(), entries: Mail.entries())
    store.dispatch(.add)
    try store.setStage(.migrated, of: Mail.list)
    store.dispatch(.rename)
    store.dispatch(.hide)
    #expect(store.read { $0.journal.last } == "hide true false [\"1:new*\"] -1  new*")
  }

  @Test func anObjectThatNoProjectionCarriesStaysTheOneInTheList() throws {
    let clearing = Projection(
      read: Mail.listProjection.read, write: Mail.listProjection.write, clear: { $0.items = [] })
    let store = Mail.Store(
      state: MailState(),
      entries: [
        .slice(Mail.settings), .slice(Mail.list(clearing)), .slice(Mail.detail), Mail.unclaimed,
      ])
    store.dispatch(.add)
    for stage in [Stage.migrated, .lead, .migrated, .legacy] {
      try store.setStage(stage, of: Mail.list)
      store.dispatch(.rename)
      #expect(store.read { $0.pinned === $0.items.first && $0.pinned != nil })
      #expect(store.read { $0.pinned?.title == $0.items.first?.title })
    }
    #expect(try store.currentState().items.first?.title == "new****")
  }

  @Test func objectsAreClearedOnceNoLegacyCodeIsLeft() throws {
    let store = Mail.Store(
      state: MailState(), entries: [.slice(Mail.settings), .slice(Mail.list), .slice(Mail.detail)])
    store.dispatch(.flipMask)
    try Mail.move(store, to: [.migrated, .migrated, .shadow])
    #expect(store.read { $0.settings.isMasking })
    try store.setStage(.migrated, of: Mail.detail)
    #expect(store.read { !$0.settings.isMasking })
    store.dispatch(.flipOrder)
    // Copies are complete all the same.
    let copy = try store.currentState()
    #expect(copy.settings.isMasking)
    #expect(!copy.settings.isAscending)
    #expect(store.read { $0.settings.isAscending })
    try store.setStage(.shadow, of: Mail.detail)
    #expect(store.read { $0.settings.isMasking && !$0.settings.isAscending })
  }

  @Test func aSliceWithoutLegacyReadersIsClearedWhenItMigrates() throws {
    let store = Mail.Store(
      state: MailState(), entries: [.slice(Mail.settings.withoutLegacyReaders()), Mail.unclaimed])
    store.dispatch(.flipMask)
    try store.setStage(.migrated, of: Mail.settings)
    store.dispatch(.flipOrder)
    #expect(store.read { $0.settings.isAscending && !$0.settings.isMasking })
    #expect(store.read { $0.journal.last } == "flipOrder true false [] -1  -")
    #expect(try !store.currentState().settings.isAscending)
    try store.setStage(.legacy, of: Mail.settings)
    #expect(store.read { !$0.settings.isAscending && $0.settings.isMasking })
  }

  @Test func theBlocksOfASliceThatDeclaresItReadItAllTheSame() throws {
    let settings = Mail.settings.withoutLegacyReaders()
    let store = Mail.Store(state: MailState(), entries: [.slice(settings), .slice(Mail.list)])
    try store.setStage(.migrated, of: settings)
    for action in [MailAction.flipOrder, .add, .add, .add] { store.dispatch(action) }
    #expect(store.read { $0.items.map(\.id) } == [3, 2, 1])
    try store.setStage(.migrated, of: Mail.list)
    #expect(store.read { $0.settings.isAscending })
  }

  // MARK: Cost

  @Test func eachChangeIsWrittenOnceAndEachActionReadsOnce() throws {
    let (reads, writes) = (Counter(), Counter())
    let counting = Projection<MailState, MailValue.Settings>(
      read: { state in
        reads.increment()
        return Mail.settingsProjection.read(state)
      },
      write: { state, value in
        writes.increment()
        Mail.settingsProjection.write(state, value)
      })
    let store = Mail.Store(
      state: MailState(),
      entries: [.slice(Mail.settings(counting)), .slice(Mail.list), Mail.unclaimed])
    try store.setStage(.migrated, of: Mail.list)
    store.flush()
    let readsBefore = reads.value
    for _ in 0..<10 { store.dispatch(.add) }
    store.flush()
    #expect(reads.value - readsBefore == 10)

    try store.setStage(.migrated, of: Mail.settings)
    store.flush()
    let (readsMigrated, writesBefore) = (reads.value, writes.value)
    for _ in 0..<10 { store.dispatch(.add) }
    for _ in 0..<3 { store.dispatch(.flipMask) }
    store.flush()
    #expect(reads.value == readsMigrated)
    // The first action finds out what the objects hold.
    #expect(writes.value - writesBefore == 4)
  }
}

extension MigrationEntry {
  fileprivate var slice: ListedSlice<State, Action>? {
    if case .slice(let slice) = content { slice } else { nil }
  }
}

/// Slices that a store cannot order.
@Suite(.timeLimit(.minutes(15))) struct SliceReadsMisuseTests {
  enum Ring {
    typealias Slice = StateSlice<MailState, MailAction, MailValue.Settings>

    static let first: Slice = make("first", reading: second)
    static let second: Slice = make("second", reading: third)
    static let third: Slice = make("third", reading: first)
    static let alone: Slice = make("alone", reading: alone)

    static func make(
      _ name: String, reading read: @autoclosure @escaping @Sendable () -> Slice
    ) -> Slice {
      Slice(
        name, reading: read(), projection: Mail.settingsProjection, legacy: [],
        reducer: ReadingReducer { _, _, _ in })
    }
  }

  @Test func slicesThatReadEachOtherInACycle() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let entries: [MigrationEntry<MailState, MailAction>] = [
        .slice(Ring.first), .slice(Ring.second), .slice(Ring.third),
      ]
      _ = Mail.Store(state: MailState(), entries: entries)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("\"first\" reads \"second\" reads \"third\" reads \"first\""))
  }

  @Test func aSliceThatReadsItself() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Mail.Store(state: MailState(), entries: [.slice(Ring.alone)])
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("in a cycle: \"alone\" reads \"alone\""))
  }

  @Test func aSliceThatIsNotInTheList() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Mail.Store(
        state: MailState(), entries: [.slice(Mail.detail), .slice(Mail.list)])
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("\"detail\" reads \"settings\", and there is no slice named \"settings\""))
  }
}
