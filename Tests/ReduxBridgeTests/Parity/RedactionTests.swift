import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Greps all that the checker shows for what must not be shown.
@Suite struct RedactionTests {
  static let secrets = ["hunter2", "s3cret", "t0ken", "p1n", "diary", "tellTale"]

  struct Password: Redactable, Hashable, Codable {
    var letters: String
  }

  /// A type that says too much of itself.
  enum Lock: Equatable, Sendable, CustomStringConvertible, CaseIterable {
    case open, shut

    var description: String { "tellTale" }
  }

  final class VaultState: Codable {
    var byPassword: [Password: Int] = [:]
    var used: Set<Password> = []
    var password = Password(letters: "hunter2")
    var pin = "p1n"
    var note = "public"
    var token: String?
  }

  struct Vault: Equatable, Sendable {
    struct Login: Equatable, Sendable {
      var password: Password
      var pin: String
    }

    var byPassword: [Password: Int]
    var used: Set<Password>
    var login: Login
    var note: String
    var lock = Lock.open
  }

  enum VaultAction: Equatable, Sendable, CustomStringConvertible {
    case use(Password, pin: String)
    case refuse(token: String)
    case lock(Lock)
    case clear

    var description: String { "tellTale \(self == .clear ? "s3cret" : "")" }
  }

  enum VaultEffect: Equatable, Sendable {
    case send(Password, token: String)
  }

  static let redactor = Redactor { path, _ in
    path.hasSuffix("pin") || path.hasSuffix("token") || path.contains("diary") ? "\"...\"" : nil
  }

  static let slice = StateSlice<VaultState, VaultAction, Vault>(
    "vault",
    projection: Projection(
      read: { state in
        Vault(
          byPassword: state.byPassword, used: state.used,
          login: .init(password: state.password, pin: state.pin), note: state.note)
      },
      write: { state, value in
        (state.byPassword, state.used) = (value.byPassword, value.used)
        (state.password, state.pin) = (value.login.password, value.login.pin)
        state.note = value.note
      }),
    legacy: [
      { state, action in
        guard case .use(let password, let pin) = action else { return }
        state.byPassword[password, default: 0] += 1
        (state.password, state.pin) = (password, pin)
      }
    ],
    reducer: Reducer { value, action in
      switch action {
      case .use(let password, _): value.used.insert(password)
      case .lock(let lock): value.lock = lock
      case .refuse: value.login.password = Password(letters: "s3cret")
      case .clear: value.note = "cleared"
      }
    }
  )
  .effects(
    SliceEffects(
      legacy: { _, _ in [VaultEffect.send(Password(letters: "s3cret"), token: "t0ken")] },
      value: { _, _ in [] }, perform: { _ in })
  )
  .allowing(.noise(at: "nowhere", because: "to be listed"))

  static let actions: [VaultAction] = [
    .clear, .use(Password(letters: "hunter2"), pin: "p1n"), .lock(.shut), .refuse(token: "t0ken"),
    .use(Password(letters: "s3cret"), pin: "p1n"),
  ]

  @Test func nothingThatIsShownHoldsASecret() throws {
    let store = MigrationStore(
      state: VaultState(), entries: [.slice(Self.slice.gate(Gate(compared: 100)))],
      parity: ParityOptions(redactor: Self.redactor, tracedActions: 10))
    try store.setStage(.shadow, of: Self.slice)
    for action in Self.actions { store.dispatch(action) }
    store.flush()
    #expect(store.mismatches.count == Self.actions.count)

    let check = ParityCheck(Self.slice, parity: ParityOptions(redactor: Self.redactor)) {
      VaultState()
    }
    let found = try #require(try check.counterexample(in: Self.actions))
    let trace = try #require(store.trace(of: Self.slice))
    let traced = try #require(try check.counterexample(in: trace))
    let report = try check.run(Self.actions)
    var shown = store.mismatches.map(\.description)
    shown += try store.mismatches.map { try json($0) }
    shown += [store.ledger.description, try json(store.ledger), store.parityCost.description]
    shown += [found, traced].flatMap {
      [$0.description, $0.testSource(slice: "slice", initialState: "VaultState()")]
    }
    shown += report.failures + report.mismatches.map { "\($0)" }
    shown += store.unmetDemands(of: Self.slice)
    do {
      try store.setStage(.lead, of: Self.slice)
      Issue.record("The gate is closed.")
    } catch {
      shown.append("\(error)")
    }
    for text in shown { expectNoSecret(in: text) }
    #expect(shown.joined().contains(Redactor.mask))
  }

  @Test @MainActor func aHandOverIsRedacted() throws {
    let store = MigrationStore(
      state: VaultState(), entries: [.slice(Self.slice)],
      parity: ParityOptions(redactor: Self.redactor))
    try store.setStage(.migrated, of: Self.slice)
    var other = try store.collect { $0[Self.slice] }
    other.login = Vault.Login(password: Password(letters: "s3cret"), pin: "other p1n")
    other.byPassword = [Password(letters: "hunter2"): 1]
    let successor = ValueStore<Vault, VaultAction>(
      initialState: other, reducer: Reducer { _, _ in })
    let differences = try store.handoverDifferences(to: successor, after: []) { $0[Self.slice] }
    #expect(differences.count == 3)
    for difference in differences { expectNoSecret(in: "\(difference)") }
  }

  @Test func aViolatedLawIsRedacted() throws {
    let projection = Projection<VaultState, [Password: Password]>(
      read: { [$0.password: $0.password] }, write: { _, _ in })
    let violations = try projection.checkLaws(
      on: VaultState(), values: [[Password(letters: "s3cret"): Password(letters: "s3cret")]])
    #expect(!violations.isEmpty)
    for violation in violations { expectNoSecret(in: "\(violation)") }
  }

  @Test func noiseIsRedacted() throws {
    let calls = Counter()
    let slice = StateSlice<VaultState, VaultAction, Vault>(
      "vault", projection: Self.slice.projection, legacy: [],
      reducer: Reducer { value, _ in
        calls.increment()
        value.login.password = Password(letters: "hunter2 \(calls.value)")
        value.login.pin = "p1n \(calls.value)"
        value.byPassword[value.login.password] = 1
      })
    let check = ParityCheck(slice, parity: ParityOptions(redactor: Self.redactor)) { VaultState() }
    let noise = try check.noise(after: [.clear])
    #expect(Set(noise.map(\.path)).isSuperset(of: ["login.password", "login.pin"]))
    for finding in noise { expectNoSecret(in: "\(finding)") }
  }

  @Test func theTypeOfAnActionIsNotWhatItSaysOfItself() {
    #expect(actionTypeName(of: VaultAction.clear) == "RedactionTests.VaultAction")
    #expect(actionTypeName(of: VaultAction.refuse(token: "t0ken")) == "refuse")
    #expect(actionTypeName(of: VaultAction.lock(.shut)) == "lock.RedactionTests.Lock.allCases[1]")
    #expect(actionTypeName(of: DeskAction.save) == "save")
    #expect(actionTypeName(of: SelfPortrait.tellTale("diary")) == "RedactionTests.SelfPortrait")
  }

  /// An enum that hides its payload from reflection and shows it elsewhere.
  enum SelfPortrait: CustomReflectable {
    case tellTale(String)

    var customMirror: Mirror {
      Mirror(self, children: ["diary": "diary"], displayStyle: .enum)
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  private func expectNoSecret(in text: String) {
    for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
  }
}
