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
  @Test func aReportIsATableThenWhatWasFoundAndWhatWasNotExercised() throws {
    let whole = try Halves.check(Halves.toggle()).run(.everyState(of: [.left, .right]))
    #expect(
      whole.description == """
        passed, 2 actions, depth 2: 2 states, 4 transitions compared, all that is reachable
        slice  changed  matched  laws  footprint
        left   9 of 9   9        hold  clean
        Looked at in part:
          4 transitions run twice, 2 states reached again from a new initial state
        """)
    let left = Halves.Slice(
      "left", projection: Projection(\.left.count), legacy: [Halves.moveLeft],
      reducer: Reducer { count, action in
        if action != .right { count += count == 2 ? 7 : 1 }
      })
    let wrong = try Halves.check(left).run(.list([.right, .left, .both, .right, .left, .left]))
    #expect(
      wrong.description == """
        failed, 6 actions
        slice  changed  matched  laws  footprint
        left   4 of 6   5        hold  clean
        Found:
          left (shadow): after action 5 .left, as a whole: legacy 3, value 9
        Shortest:
          left (shadow): after action 3 .left, as a whole: legacy 3, value 9
          3 of 6 actions show it:
            .left
            .both
            .left
        """)
  }

  private struct Shown: Equatable {
    enum Kind: Equatable {
      case plain
      case sized(width: Int)
    }

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
        "kinds.1.sized.width", "list",
      ])

    // A pair is of no type that says what is equal.
    let pairs = [(1, 2), (1, 3)]
    let earlier = (value: pairs[0] as Any, tree: trees.tree(of: pairs[0]))
    #expect(trees.tree(of: pairs[1], earlier: earlier) == trees.tree(of: pairs[1]))
    // Equal parts are not rendered again.
    let zeros = trees.tree(of: [-0.0, 2], earlier: ([0.0, 1], trees.tree(of: [0.0, 1])))
    #expect(zeros.jsonText == "[0.0,2.0]")

    // A token stays the same one.
    #expect(trees.tree(of: ["password": token]) == .object(["password": .string(token)]))
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
