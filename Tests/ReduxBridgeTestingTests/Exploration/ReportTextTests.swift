import Foundation
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting
@testable import ReduxSessions

/// The whole texts of reports, in which every figure is that of one run.
@Suite struct ReportTextTests {
  @Test func anExhaustiveReportSaysWhatWasVisited() throws {
    var parts = LampParts()
    let whole = try parts.check.exhaust(LampAction.allCases, depth: 9)
    #expect(
      whole.description == """
        lamp: 4 actions, depth 7: 9 states, 36 transitions compared, all that is reachable
        36 transitions run twice, 9 states reached again from a new initial state
        """)
    parts.alsoReduce = { lamp, _ in lamp.warmth += 1 }
    parts.alsoChange = { value, action in if value.isLocked, action == .lock { value.level = 9 } }
    let found = try parts.check.exhaust(
      LampAction.allCases, depth: 9, cores: 1, identifying: ["Lamp.actions"])
    #expect(
      found.description == """
        lamp: 4 actions, depth 3: 7 states, 20 transitions compared, stopped at the first finding
        Found after 4 actions:
          lamp (shadow): after action 4 .lock, at level: legacy 2, value 9
            .toggle
            .up
            .up
            .lock
        States that differ in these fields alone count as one: Lamp.actions
        Not seen:
          a copy of the state loses Lamp.warmth
        20 transitions run twice, 7 states reached again from a new initial state
        """)
  }

  @Test(arguments: [(2, 1), (4, 9), (5, 10), (7, 20)])
  func aLimitEndsTheSearchAtATransition(_ limit: Int, _ transitions: Int) throws {
    let result = try LampParts().check.exhaust(
      LampAction.allCases, depth: 9, limit: limit, cores: 1)
    let counts = [result.states, result.transitions, result.replays]
    #expect(counts == [limit, transitions, limit])
  }

  @Test func aGuidedReportSaysWhatWasReached() throws {
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 1)
    let options = ParityOptions<LampAction>(
      expectedActionTypes: ["lamp": ["toggle", "up", "down", "lock"]])
    let check = ParityCheck(LampParts().slice, parity: options) { Lamp() }
    let report = try check.search([.toggle, .up], budget: 200, using: &generator)
    #expect(
      report.description == """
        lamp: 200 actions, 2 of 4 types, 6 classes of states
          changed  toggle 95 of 95, up 21 of 105
        Never reached: down, lock
        Not exercised:
          lamp: no action wrote isLocked
        No difference was found.
        """)
    var one = LampParts()
    one.alsoChange = { value, action in if action == .down { value.level = 9 } }
    let found = try ParityCheck(one.slice) { Lamp() }
      .search([.down], budget: 5, length: 3, using: &generator)
    #expect(
      found.description == """
        lamp: 1 action, 1 of 1 type, 1 class of states
          changed  down 0 of 1
        lamp (shadow): after action 1 .down, at level: legacy 0, value 9
        1 of 1 action shows it:
          .down
        """)
    let spent = try (1...60).map {
      try check.search([.toggle, .up], budget: $0, length: 3, using: &generator).reduced
    }
    #expect(spent == Array(1...60))
  }

  // MARK: Trees

  private struct Shown: Equatable, Encodable {
    enum Kind: Equatable, Encodable { case plain, sized(width: Int) }

    var name = "a"
    var password = "secret"
    var amount = 1.5
    var flag = true
    var none: Int?
    var list = [1, 2, 3]
    var counts = ["b": 2, "a": 1]
    var members: Set<Int> = [2, 10]
    var kinds = [Kind.plain, .sized(width: 3)]
  }

  private struct Nothing: Encodable, Redactable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  @Test func aValueIsShownAsATreeWithItsSecretsAsTokensOrMasked() {
    let redactor = Redactor { path, _ in path == "counts.b" ? "..." : nil }
    let trees = ReflectedTree(redactor: redactor)
    let value = Shown()
    let tree = trees.tree(of: value)
    let token = tree["password"]?.text ?? ""
    #expect(token.hasPrefix(SecretTokens.prefix))
    #expect(
      tree.jsonText.replacingOccurrences(of: token, with: "TOKEN")
        == #"{"name":"a","password":"TOKEN","amount":1.5,"flag":true,"none":null,"list":[1,2,3],"#
        + #""counts":{"a":1,"b":"..."},"members":[10,2],"kinds":[".plain",{"sized":{"width":3}}]}"#)
    var later = value
    later.list = [1, 9, 2, 3]
    later.kinds[1] = .sized(width: 4)
    let changed = trees.tree(of: later, earlier: (value, tree))
    #expect(changed == trees.tree(of: later))
    #expect(
      tree.changes(to: changed).map { $0.path.joined(separator: ".") } == [
        "list", "kinds.1.sized.width",
      ])

    // A pair is of no type that says what is equal.
    let pairs = [(1, 2), (1, 3)]
    let earlier = (value: pairs[0] as Any, tree: trees.tree(of: pairs[0]))
    #expect(trees.tree(of: pairs[1], earlier: earlier) == trees.tree(of: pairs[1]))
    // What is equal is not rendered again.
    let zeros = trees.tree(of: [-0.0, 2], earlier: ([0.0, 1], trees.tree(of: [0.0, 1])))
    #expect(zeros.jsonText == "[0.0,2.0]")

    #expect(trees.tree(of: Nothing()) == .string(Redactor.mask))
    // What is a token stays the same one.
    #expect(trees.tree(of: ["password": token]) == .object(["password": .string(token)]))
    #expect(trees.tree(ofObject: ["password": token]) == .object(["password": .string(token)]))
  }

  private func changes(_ old: JSONValue, _ new: JSONValue) -> [String] {
    old.changes(to: new).map { change in
      let place = change.path.joined(separator: ".") + (change.index.map { "[\($0)]" } ?? "")
      return "\(place): \(change.old?.jsonText ?? "-") \(change.new?.jsonText ?? "-")"
    }
  }

  @Test func changesOfATreeAreAsFewAsCanBe() {
    let (one, two, three, four) = (
      JSONValue.number(1), JSONValue.number(2), JSONValue.number(3), JSONValue.number(4)
    )
    let old = JSONValue.object(["a": one, "b": two, "c": three])
    for (old, new, expected) in [
      (one, one, []), (one, two, [": 1 2"]),
      (.array([one, two]), .array([one, three]), ["1: 2 3"]),
      (.array([one, two, three]), .array([one, four, four, three]), ["[1]: [2] [4,4]"]),
      (.array([one, one]), .array([one]), ["[1]: [1] []"]),
      (.array([one]), .array([one, one, one]), ["[1]: [] [1,1]"]),
      (old, .object(["c": three, "a": one, "b": two]), []),
      (old, .object(["b": four, "a": one, "d": one]), ["b: 2 4", "c: 3 -", "d: - 1"]),
      (
        .object(["x": .object(["a": one])]), .object(["x": .array([one])]),
        [#"x: {"a":1} [1]"#]
      ),
    ] as [(JSONValue, JSONValue, [String])] {
      #expect(changes(old, new) == expected)
    }
  }
}
