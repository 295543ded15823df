import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// A secret in every place where it can be is in no file, and each token has the type of the secret.
@Suite("Secrets in recordings")
struct SessionSecretsTests {
  static let secret = "s3cretValue"
  static let number = 918_273_645
  static let id = UUID(uuidString: "A17C0DE5-0000-4000-8000-5EC2E7000000")!
  static let url = URL(string: "https://s3cretValue.example/s3cretValue")!
  static let data = Data("s3cretValue".utf8)

  struct Masked: Redactable, Hashable, Codable, Sendable {
    var letters = SessionSecretsTests.secret
  }

  /// The property has a secret name, and the coding key has not.
  struct Renamed: Hashable, Codable, Sendable {
    var password = SessionSecretsTests.secret
    var site = "site"

    enum CodingKeys: String, CodingKey {
      case password = "p"
      case site
    }
  }

  /// Encodes the bare text.
  struct Bare: Hashable, Codable, Sendable {
    var token = SessionSecretsTests.secret

    init() {}
    init(from decoder: any Decoder) throws {
      token = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(token)
    }
  }

  struct Opaque: Hashable, Codable, Sendable, CustomReflectable {
    var content = SessionSecretsTests.secret
    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  enum Code: String, Redactable, Hashable, Codable, Sendable, CaseIterable {
    case a, b, c
  }

  enum Keyed: Hashable, Codable, Sendable {
    case editPassword(id: Int, to: String)

    enum CodingKeys: String, CodingKey { case editPassword = "edit" }
  }

  enum Act: Hashable, Codable, Sendable {
    case setPasscode(Int)
    case secret(UUID, URL, Data)
    case unlock(pin: Int, keys: [String], at: Date)
    case open(URL, String)
    case amounts(secret: Double, secretRatio: Float, secretSum: Decimal)
    case renamed(Renamed)
    case bare(Bare)
    case opaque(Opaque)
    case masked(Masked, [Masked: Int], Set<Masked>)
    case codes([Code])
    case keyed(Keyed)
    case headers([String: String])
    case secrets([String: [Int]])
    case nested([[Masked]], password: String?)
    case named(text: String)
    case plain(String, Bool, at: Date)
  }

  static let actions: [Act] = [
    .setPasscode(number), .secret(id, url, data),
    .unlock(pin: number, keys: [secret], at: Date(timeIntervalSinceReferenceDate: 5)),
    .open(URL(string: "https://me:s3cretValue@example.com/a")!, "at ftp://s3cretValue@example.com"),
    .amounts(secret: 918_273.645, secretRatio: 918273.6, secretSum: 918_273.645),
    .renamed(Renamed()), .bare(Bare()), .opaque(Opaque()),
    .masked(Masked(), [Masked(): 1], [Masked()]), .codes([.a, .a, .b]),
    .keyed(.editPassword(id: 3, to: secret)), .headers(["session_cookie": secret, "a": "b"]),
    .secrets([secret: [number]]), .nested([[Masked()], []], password: secret),
    .named(text: secret),
  ]

  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func recorded(_ actions: [Act]) throws -> [Act] {
    var options = SessionRecorder.Options()
    options.redactor = Redactor { path, value in
      path == "action.named.text" ? "..." : nil
    }
    try SessionRecording.write(actions, to: folder.file, options: options)
    let replay = try SessionRecording.replayed(folder.file, as: Act.self)
    #expect(!replay.notes.contains { $0.contains("eplayable") })
    return replay.actions
  }

  @Test func noSecretIsInTheFileAndEachActionDecodesWithAllElse() throws {
    let replayed = try recorded(Self.actions)
    #expect(replayed.count == Self.actions.count)
    let masked = try folder.lines().compactMap { $0["masked"] as? Int }
    #expect(masked == [1, 3, 2, 2, 3, 1, 1, 1, 3, 3, 1, 1, 2, 2, 1])
    let content = try folder.content
    for text in [
      Self.secret, "918273", Self.id.uuidString, Self.data.base64EncodedString(),
      Self.url.absoluteString,
    ] {
      #expect(!content.contains(text), "\(text)")
    }
    for (old, new) in zip(Self.actions, replayed) {
      // A case may stand for itself: which one it stands for is unknown without the key.
      if case .codes = old { continue }
      #expect(old != new)
    }
    // Values that are no secrets stay.
    guard case .keyed(.editPassword(let id, _)) = replayed[10],
      case .unlock(_, _, let date) = replayed[2], case .open(let url, let text) = replayed[3]
    else {
      Issue.record("the case is another one")
      return
    }
    #expect(id == 3)
    #expect(date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(url.host() == "example.com" && url.path() == "/a")
    #expect(text.hasPrefix("at ftp://redacted-") && text.hasSuffix("@example.com"))
    let plain: [Act] = [
      .plain("text", true, at: Date(timeIntervalSinceReferenceDate: 0.1)), .headers(["a": "b"]),
      .nested([], password: nil), .nested([], password: ""),
    ]
    #expect(try recorded(plain) == plain)
  }

  enum Innocent: Hashable, Codable, Sendable {
    case pin(Int), openCard(Int), pressKey(String), token(Suit), monkey(String)
    case open(card: Suit, keyCount: Int, isKey: Bool, author: String, oldKey: Date)

