import Foundation
import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import ReduxBridgeTesting
@testable import ReduxSessions

/// Differences behind constants of the code, which random payloads do not meet.
@Suite struct PayloadsTests {
  /// One seed, and twenty where the tests run in full.
  static let seeds = (0..<UInt64(TestVolume.count(1, soak: 20))).map { TestSeed.current &+ $0 }

  @Test(arguments: Gap.all, seeds)
  func aDifferenceBehindAConstantIsFound(_ gap: Gap, _ seed: UInt64) throws {
    let report = try gap.check.run(
      .random(seed: seed, actions: gap.budget, payloads: gap.payloads, VaultAction.random))
    #expect(report.counterexample?.isReproducible == true, "\(report)")
  }

  private struct Known { let id: Int, otherID: UUID }

  /// Every number that fits is drawn, each id and one more, and the literals in their order.
  @Test func whatAPayloadBecomes() throws {
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 3)
    let payloads = Payloads(["a": [7], "b": ["x"], "c": [2.5]], share: 1)
    var draws = PayloadDraws<[VaultAction]>(payloads)
    var (narrow, wide, texts, ids, dates) = (
      Set<Int8>(), Set<Int>(), Set<String>(), Set<UUID>(), Set<Date>()
    )
    let (known, usual) = (UUID(), UUID())
    var lastLiterals = 0
    for _ in 0..<1_500 {
      func varied<Value: Codable & Sendable>(_ value: Value) -> Value {
        var draws = PayloadDraws<Value>(payloads)
        return draws.varied(
          value, knowing: [Known(id: 41, otherID: known)], using: &generator)
      }
      narrow.insert(varied(3))
      wide.insert(varied(3))
      let text = varied("é")
      texts.insert(text)
      lastLiterals += text == "2.5" ? 1 : 0
      ids.insert(varied(usual))
      dates.insert(varied(Date(timeIntervalSince1970: 0)))
    }
    let allNarrow: Set<Int8> = [0, 1, -1, -128, 127, 7, 41, 42]
    // Seldom do none of those that are tried fit.
    #expect(narrow.subtracting([3]) == allNarrow)
    let someWide: [Int] = [.min, .max, Int(Int32.max), Int(UInt32.max), 41, 42, 7]
    #expect(wide.isSuperset(of: someWide))
    let someTexts: [String] = ["", "7", "x", "2.5", "7x", "7x2.5", "é?", known.uuidString]
    #expect(texts.isSuperset(of: someTexts))
    #expect(lastLiterals > 110, "\(lastLiterals)")
    #expect(Set(texts.map(\.unicodeScalars.count)).isSuperset(of: [0, 1, 2, 1_000]))
    #expect(ids.contains(known) && ids.count > 2)
    #expect(dates.contains { $0.timeIntervalSince1970 < 0 })
    let lists = (0..<2_000).map { _ in
      draws.varied([.enter("")], knowing: [], using: &generator)
    }
    let followed = zip(lists, lists.dropFirst()).filter {
      $0 == [VaultAction.enter("7")] && $1 == [.enter("x")]
    }
    #expect(followed.count > 40)
  }

  private struct Seat: Codable, Hashable, Sendable { var row: Int, letter: String }

  private struct Booking: Codable, Sendable {
    var seats: [Seat] = [Seat(row: 9, letter: "z")]
    var guest = "x"
    var price = 7
    var weight = 0.25
  }

  /// X15.
  @Test func whatTheStateHasBecomesAPayload() {
    var generator: any RandomNumberGenerator = SeededGenerator("whatTheStateHasBecomesAPayload")
    var draws = PayloadDraws<Booking>(Payloads(share: 1))
    let state: [any Sendable] = [[Seat(row: 1, letter: "b"): 40], "Zo\u{E9}"]
    let drawn = (0..<6_000).map { _ in
      draws.varied(Booking(), knowing: state, using: &generator)
    }
    #expect(drawn.contains { $0.seats.isEmpty })
    #expect(drawn.contains { $0.seats == [Seat(row: 1, letter: "b")] })
    let guests = Set(drawn.map { Array($0.guest.unicodeScalars) })
    for text in ["ZO\u{C9}", "zo\u{E9}", "Zoe\u{301}"] {
      #expect(guests.contains(Array(text.unicodeScalars)), "\(text)")
    }
    let prices = Set(drawn.map(\.price))
    #expect(prices.isSuperset(of: [.max - 39, .max / 40 + 1, -978_307_201]))
    #expect(Set(drawn.map(\.weight)).isSuperset(of: [.infinity, -.infinity]))
  }

  private final class Sum: Codable { var number = 0 }

  /// A sum that traps when it overflows, over each kind of source.
  private static func runTrap(_ source: ActionSource<Int>) throws {
    let slice = StateSlice<Sum, Int, Int>(
      "sum", projection: Projection(\.number), legacy: [{ $0.number += $1 }],
      reducer: Reducer { $0 += $1 })
    let named = ParityOptions<Int>(actionType: { $0 > 1 ? "large" : "small" })
    let check = ParityCheck([.slice(slice)], parity: named) { Sum() }
    _ = try check.run(source, effort: .sides)
  }

  /// X14: code that traps on a payload ends the test process; what ran is named by its case and its payload.
  @Test func aTrapIsPrecededByTheActionThatRan() async throws {
    let results = try await [
      #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Self.runTrap(.random(seed: 1, of: [1], payloads: Payloads(share: 1)))
      },
      #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Self.runTrap(.random(seed: 1, of: [.max]))
      },
      #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Self.runTrap(.everyState(of: [.max], depth: 2))
      },
    ]
    for result in results {
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains(/the process ended in this run: (large|small): -?\d+\n/), "\(text)")
    }
  }

  @Test func theIdsOfAValueAreKnown() {
    struct Item { let id: Int8, parentID: String?, size: Int, kind: Any.Type }
    let value = (items: [Item(id: 4, parentID: "p", size: 9, kind: Int.self)], names: [7: "seven"])
    let texts: [String] = KnownPayloads(in: value).ids.map(\.jsonText)
    #expect(texts == ["4", "\"p\"", "7"])
    let seats = [Seat(row: 1, letter: "b"): "taken"]
    #expect(KnownPayloads(in: seats).ids.map(\.jsonText) == [#"{"row":1,"letter":"b"}"#])
  }

  @Test(arguments: [
    "A random list needs at least one action.", "A share is between 0 and 1.",
  ])
  func whatCannotBeDrawnIsRefused(_ text: String) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [text = text as String] in
      _ = Payloads(share: text.contains("share") ? 1.5 : 1)
      _ = ActionSource<VaultAction>.random(seed: 1, of: [])
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(text), "\(message)")
  }

  @Test func aReportNamesWhatWasNeverTried() throws {
    let payloads = Payloads(["Legacy.swift:88": ["04\u{1}", 81]], share: 0)
    let report = try Gap.door.check.run(
      .random(seed: 5, of: [.add(1), .touch], actions: 400, payloads: payloads))
    #expect(report.description.contains("payloads never tried: 0, -1, 0.5, "), "\(report)")
    #expect(
      report.description.contains("\"04\\u{01}\" from Legacy.swift:88, 81 from Legacy.swift:88"))
  }
}

