import ObjectGraph
import Testing
import ValueReflection

/// All folds over a value agree on what is the same, and on what must not be shown.
@Suite struct FoldTableTests {
  enum Fold: CaseIterable { case reflection, comparison, fingerprint, verification }

  struct Row<Answer>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isExpected: Bool
    let answer: @Sendable (Fold) throws -> Answer
  }

  private static func row<Value: Codable & SendableMetatype>(
    _ name: String, _ makeOld: @autoclosure @escaping @Sendable () -> Value,
    _ makeNew: @autoclosure @escaping @Sendable () -> Value, isSame: Bool
  ) -> Row<Bool> {
    Row(testDescription: name, isExpected: isSame) { fold in
      let (old, new) = (makeOld(), makeNew())
      return switch fold {
      case .reflection: reflectedDifferences(from: old, to: new, by: .exact).isEmpty
      case .comparison: try Graph.differences(from: old, to: new).isEmpty
      case .fingerprint: try Graph.fingerprint(of: old) == Graph.fingerprint(of: new)
      case .verification: VerifyTableTests.text(ofLosing: old, to: new).isEmpty
      }
    }
  }

  class Base: Codable {
    private var hidden: Int
    init(_ hidden: Int) { self.hidden = hidden }
  }

  final class Derived: Base {}

  enum Holder: Codable {
    case none
    case item(Leaf)
    case pair(first: Leaf, Int)
    indirect case nested(Holder)
  }

  private struct Private: Codable { var number: Int }

  /// A type whose mirror hides what it has.
  struct Mirrored: Codable, Equatable, CustomReflectable {
    var number: Int
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  final class Node: Codable {
    var number: Int
    @StrongBackReference var next: Node?
    init(_ number: Int) { self.number = number }

    static func ring(_ number: Int) -> Node {
      let (first, second) = (Node(1), Node(number))
      (first.next, second.next) = (second, first)
      return first
    }
  }

  private static var pairs: [Row<Bool>] {
    [
      row("a nil in an optional and a nil", Optional<Int?>.some(nil), nil, isSame: false),
      row("a value in two optionals", Optional<Int?>.some(1), .some(2), isSame: false),
      row("two nils in optionals", Optional<Int?>.some(nil), .some(nil), isSame: true),
      row("NaN", Double.nan, Double.nan, isSame: true),
      row("a zero and its negative", 0.0, -0.0, isSame: false),
      row("values of other keys", ["a": 1], ["b": 1], isSame: false),
      row("values of one key", [1: ["a": 1]], [1: ["a": 2]], isSame: false),
      row("members", Set([1, 2]), [2, 1], isSame: true),
      row("another member", Set([1, 2]), [1, 3], isSame: false),
      row("positions", [1, 2], [2, 1], isSame: false),
      row("another length", [1], [1, 1], isSame: false),
      row("an object in a case", Holder.item(Leaf(1)), .item(Leaf(2)), isSame: false),
      row("an equal object in a case", Holder.item(Leaf(1)), .item(Leaf(1)), isSame: true),
      row(
        "a labeled payload", Holder.pair(first: Leaf(1), 2), .pair(first: Leaf(1), 3), isSame: false
      ),
      row("an indirect case", Holder.nested(.item(Leaf(1))), .nested(.none), isSame: false),
      row("a case without payload", Holder.none, .none, isSame: true),
      row("a private type", Private(number: 1), Private(number: 2), isSame: false),
      row("a field of a superclass", Derived(1), Derived(2), isSame: false),
      row("a subclass", Base(1), Derived(1), isSame: false),
      row("a mirror that hides", Mirrored(number: 1), Mirrored(number: 2), isSame: false),
      row("the same behind such a mirror", Mirrored(number: 1), Mirrored(number: 1), isSame: true),
      row("a ring", Node.ring(2), Node.ring(3), isSame: false),
      row("an equal ring", Node.ring(2), Node.ring(2), isSame: true),
    ]
  }

  @Test(arguments: pairs, Fold.allCases)
  func eachFoldAgreesOnWhatIsTheSame(_ row: Row<Bool>, _ fold: Fold) throws {
    #expect(try row.answer(fold) == row.isExpected)
  }

  // MARK: Secrets

  struct Pass: Codable, Hashable, Redactable { var text: String }
  struct Bare: RawRepresentable, Codable, Hashable, Redactable { var rawValue: String }
  struct Named<Value: Codable>: Codable { var password: Value }
  enum Login: Codable { case password(String), plain(Pass) }
  enum Choice: Codable { case s3cretOld, s3cretNew, s3cret([String]) }
  final class Account: Codable {
    var secret: String
    init(_ secret: String) { self.secret = secret }
  }
  final class Vault: Codable, Redactable {
    var accounts: [String: Account]
    init(_ text: String) { accounts = [text: Account(text)] }
  }
  class Owner: Codable {
    private var apiKey: String
    init(_ key: String) { apiKey = key }
  }
  final class Heir: Owner {}

  /// The texts of one kind that are made of a value with a secret, and of another one with another secret.
  ///
  /// `SecretPositionsTests` has the positions that each output of the package is tried with.
  private static func secret<Value: Codable & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable (String) -> Value
  ) -> Row<[String]> {
    Row(testDescription: name, isExpected: false) { fold in
      let (old, new) = (make("s3cretOld"), make("s3cretNew"))
      switch fold {
      case .reflection:
        return [
          safeText(of: old) { "\($0)" },
          SourceText { SecretNames.usual.replacement(for: $1, at: $0) }.text(of: old, at: ""),
        ]
      case .comparison:
        return try Graph.differences(from: old, to: new).map(\.description)
          + Graph.differences(from: [old], to: []).map(\.description)
          + Graph.differences(from: old, to: new) { _, _ in "shown" }.map(\.description)
          + [Graph.description(of: old, at: "")]
      case .fingerprint: return ["\(try Graph.fingerprint(of: old))"]
      case .verification: return [VerifyTableTests.text(ofLosing: old, to: new)]
      }
    }
  }

  private static var secrets: [Row<[String]>] {
    [
      secret("a list under a name") { Named(password: [[$0]]) },
      secret("an object under a name") { Named(password: Account($0)) },
      secret("a key in a list") { [["accessToken": [$0]]] },
      secret("a case under a name") {
        Named(password: $0 == "s3cretOld" ? Choice.s3cretOld : .s3cretNew)
      },
      secret("a payload under a name") { Named(password: [Choice.s3cret([$0])]) },
      secret("a key of a type under a name") { text in
        Named(password: Written { try [Name(text).stringValue: text].encode(to: $0) })
      },
      secret("a type in place of nil") { [$0 == "s3cretOld" ? nil : Pass(text: $0)] },
      secret("a type in another case") {
        [$0 == "s3cretOld" ? Login.plain(Pass(text: $0)) : .password($0)]
      },
      secret("a type of one text") { [Bare(rawValue: $0)] },
      secret("a type of one text in a set") { Set([Bare(rawValue: $0)]) },
      secret("a type of one text as a key") { [Bare(rawValue: $0): 1] },
      secret("a class") { ["x": [Vault($0)]] },
      secret("an object") { [Account($0)] },
      secret("a field of a superclass") { Heir($0) },
    ]
  }

  @Test(arguments: secrets, Fold.allCases)
  func noFoldShowsASecret(_ row: Row<[String]>, _ fold: Fold) throws {
    #expect(try row.answer(fold).filter { $0.contains("s3cret") } == [])
  }
}
