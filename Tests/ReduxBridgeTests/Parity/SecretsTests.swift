import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
import ValueReflection
@testable import BridgeTestApps

/// One secret is in every place where a string can be, and in no text that leaves the library.
@Suite struct SecretsTests {
  static let secret = "s3cretValue"

  /// Shows its secret in all ways in which a type can speak for itself.
  struct Talkative: Hashable, Sendable, Codable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
  {
    var content = 0

    var description: String { SecretsTests.secret }
    var debugDescription: String { SecretsTests.secret }
    var customMirror: Mirror { Mirror(self, children: ["shown": SecretsTests.secret]) }
  }

  struct Masked: Redactable, Hashable, Sendable, Codable {
    var letters = SecretsTests.secret
  }

  /// A name of a case that is a secret itself.
  enum Code: Redactable, Hashable, Sendable, Codable, CaseIterable {
    case s3cretValue, other
  }

  enum Failed: Error, Equatable, Sendable, Codable {
    case refused(token: String)
  }

  final class Vault: Codable {
    var value = VaultValue()
  }

  struct VaultValue: Equatable, Sendable, Codable {
    struct Login: Equatable, Sendable, Codable {
      var password = ""
      var userSSNs: [String] = []
      var label = ""
    }

    var login = Login()
    var byMasked: [Masked: Int] = [:]
    var used: Set<Masked> = []
    var headers: [String: String] = [:]
    var codes: Set<Code> = []
    var error: Failed?
    var talkative = Talkative()
    var count = 0
  }

  enum Act: Equatable, Sendable {
    case editPassword(value: String)
    case setPasscode(String)
    case fail(Failed)
    case enter(Code)
    case talk(Talkative)
    case mask(Masked)
    case headers([String: String])
    case unlock(secret: Inner)
    case named(label: String)

    enum Inner: Equatable, Sendable { case s3cretValue }
  }

  static let actions: [Act] = [
    .editPassword(value: secret), .setPasscode(secret), .fail(.refused(token: secret)),
    .enter(.s3cretValue), .talk(Talkative(content: 1)), .mask(Masked()),
    .headers(["session_cookie": secret]), .unlock(secret: .s3cretValue),
  ]

  static let slice = StateSlice<Vault, Act, VaultValue>(
    "vault", projection: Projection(\Vault.value), legacy: [{ vault, _ in vault.value.count += 1 }],
    reducer: Reducer { value, action in
      switch action {
      case .editPassword(let text): value.login.password = text
      case .setPasscode(let text): value.login.userSSNs.append(text)
      case .fail(let error): value.error = error
      case .enter(let code): value.codes.insert(code)
      case .talk(let talkative): value.talkative = talkative
      case .mask(let masked): (value.used, value.byMasked) = ([masked], [masked: 1])
      case .headers(let headers): value.headers = headers
      case .unlock: value.count = 7
      case .named(let label): value.login.label = label
      }
    }
  )
  .effects(
    SliceEffects(
      legacy: { _, _ in [Act.editPassword(value: secret)] }, value: { _, _ in [] },
      perform: { _ in }))

