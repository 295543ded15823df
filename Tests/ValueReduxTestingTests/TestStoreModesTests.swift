import Testing
import ValueRedux

@testable import ValueReduxTesting

@MainActor @Suite struct TestStoreModesTests {
  struct Row: Sendable, Equatable {
    enum Kind: Sendable, Equatable { case new, old }
    var id: Int
    var kind = Kind.new
  }

  struct Table: Sendable, Equatable {
    var rows: [Row] = []
    var title = ""
    var loads = 0
  }

  enum Action: Sendable, Equatable {
    case insert(Row, at: Int), remove(Int), load, loaded(String), clear, wait
  }

  private let reducer = Reducer<Table, Action> { state, action in
    switch action {
    case .insert(let row, let index): state.rows.insert(row, at: index)
    case .remove(let index): state.rows.remove(at: index)
    case .load: state.loads += 1
    case .loaded(let title): state.title = title
    case .clear: state = Table(loads: state.loads)
    case .wait: break
    }
  }

  private var loader: Middleware<Table, Action> {
    Middleware { _, action, context in
      switch action {
      case .load:
        context.run { send in
          for title in ["a", "b", "c"] { await send(.loaded(title)) }
        }
      case .wait:
        context.run { _ in
          try? await Task.sleep(for: .seconds(600))
          // So that it cannot end before the test awaits its end.
          await MainActor.run {}
        }
      default: break
      }
    }
  }

  private func failure(
    rows: [Row] = [], _ body: @MainActor (TestStore<Table, Action>) async throws -> Void
  ) async -> TestFailure? {
    do {
      try await TestStore.checking(
        initialState: Table(rows: rows), reducer: reducer, middlewares: [loader]
      ) { store in
        // A resumed task waits behind every test that has not begun: a minute is not enough.
        store.patience = .seconds(600)
        try await body(store)
      }
      return nil
    } catch {
      return error as? TestFailure
    }
  }

  private let rows = (0..<100).map { Row(id: $0) }

  @Test func aClosureThatChangesNothingFails() async {
    let useless = await failure { try $0.send(.wait) { $0.title = "" } }
    #expect(useless?.kind == .noExpectedChange)
    #expect(useless?.message.contains("remove it") == true)
    let forgotten = await failure { try $0.send(.load) { _ in } }
    #expect(forgotten?.kind == .noExpectedChange)
    #expect(forgotten?.message.contains("  loads: expected 0, found 1") == true)
  }

  @Test(arguments: [0, 50, 100])
  func anInsertedOrRemovedRowIsOneLineWithShortTypeNames(index: Int) async {
    let last = min(index, 99)
    for (action, line) in [
      (
        Action.insert(Row(id: 500, kind: .old), at: index),
        "rows.\(index): expected nil, found Row(id: 500, kind: Kind.old)"
      ),
      (.remove(last), "rows.\(last): expected Row(id: \(last), kind: Kind.new), found nil"),
    ] {
      let found = await failure(rows: rows) { try $0.send(action) }
      let lines = found?.message.split(separator: "\n").dropFirst().map(String.init)
      #expect(lines == ["  " + line])
    }
  }

  /// One difference for each row, and one that is forgotten.
  @Test(arguments: [
    (49, 1 + 50, ""), (50, 2 + 50, "and 1 more"), (10_000, 52, "and at least 9950 more"),
  ])
  func allDifferencesAreListedAndACutListSaysHowMuchWasCut(
    rows: Int, lines: Int, rest: String
  ) async {
    let found = await failure(rows: (0..<rows).map { Row(id: $0) }) { store in
      try store.send(.load) { table in
        for index in table.rows.indices { table.rows[index].kind = .old }
      }
    }
    let message = found?.message.split(separator: "\n") ?? []
    #expect(message.count == lines)
    #expect(message.last == "  \(rest) differences" || rest.isEmpty)
  }

  @Test(arguments: [
    ("App.Row(id: 1)", "Row(id: 1)"), ("App.Row.Kind.old", "Kind.old"), ("Row", "Row"),
    ("App_1.Row2<A.B>", "Row2<B>"), ("1.5", "1.5"), ("\"\" A.B", "\"\" B"), ("a.B", "a.B"),
    ("A.b.C", "A.b.C"),
    ("App..Row", "App..Row"), (#""App.Row""#, #""App.Row""#),
    (#""a \" App.Row" A.B"#, #""a \" App.Row" B"#), (#""a \\" App.Row"#, #""a \\" Row"#),
  ])
  func namesOfTypesAreShortOutsideOfStrings(text: String, short: String) {
    #expect(shorteningTypeNames(in: text) == short)
  }

  @Test func aTestThatIsNotExhaustiveNamesOnlyItsSubject() async throws {
    var kept: ValueStore<Table, Action>?
    let found = await failure(rows: rows) { store in
      store.isExhaustive = false
      try store.send(.load)
      try await store.receive(.loaded("b")) { $0.title = "b" }
      #expect(store.state.loads == 1)
      try store.send(.wait) { $0.loads = 1 }
      // Says nothing of the rows.
      try store.send(.clear) { $0.title = "" }
      kept = store.store
    }
    #expect(found == nil)
    // Returns because the end of the test cancels what runs.
    await kept?.settle()
    let wrong = await failure { store in
      store.isExhaustive = false
      try store.send(.load) { $0.loads = 2 }
    }
    #expect(wrong?.kind == .unexpectedState)
    #expect(wrong?.message.contains("loads: expected 2, found 1") == true)
    let missing = await failure { store in
      store.isExhaustive = false
      try store.send(.load)
      do {
        try await store.receive(.loaded("z"))
      } catch {
        #expect(store.state.title == "c", "the actions before are skipped")
        throw error
      }
    }
    #expect(missing?.kind == .missingAction)
  }

  @Test func actionsThatArriveWhileTheTestFinishesFail() async {
    let found = await failure { try $0.send(.load) { $0.loads = 1 } }
    #expect(found?.kind == .unreceivedActions)
    #expect(found?.message.contains(#"loaded("c")"#) == true)
  }

  /// Each receives what is there, or comes, without waiting for the work that goes on.
  @Test func actionsAreReceivedWhileOtherWorkRuns() async {
    let found = await failure { store in
      try store.send(.wait)
      store.store.dispatch(.loaded("x"))
      try await store.receive(.loaded("x")) { $0.title = "x" }
      try store.send(.load) { $0.loads = 1 }
      for title in ["a", "b", "c"] {
        try await store.receive(.loaded(title)) { $0.title = title }
      }
      store.store.dispatch(.load)
      await #expect(throws: TestFailure.self) { try await store.finish() }
      await store.skipWorkInFlight()
      store.skipReceivedActions()
    }
    #expect(found == nil)
  }

  @Test func theEndOfATestThatIsNotExhaustiveHasTheLastState() async throws {
    let store = TestStore(initialState: Table(), reducer: reducer, middlewares: [loader])
    #expect(store.patience == .seconds(5))
    store.isExhaustive = false
    try store.send(.load)
    await store.store.settle()
    try await store.finish()
    #expect(store.state.title == "c")
  }

  @Test func receivedActionsAndWorkInFlightMayBeSkipped() async {
    let found = await failure { store in
      try store.send(.load) { $0.loads = 1 }
      await store.store.settle()
      store.skipReceivedActions()
      #expect(store.state.title == "c")
      try store.send(.wait)
      await store.skipWorkInFlight()
      #expect(store.store.runningWork == 0)
    }
    #expect(found == nil)
  }
}
