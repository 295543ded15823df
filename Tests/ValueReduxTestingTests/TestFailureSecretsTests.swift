import Testing
import ValueRedux
import ValueReduxTesting

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

  @Test func aFailureShowsTheRestAsBefore() async throws {
    let failure = await #expect(throws: TestFailure.self) {
      try await TestStore.checking(initialState: Account(), reducer: Self.reducer) { store in
        try store.send(.rename("Ann"))
      }
    }
    let text = "\(try #require(failure))"
    #expect(text.contains(#"name: expected "", found "Ann""#), "\(text)")
    #expect(text.contains(#"rename("Ann")"#), "\(text)")
  }
}
