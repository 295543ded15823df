import Foundation
import ReferenceRedux
import Testing
import ValueRedux
import ValueReflection
@testable import BridgeTestApps
@testable import ReduxBridge

/// Names depend on facts cached by type, and yet distinguish two values of one type.
struct ActionTypeNameTests {
  struct Rename: ReduxAction {
    let identifier: String
  }

  enum Tap: ReduxAction {
    case once, twice
    case held(seconds: Int)
    case on(Target)
    case sent(Rename)
    case shown(Chameleon)
    case password(Target)

    var identifier: String { "tap" }
  }

  enum Hidden: Redactable { case shown }

  indirect enum Target: Sendable {
    case row(Int)
    case within(Target)
    case nothing
  }

  /// Reflects itself as an enum, whose case its mirror would name.
  struct Chameleon: ReduxAction, CustomReflectable {
    var identifier: String { "chameleon" }

    var customMirror: Mirror { Mirror(self, children: ["secret": 1], displayStyle: .enum) }
  }

  /// Says too much of itself.
  enum Talkative: Sendable, CustomStringConvertible, CaseIterable {
    case idle, busy

    var description: String { "a secret" }
  }

  enum Load: Sendable, CustomStringConvertible {
    case full(Talkative), empty

    var description: String { "a secret" }
  }

  static let names: [(action: any Sendable, name: String)] = [
    (Rename(identifier: "rename"), "rename"),
    (Rename(identifier: "renameAgain"), "renameAgain"),
    (Tap.once, "once"), (Tap.twice, "twice"), (Tap.held(seconds: 3), "held"),
    (Tap.on(.row(1)), "on.row"), (Tap.on(.nothing), "on.nothing"),
    (Tap.on(.within(.within(.row(2)))), "on.within.within.row"),
    (Tap.sent(Rename(identifier: "rename")), "sent"),
    (Tap.shown(Chameleon()), "shown"), (Chameleon(), "chameleon"),
    (Tap.password(.row(1)), "password"), (Hidden.shown, "ActionTypeNameTests.Hidden"),
    (Load.full(.busy), "full.ActionTypeNameTests.Talkative.allCases[1]"),
    (Load.empty, "ActionTypeNameTests.Load"),
    (7, "Int"), (Target?.some(.nothing), "Optional<ReduxBridgeTests.ActionTypeNameTests.Target>"),
  ]

  /// Not on the thread, on the actions before, and on the static type.
  @Test func aNameDependsOnTheActionAlone() async {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask { Self.names.map { actionTypeName(of: $0.action) } }
      }
      for await found in group { #expect(found == Self.names.map(\.name)) }
    }
    func name<Action>(_ action: Action) -> String { actionTypeName(of: action) }
    for (action, expected) in Self.names + Self.names.reversed() {
      var found = [actionTypeName(of: action), name(action as any Sendable)]
      if let action = action as? any ReduxAction { found.append(name(action as any ReduxAction)) }
      #expect(Set(found) == [expected])
    }
  }

  @Test func theOptionsPutTheTypeBeforeTheCaseOfAProtocol() {
    let actions: [any ReduxAction] = [
      Tap.once, Tap.on(.row(1)), Rename(identifier: "rename"), Chameleon(),
    ]
    #expect(
      actions.map(ParityOptions<any ReduxAction>().actionType) == [
        "ActionTypeNameTests.Tap.once", "ActionTypeNameTests.Tap.on.row", "rename", "chameleon",
      ])
    #expect([Tap.once, .on(.row(1))].map(ParityOptions<Tap>().actionType) == ["once", "on.row"])
  }
}

@Suite struct SourceTextTests {
  enum Plain: Equatable { case one, two(Int), three(a: Int, String) }
  enum Named: String, CustomStringConvertible {
    case one

    var description: String { "not the name" }
  }
  final class Link { var next: Link? }

  private func text(_ value: Any) -> String {
    Redactor().text(of: value, at: "")
  }

  @Test func valuesAreWrittenAsSource() {
    let cycle = Link()
    cycle.next = cycle
    let cases: [(value: Any, text: String)] = [
      (Plain.one, ".one"), (Plain.two(-3), ".two(-3)"),
      (Plain.three(a: 1, "b"), ".three(a: 1, \"b\")"),
      (Named.one, "SourceTextTests.Named(rawValue: \"one\")!"),
      (["b": [1.5, .infinity], "a": []], "[\"a\": [], \"b\": [1.5, .infinity]]"),
      (Set([3, 1, 2]), "[1, 2, 3]"), (Optional<Int>.none as Any, "nil"),
      ("quote \" and \n", "\"quote \\\" and \\n\""),
      (Date(timeIntervalSinceReferenceDate: 2), "Date(timeIntervalSinceReferenceDate: 2.0)"),
      (PaneValue(offset: 1, isWide: true), "PaneValue(offset: 1, isWide: true)"),
      (cycle, "SourceTextTests.Link(next: ...)"),
    ]
    #expect(cases.map { text($0.value) } == cases.map(\.text))
    cycle.next = nil
    let accents = Redactor().differences(
      from: ["\u{e9}", "e\u{301}"], to: ["e", "\u{e9}"])
    #expect(accents.map(\.old) == ["\"\u{e9}\""])
  }

  /// Its mirror may show anything.
  @Test func aValueThatReflectsItselfIsComparedAsAWhole() {
    struct Mirrored: Equatable, CustomReflectable {
      let id: Int
      var customMirror: Mirror { Mirror(self, children: ["id": id]) }
    }
    let found = Redactor().differences(from: [Mirrored(id: 1)], to: [Mirrored(id: 2)])
    #expect(found.map(\.path) == ["0"])
  }

  @Test func aWindowIsWrittenAsItIsMadeAndNamedByItsIdentity() throws {
    let id = "0E1F2A3B-0000-4000-8000-00000000000A"
    let window = WindowUUID(try #require(UUID(uuidString: id)))
    #expect(text(window) == "WindowUUID(UUID(uuidString: \"\(id)\")!)")
    let differences = Redactor().differences(from: [window: 1], to: [window: 2])
    #expect(differences.map(\.path) == [id])
    let hiding = Redactor { _, value in value is WindowUUID ? "a window" : nil }
    #expect(hiding.differences(from: [window: 1], to: [window: 2]).map(\.path) == ["a window"])
  }

  enum Kinds {
    case open(Int.Type), both(Int, kind: Plain.Type), some(any Any.Type)
  }

  /// Reflection finds garbage where the type of a payload says which metatype it is.
  @Test func aMetatypeIsNotLookedInto() {
    let kinds = [Kinds.open(Int.self), .both(1, kind: Plain.self), .some(Int.self)]
    #expect(kinds.map { actionTypeName(of: $0) } == ["open", "both", "some"])
    let texts = [".open(<metatype>)", ".both(1, kind: <metatype>)", ".some(Int.Type())"]
    #expect(kinds.map(text) == texts)
    #expect(kinds.prefix(2).map { safeText(of: $0) { "\($0)" } } == Array(texts.prefix(2)))
    let found = Redactor().differences(from: kinds[1], to: .both(2, kind: Plain.self))
    #expect(found.map(\.path) == ["both.0"])
  }
}
