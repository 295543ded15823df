import Testing
import ValueRedux

@testable import ValueReduxTesting

@MainActor @Suite struct TestStoreTests {
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
          try? await Task.sleep(for: .seconds(86_400))
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

  @Test func anUnexpectedChangeOrActionIsShownWithThePathsThatDiffer() async {
    let changed = await failure(rows: Array(rows.prefix(1))) {
      try $0.send(.insert(Row(id: 2), at: 1)) { $0.rows.append(Row(id: 3)) }
    }
    #expect(changed?.kind == .unexpectedState)
    for text in ["TestStoreTests.swift:", "rows.1.id: expected 3, found 2"] {
      #expect(changed?.description.contains(text) == true)
    }
    let other = await failure { store in
      store.store.dispatch(.loaded("bob"))
      try await store.receive(.loaded("zoe")) { $0.title = "zoe" }
    }
    #expect(other?.kind == .unexpectedAction)
    #expect(
      other?.message == """
        expected loaded("zoe"), received loaded("bob")
        and the state after it is not the expected one:
          title: expected "zoe", found "bob"
        """)
  }

  @Test func actionsThatWereNotReceivedFailAlsoIfTheyArriveWhileTheTestFinishes() async {
    let dispatched = await failure { store in
      store.store.dispatch(.loaded("bob"))
      #expect(throws: TestFailure.self) { try store.send(.wait) }
    }
    let late = await failure { try $0.send(.load) { $0.loads = 1 } }
    for (found, title) in [(dispatched, "bob"), (late, "c")] {
      #expect(found?.kind == .unreceivedActions)
      #expect(found?.message.contains("loaded(\"\(title)\")") == true)
    }
  }

  @Test func anActionThatDoesNotComeFailsAndSoDoesWorkThatIsStillRunning() async {
    let impossible = await failure { try await $0.receive(.loaded("a")) }
    #expect(impossible?.kind == .missingAction)
    let missing = await failure { store in
      try store.send(.wait)
      store.patience = .zero
      let error = await #expect(throws: TestFailure.self) { try await store.finish() }
      #expect(error?.kind == .runningWork)
      try await store.receive(.loaded("a"))
    }
    #expect(missing?.kind == .missingAction)
    #expect(missing?.message.contains("1 piece(s) of work still running") == true)
  }

  @Test func eachStepIsComparedWithTheStateOfItsOwnTime() async {
    let found = await failure { store in
      store.store.dispatch(.loaded("bob"))
      #expect(store.state == Table())
      #expect(store.store.state.title == "bob")
      try await store.receive("anything loaded") {
        if case .loaded = $0 { true } else { false }
      } changes: {
        $0.title = "bob"
      }
    }
    #expect(found == nil)
  }

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

  @Test func theEndOfATestThatIsNotExhaustiveHasTheLastState() async throws {
    let last = TestStore(initialState: Table(), reducer: reducer, middlewares: [loader])
    #expect(last.patience == .seconds(5))
    last.isExhaustive = false
    try last.send(.load)
    await last.store.settle()
    try await last.finish()
    #expect(last.state.title == "c")
  }

  /// Each receives what is there, or comes, without waiting for the work that goes on.
  @Test func actionsAreReceivedWhileOtherWorkRunsAndBothMayBeSkipped() async {
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
      #expect(store.store.runningWork == 0)
      store.store.dispatch(.loaded("last"))
      store.skipReceivedActions()
      #expect(store.state.title == "last")
    }
    #expect(found == nil)
  }
}

/// A failure ends up in the log of a build server.
@MainActor
@Suite struct TestFailureSecretsTests {
  struct Account: Equatable, Sendable {
    var password = ""
    var name = ""
    var secret = [Part(), Part()]
    var shown = Shown()
  }

  struct Part: Equatable, Sendable { var text = "" }

  /// Its mirror may show anything.
  struct Shown: Equatable, Sendable, CustomReflectable {
    var password = ""
    var customMirror: Mirror { Mirror(self, children: ["site": password]) }
  }

  enum Act: Equatable, Sendable {
    case editPassword(value: String)
    case rename(String)
  }

  private static let reducer = Reducer<Account, Act> { account, action in
    switch action {
    case .editPassword(let value):
      account.password = value
      account.secret[1].text = value
      account.shown.password = value
    case .rename(let name): account.name = name
    }
  }

  @Test func aFailureDoesNotShowWhatHasASecretName() async throws {
    let failure = await #expect(throws: TestFailure.self) {
      try await TestStore.checking(initialState: Account(), reducer: Self.reducer) { store in
        #expect(Mirror(reflecting: store).children.isEmpty)
        try store.send(.editPassword(value: "s3cret"))
      }
    }
    let text = "\(try #require(failure))"
    #expect(!text.contains("s3cret"), "\(text)")
    #expect(text.contains("password: expected <redacted>, found <redacted>"), "\(text)")
    // Not which part of it changed either.
    #expect(text.contains("secret: expected <redacted>, found <redacted>"), "\(text)")
    #expect(text.contains(".editPassword(value: <redacted>)"), "\(text)")
  }
}
