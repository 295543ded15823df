import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
import ValueReflection
@testable import BridgeTestApps

/// The values that a redactor hides; `SecretPositionsTests` has each place where one can be, and each output.
@Suite struct SecretsTests {
  @Test func anAppRedactsByPath() throws {
    let options = ParityOptions<KeyringAction>(
      redactor: Redactor { path, _ in path.hasSuffix("site") ? "\"...\"" : nil }, tracedActions: 10)
    let broken = Keyring.logins(value: { value, _ in value.logins[0].site += "!" })
    let action = KeyringAction.add(id: 1, site: Keyring.secret, password: "")
    let store = try MigrationStore(
      KeyringState(), broken, at: .shadow, parity: options, after: [action])
    let check = Keyring.check([.slice(broken)], parity: options)
    let trace = try #require(store.trace(of: broken))
    let found = try #require(try check.run(.trace(trace)).counterexample)
    let texts =
      try store.mismatches.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
      + check.differences(after: [action]).map(\.description)
      + ["\(trace)", "\(found)", found.testSource(slice: "slice", initialState: "KeyringState()")]
    #expect(texts.count == 5)
    #expect(texts.allSatisfy { $0.contains("...") && !$0.contains(Keyring.secret) }, "\(texts)")
  }

  /// X13: what a further difference hides, the text of the action hides as well.
  @Test func aPayloadEqualToASecretOfAFurtherDifferenceIsMasked() throws {
    let broken = Keyring.logins(value: { value, _ in
      value.logins[0].site += "!"
      value.logins[0].password += "!"
    })
    let store = try MigrationStore(
      KeyringState(), broken, at: .shadow, after: [.add(id: 4711, site: "a", password: "4711")])
    let found = try #require(store.mismatches.first)
    #expect((found.path, found.furtherDifferences) == ("logins.0.site", 1))
    #expect(found.action == #".add(id: <redacted>, site: "a", password: <redacted>)"#)
  }

  /// A secret and a payload in optionals are the values that they hold.
  @Test func anActionOfATraceEqualToASecretOfItsStartIsMasked() throws {
    struct Entry { let password: Int? = 4711 }
    #expect(Redactor().masks(in: Entry(), at: "") == ["4711"])
    let wrong = Keyring.logins(value: { value, _ in value.selected = 1 })
    let state = KeyringState()
    state.logins = [KeyObject(id: 1, site: "a", password: "4711")]
    let store = try MigrationStore(
      state, wrong, at: .shadow, parity: ParityOptions(tracedActions: 9), after: [.select(id: 4711)]
    )
    let trace = try #require(store.trace(of: wrong))
    #expect("\(trace)".hasSuffix(":\n  .select(id: <redacted>)"), "\(trace)")
  }

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