    enum Suit: String, Codable { case hearts, spades }
  }

  static let innocent: [Innocent] = [
    .pin(7), .openCard(3), .pressKey("q"), .token(.hearts), .monkey("George"),
    .open(card: .spades, keyCount: 2, isKey: true, author: "Ann", oldKey: .distantPast),
  ]

  /// A weak word as the name of a case alone, at the start of a name, or in another word hides nothing.
  @Test func noTokenIsInventedForAnInnocentName() throws {
    try SessionRecording.write(Self.innocent, to: folder.file)
    let replay = try SessionRecording.replayed(folder.file, as: Innocent.self)
    #expect(replay.actions == Self.innocent)
    #expect(replay.notes == [])
    let texts = Self.innocent.map { Redactor().text(of: $0, at: "action") }
    #expect(texts.allSatisfy { !$0.contains(Redactor.mask) }, "\(texts)")
  }

  enum Limits: Codable, Sendable, Equatable {
    case set(secretRange: ClosedRange<Int>, secretNames: Range<String>, secretDates: Range<Date>)
  }

  /// The tokens of two bounds are in any order, and a range takes one.
  @Test func aMaskedRangeIsOne() throws {
    let limits = Limits.set(
      secretRange: 1...9, secretNames: "a"..<"b", secretDates: Date.distantPast..<Date.distantFuture
    )
    for _ in 0..<12 {
      try SessionRecording.write([limits], to: folder.file)
      let replay = try SessionRecording.replayed(folder.file, as: Limits.self)
      #expect(replay.actions.count == 1 && replay.actions != [limits])
    }
  }

  enum Hidden: Redactable, Codable, Sendable {
    case s3cretValue, other
  }

  /// The text that replaces a payload is counted, and no evidence.
  @Test func aReplayCountsWhatIsMasked() throws {
    let actions: [Act] = [
      .unlock(pin: 1, keys: ["a", "b"], at: Date()), .setPasscode(2), .setPasscode(3),
      .plain("text", true, at: Date()), .nested([], password: ""),
    ]
    try SessionRecording.write(actions, to: folder.file)
    let replay = try SessionRecording.replayed(folder.file, as: Act.self)
    #expect(
      replay.notes == [
        "3 actions with masked payloads, 5 values: a replay is no evidence for setPasscode (2), "
          + "unlock (1)."
      ])
    // A secret without a token makes its action not replayable.
    try SessionRecording.write([Hidden.s3cretValue], to: folder.file)
    #expect(try !folder.content.contains(Self.secret))
    let hidden = try SessionRecording.replayed(folder.file, as: Hidden.self)
    #expect(hidden.actions.isEmpty)
    #expect(hidden.notes == ["Not replayable: 1 action of type SessionSecretsTests.Hidden."])
    struct Enter: Codable, Sendable { var code = Hidden.s3cretValue, note = "shown" }
    try SessionRecording.write([Enter()], to: folder.file)
    let line = try folder.lines()[1]
    #expect(line["action"] == nil && (line["text"] as? String)?.contains("shown") == true)
  }

  @Test func equalSecretsHaveEqualTokensAndOthersHaveNot() throws {
    let replayed = try recorded([
      .nested([], password: "a"), .nested([], password: "b"), .nested([], password: "a"),
      .headers(["password": "a"]), .setPasscode(1), .setPasscode(2), .setPasscode(1),
      .codes([.b, .c, .b]), .secret(Self.id, Self.url, Self.data),
      .secret(Self.id, Self.url, Self.data),
    ])
    let pairs = [(0, 2), (0, 1), (4, 6), (4, 5), (8, 9)]
    #expect(pairs.map { replayed[$0] == replayed[$1] } == [true, false, true, false, true])
    if case .nested(_, let token?) = replayed[0], case .headers(let headers) = replayed[3] {
      #expect(headers["password"] == token)
    }
    if case .codes(let codes) = replayed[7] {
      #expect(codes[0] == codes[2] && codes[0] != codes[1], "\(codes)")
    }
    let again = try recorded([.nested([], password: "a")])
    #expect(again[0] != replayed[0], "each recording has a key of its own")
  }

  @Test func valuesComeBackAsTheyWere() throws {
    struct Everything: Codable, Equatable, Sendable {
      var numbers: [Double] = [0.1, -0.0, 1e300, 2.5e-308, .infinity, -.infinity]
      var float: Float = 0.1
      var big = UInt64.max
      var small = Int8.min
      var text = "\u{0}\u{1F}\"\\</script>\u{2028}e\u{301}😀\n"
      var ids: [UUID: Int] = [SessionSecretsTests.id: 1, UUID(): 2]
      var byNumber = [1: "a", 2: "b"]
      var set: Set = ["a", "b", "c"]
      var date = Date(timeIntervalSinceReferenceDate: 1e9 / 3)
      var url = URL(string: "https://example.com/a?b=c")!
      var data = Data([0, 255])
      var none: Int?
      var decimal = Decimal(string: "0.1")!
    }
    try SessionRecording.write([Everything()], to: folder.file)
    let replay = try SessionRecording.replayed(folder.file, as: Everything.self)
    var expected = Everything()
    expected.ids = replay.actions.first?.ids ?? [:]
    #expect(replay.actions == [expected])
    #expect(expected.ids.count == 2)
  }
}