/// A constant in the code of one side, and how soon the search has to meet it.
struct Gap: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let payloads: Payloads
  var budget = 100_000
  /// Whether the old code does something else.
  let isMet: @Sendable (_ action: VaultAction, _ total: Int) -> Bool

  static let door = Gap(
    testDescription: "door", payloads: Payloads(["Legacy.swift:12": ["0451"]]), budget: 200
  ) { action, _ in action == .enter("0451") }

  static let all = [
    door, Gap("code", ["271828182"]) { action, _ in action == .enter("271828182") },
    Gap("digits", [2, 7, 1, 8, 2, 8, 1, 8, 2]) { action, _ in action == .enter("271828182") },
    Gap("overflow", []) { _, total in total > Int32.max },
    Gap("prefix", ["admin:"]) { action, _ in
      if case .enter(let text) = action { text.hasPrefix("admin:") } else { false }
    },
  ]

  var check: ParityCheck<Vault, VaultAction> {
    @Sendable func reduce(_ value: inout Vault.Value, _ action: VaultAction) {
      switch action {
      case .enter(let text), .rename(let text): value.name = text
      case .add(let number): value.total = value.total &+ number
      case .touch: break
      }
    }
    let slice = StateSlice<Vault, VaultAction, Vault.Value>(
      "vault", projection: Vault.projection,
      legacy: [
        { vault, action in
          reduce(&vault.value, action)
          if isMet(action, vault.value.total) { vault.value.name += "!" }
        }
      ], reducer: Reducer(reduce))
    return ParityCheck([.slice(slice)]) { Vault() }
  }
}

extension Gap {
  /// A constant among literals of other code.
  private init(
    _ name: String, _ literals: [any Encodable & Sendable],
    isMet: @escaping @Sendable (VaultAction, Int) -> Bool
  ) {
    (testDescription, self.isMet) = (name, isMet)
    payloads = Payloads(["Legacy.swift:12": literals, "Legacy.swift:14": ["x", 600]])
  }
}

enum VaultAction: Codable, Equatable, Sendable {
  case enter(String)
  case rename(String)
  case add(Int)
  case touch

  static func random(using generator: inout any RandomNumberGenerator) -> VaultAction {
    let number = Int.random(in: 0...9_999, using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return .enter("\(number)")
    case 1: return .rename("text \(number)")
    case 2: return .add(number)
    default: return .touch
    }
  }
}

final class Vault: Codable {
  struct Value: Codable, Equatable, Sendable {
    var name = ""
    var total = 0
  }

  var value = Value()

  static var projection: Projection<Vault, Value> { Projection(\.value) }
}