  /// The texts of a value by `print`, `dump` and `String(reflecting:)`.
  private func outputs(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  private func expectNoSecret(_ texts: [String]) {
    for text in texts {
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }

  @Test(arguments: [Stage.shadow, .lead])
  func noTextOfAStoreShowsIt(_ stage: Stage) throws {
    let slice = Self.slice.gate(Gate(compared: 100))
      .allowing("nowhere", as: .noise, because: "to be listed")
    let store = MigrationStore(
      state: Vault(), entries: [.slice(slice)], parity: ParityOptions(tracedActions: 20))
    try store.setStage(stage, of: slice, overridingGateBecause: "a test")
    store.reduce(Self.actions)
    #expect(store.mismatches.count == Self.actions.count)
    var texts = store.mismatches.flatMap { outputs(of: $0) } + outputs(of: store.ledger)
    texts += [try json(store.mismatches), try json(store.ledger)]
    texts += outputs(of: store) + outputs(of: try #require(store.trace(of: Self.slice)))
    texts += store.unmetDemands(of: slice)
    let refused = #expect(throws: MigrationError.self) { try store.setStage(.migrated, of: slice) }
    texts += outputs(of: refused as Any)
    expectNoSecret(texts)
    // The names of actions show that they were there.
    let types = try #require(store.ledger.entries["vault"]).keys
    #expect(Set(types).isSuperset(of: ["editPassword", "enter"]), "\(types)")
  }

  @Test func anAppRedactsByPath() throws {
    let options = ParityOptions<Act>(
      redactor: Redactor { path, _ in path.hasSuffix("label") ? "\"...\"" : nil },
      tracedActions: 10)
    let store = try MigrationStore(
      Vault(), Self.slice, at: .shadow, parity: options, after: [.named(label: Self.secret)])
    let check = ParityCheck([.slice(Self.slice)], parity: options) { Vault() }
    let trace = try #require(store.trace(of: Self.slice))
    let found = try #require(try check.run(.trace(trace)).counterexample)
    let texts =
      try store.mismatches.map { try json($0) }
      + check.differences(after: [.named(label: Self.secret)]).map(\.description)
      + ["\(found)", found.testSource(slice: "slice", initialState: "Vault()")]
    expectNoSecret(texts)
    #expect(texts.allSatisfy { $0.contains("...") }, "\(texts)")
  }

  // MARK: Names

  /// By its words, and less where it ends in a weak one: nothing then by the name of a case.
  @Test func aNameHidesWhatItStandsFor() {
    let cases: [(extent: SecretNames.Extent, ofCase: SecretNames.Extent, names: [String])] = [
      (
        .everything, .everything,
        [
          "password", "oldPassword", "password_hash", "apiKeys", "APIKey", "userSSN", "userSSNs",
          "userAPIKeys", "access_token", "accessTokenOfUser", "secretToken", "otp", "jwtText",
        ]
      ),
      (
        .textsAndNumbers, .nothing,
        ["Cookies", "PIN", "pins", "token2", "oldCard", "sessionKey", "proxy_auth"]
      ),
      (
        .nothing, .nothing,
        [
          "CacheKey(number: 7)", "shipping", "author", "monkey", "keyboard", "discard", "cardinal",
          "pinned", "tokenizer", "tokenCount", "card_number", "authHeader", "api", "keyOfApi",
          "secretary", "authority", "passwordless", "count", "",
        ]
      ),
    ]
    let secrets = SecretNames()
    for (extent, ofCase, names) in cases {
      for name in names {
        let found = [secrets.extent(of: name), secrets.extent(of: name, isCase: true)]
        #expect(found == [extent, ofCase], "\(name)")
      }
    }
  }

  enum Mode: Equatable {
    case pin(Int), card(number: Int), open(card: Int, Bool)
  }

  struct Door: Equatable {
    var mode = Mode.pin(1)
    var key = ["a"]
    var page = URL(string: "https://ann:s3cretValue@example.com/a")!
  }

  /// Of a weak name the texts and numbers are hidden, and nothing by the name of a case; an app has names of
  /// its own.
  @Test func aWeakNameHidesWhatIsWritten() {
    let redactor = Redactor()
    let text = redactor.text(of: Door(), at: "")
    #expect(
      text.hasSuffix(
        #"(mode: .pin(1), key: [<redacted>], "#
          + #"page: URL(string: "https://<redacted>@example.com/a")!)"#), "\(text)")
    let modes = [Mode.card(number: 3), .open(card: 3, true)].map { redactor.text(of: $0, at: "") }
    #expect(modes == [".card(number: 3)", ".open(card: <redacted>, true)"])
    var other = Door()
    (other.mode, other.key) = (.pin(2), ["b"])
    let found = redactor.differences(from: Door(), to: other).map { "\($0.path): \($0.old)" }
    #expect(found == ["mode.pin: 1", "key.0: <redacted>"])
    #expect(safeText(of: Door()) { "\($0)" } == text)
    let own = Redactor(secretNames: Redactor.secretNames.union(["iban"]))
    let texts = [["iban": "DE12"], ["rates.key": "x"]].map { own.text(of: $0, at: "") }
    #expect(texts == [#"["iban": <redacted>]"#, #"["rates.key": <redacted>]"#])
    #expect(Redactor(secretNames: []).text(of: ["key": "x"], at: "") == #"["key": "x"]"#)
    let others = Redactor(secretNames: ["PIN", "cardNumber", "Open"])
    #expect(
      [Mode.pin(1), .card(number: 2), .open(card: 3, true)].map { others.text(of: $0, at: "") }
        == [".pin(1)", ".card(number: 2)", ".open(card: <redacted>, <redacted>)"])
  }

  struct Rename: ReduxAction {
    let identifier = "rename"
    let title = "a"
  }

  struct Open: ReduxAction {
    let identifier = "open"
    let payload = "a"
  }

  struct Device {
    let identifier = "d"
    let title = "a"
  }

  /// A value that an app knows how to make is shown so, and constants that name actions are left out.
  @Test func aValueIsShownAsItIsMade() {
    let redactor = Redactor()
    #expect(redactor.source(.report, known: { _ in "one" }).text(of: 1, at: "") == "one")
    let source = redactor.source(.source)
    let texts = ([Rename(), Open(), Device()] as [Any]).map { source.text(of: $0, at: "") }
    #expect(texts.map { $0.contains("identifier") } == [false, true, true], "\(texts)")
  }
}
