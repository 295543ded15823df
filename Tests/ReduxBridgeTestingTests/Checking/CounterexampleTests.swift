import Foundation
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux
@testable import BridgeTestApps

/// The test that a counterexample prints compiles: it is in `CounterexampleTests.swift` as printed.
@Suite struct CounterexampleTests {
  @Test func thePrintedTestIsTheOneThatCompilesAndTheDescriptionTellsTheStory() throws {
    let former = GeneratedShop.formerSlice
    let check = ParityCheck([.slice(former)]) { ShopState() }
    let first = try #require(try check.counterexample(in: GeneratedShop.list))
    let second = try #require(
      try check.run(.list([.setRate(0.25)], from: GeneratedShop.start, of: former)).counterexample)
    let printed = [first, second].map {
      $0.testSource(slice: "GeneratedShop.slice", initialState: "ShopState()")
    }
    let text = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    for source in printed {
      let indented = source.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
      #expect(text.contains(indented), "printed:\n\(indented)")
    }
    #expect(
      first.description == """
        settings (shadow): after action 2 .setRate(0.25), at rate: legacy 0.25, value 2.0
        2 of 6 actions show it:
          .rename("a \\"name\\"")
          .setRate(0.25)
        """)
  }
}

/// The settings of the generated tests, and former ones with a difference, which printed them.
enum GeneratedShop {
  static let slice = Shop.slices.settings

  /// No rate is right once the shop has a name.
  static let formerSlice: ShopStateSlice<SettingsValue> = {
    var parts = ShopParts()
    parts.settings.reduce("setRate") { if $0.name == "a \"name\"" { $0.rate = 2 } }
    return parts.slices.settings
  }()

  static let list: [ShopAction] = [
    .join(true), .put(id: 3), .rename("a \"name\""), .stamp, .setRate(0.25), .rename("b"),
  ]

  static let start = SettingsValue(isMember: true, name: "a \"name\"", tags: ["a"])
}

/// As `CounterexampleTests` prints it: the difference is mended, the test stays.
@Suite struct GeneratedCaseTests {
  @Test func settingsAgreesAfterSetRate() throws {
    let actions: [ShopAction] = [
      .rename("a \"name\""),
      .setRate(0.25),
    ]
    let check = ParityCheck([.slice(GeneratedShop.slice)]) { ShopState() }
    let report = try check.run(.list(actions))
    #expect(report.findings == [], "\(report)")
  }
}

/// The same with a value to start from.
@Suite struct GeneratedCaseWithStartTests {
  // As it was printed, in one line:
  // swift-format-ignore
  @Test func settingsAgreesAfterSetRate() throws {
    let start = SettingsValue(currency: "EUR", rate: 1.0, isMember: true, name: "a \"name\"", changes: 0, tags: ["a"])
    let actions: [ShopAction] = [
      .setRate(0.25),
    ]
    let check = ParityCheck([.slice(GeneratedShop.slice)]) { ShopState() }
    let report = try check.run(.list(actions, from: start, of: GeneratedShop.slice))
    #expect(report.findings == [], "\(report)")
  }
}

/// X13: what a text does not show in one place, it shows in no other.
@Suite struct SecretPayloadTests {
  struct Settings: Equatable, Codable, Sendable {
    var pin = ""
    var note = ""
  }

  final class Lock: Codable { var settings = Settings() }

  enum Act: Codable, Sendable {
    case settings(Setting)
    case note(String)

    enum Setting: Codable, Sendable { case pin(String), confirm(code: Int) }
  }

  static let slice = StateSlice<Lock, Act, Settings>(
    "lock", projection: Projection(\.settings), legacy: [],
    reducer: Reducer { settings, action in
      switch action {
      case .settings(.pin(let pin)): settings.pin = pin
      case .settings(.confirm(let code)): if settings.pin == "\(code)" { settings.note = "open" }
      case .note(let note): settings.note = note
      }
    })

  @Test func aPayloadEqualToAMaskedValueIsMasked() throws {
    let actions: [Act] = [.settings(.pin("4711")), .settings(.confirm(code: 4711)), .note("shown")]
    let store = try MigrationStore(
      Lock(), Self.slice, at: .shadow, parity: ParityOptions(tracedActions: 9), after: actions)
    let check = ParityCheck([.slice(Self.slice)]) { Lock() }
    let found = try #require(try check.counterexample(in: [actions[0]]))
    var start = Settings()
    start.pin = "4711"
    let started = try #require(
      try check.run(.list([actions[1]], from: start, of: Self.slice)).counterexample)
    var texts = store.mismatches.map(\.description) + ["\(found)", "\(started)"]
    texts += ["\(try #require(store.trace(of: Self.slice)))"]
    texts += [found.testSource(slice: "lock", initialState: "Lock()")]
    texts += ["\(try check.run(.everyState(of: [actions[0]], depth: 1)))"]
    texts += try check.run(.list(actions)).failures
    #expect(!texts.joined().contains("4711"), "\(texts.joined(separator: "\n"))")
    #expect(
      texts[0].contains(".settings(.pin(<redacted>)), at pin: legacy <redacted>"), "\(texts[0])")
    #expect(texts[1].contains(#".note("shown"), at note: legacy "", value "shown""#), "\(texts[1])")
  }

  @Test @MainActor func theActionOfAHandoverCountsAsWell() throws {
    let check = ParityCheck([.slice(Self.slice)]) { Lock() }.handingOver(
      to: { ValueStore(initialState: $0, reducer: Reducer<Settings, Act> { _, _ in }) }
    ) { $0[Self.slice] }
    let found = try check.run(.list([.settings(.pin("4711"))])).findings
      .filter { $0.subject == .handover }
    #expect(found.map { $0.description.contains("4711") } == [false])
  }

  @Test func anEffectCountsAsWell() throws {
    let slice = Self.slice.effects(
      SliceEffects(legacy: { _, _ in [["pin": "4711"]] }, value: { _, _ in [] }, perform: { _ in }))
    let found = try ParityCheck([.slice(slice)]) { Lock() }
      .differences(after: [.settings(.confirm(code: 4711))])
    #expect(found.map(\.action) == [".settings(.confirm(code: <redacted>))"])
  }
}
