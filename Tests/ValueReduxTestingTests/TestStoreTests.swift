import Testing
import ValueRedux
import ValueReduxTesting

@MainActor @Suite struct TestStoreTests {
  struct Logins: Sendable, Equatable {
    var isLoading = false
    var names: [String] = []
  }

  enum Action: Sendable, Equatable { case refresh, loaded([String]), stop, watch }

  private let reducer = Reducer<Logins, Action> { state, action in
    switch action {
    case .refresh: state.isLoading = true
    case .loaded(let names):
      state.isLoading = false
      state.names = names
    case .stop, .watch: break
    }
  }

  private let clock = ScriptedClock()

  private var loader: Middleware<Logins, Action> {
    Middleware { [clock] _, action, context in
      switch action {
      case .refresh:
        context.run(id: "load") { send in
          try? await clock.sleep(for: .seconds(1))
          await send(.loaded(["ann"]))
        }
      case .watch: context.dispatch(.loaded(["bob"]))
      case .stop: context.cancel(id: "load")
      case .loaded: break
      }
    }
  }

  private func makeStore() -> TestStore<Logins, Action> {
    TestStore(initialState: Logins(), reducer: reducer, middlewares: [loader])
  }

  private func failure(_ body: () async throws -> Void) async -> TestFailure? {
    do {
      try await body()
      return nil
    } catch {
      return error as? TestFailure
    }
  }

  @Test func anUnexpectedChangeIsShownByItsPath() async {
    let store = makeStore()
    let found = await failure {
      try store.send(.loaded(["ann", "bob"])) { $0.names = ["ann", "x"] }
    }
    #expect(found?.kind == .unexpectedState)
    #expect(found?.message.contains(#"names.1: expected "x", found "bob""#) == true)
    #expect(found?.description.contains("TestStoreTests.swift:") == true)
  }

  @Test func actionsThatWereNotReceivedFail() async {
    let store = makeStore()
    let found = await failure {
      try store.send(.watch)
      try await store.finish()
    }
    #expect(found?.kind == .unreceivedActions)
    #expect(found?.message.contains(#"loaded(["bob"])"#) == true)
    let again = await failure { try store.send(.stop) }
    #expect(again?.kind == .unreceivedActions)
  }

  @Test func anotherActionThanTheExpectedFails() async {
    let store = makeStore()
    let found = await failure {
      try store.send(.watch)
      try await store.receive(.loaded(["zoe"])) { $0.names = ["zoe"] }
    }
    #expect(found?.kind == .unexpectedAction)
    #expect(
      found?.message == """
        expected loaded(["zoe"]), received loaded(["bob"])
        and the state after it is not the expected one:
          names.0: expected "zoe", found "bob"
        """)
  }

  @Test func anActionThatNoWorkCanDispatchAnyMoreFails() async {
    let store = makeStore()
    let found = await failure { try await store.receive(.loaded([])) }
    #expect(found?.kind == .missingAction)
  }

  @Test func workThatIsStillRunningFails() async throws {
    let store = makeStore()
    try store.send(.refresh) { $0.isLoading = true }
    await clock.waitForSleepers(1)
    store.patience = .zero
    let found = await failure { try await store.finish() }
    #expect(found?.kind == .runningWork)
    let missing = await failure { try await store.receive(.loaded([])) }
    #expect(missing?.kind == .missingAction)
    #expect(missing?.message.contains("1 piece(s) of work still running") == true)
    store.patience = .seconds(600)
    try store.send(.stop)
    try await store.finish()
  }

  @Test func eachStepIsComparedWithTheStateOfItsOwnTime() async throws {
    let store = makeStore()
    try store.send(.watch)
    #expect(store.state == Logins())
    #expect(store.store.state.names == ["bob"])
    try await store.receive("anything loaded") {
      if case .loaded = $0 { true } else { false }
    } changes: {
      $0.names = ["bob"]
    }
    try await store.finish()
  }
}

/// A failure ends up in the log of a build server.
@MainActor
@Suite struct TestFailureSecretsTests {
  struct Account: Equatable, Sendable {
    var password = ""
    var name = ""
    var secret = [Part(), Part()]
  }

  struct Part: Equatable, Sendable { var text = "" }

  enum Act: Equatable, Sendable {
    case editPassword(value: String)
    case rename(String)
  }

  private static let reducer = Reducer<Account, Act> { account, action in
    switch action {
    case .editPassword(let value):
      account.password = value
      account.secret[1].text = value
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
