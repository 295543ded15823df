import Foundation
import ReduxBridge
import ReduxBridgeTesting
import ReduxSessions
import ReferenceRedux
import Testing
@testable import BridgeTestApps

/// A secret in every place where it can stand is in no file, and each token has the type of the secret.
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
    case setPIN(Int)
    case key(UUID, URL, Data)
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
    .setPIN(number), .key(id, url, data),
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
    let replay = try SessionReplay<KeyringState, Act>(folder.file, entries: []) { KeyringState() }
    #expect(replay.notes.isEmpty)
    return replay.actions
  }

  @Test func noSecretIsInTheFileAndEachActionDecodes() throws {
    let replayed = try recorded(Self.actions)
    #expect(replayed.count == Self.actions.count)
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
  }

  @Test func whatIsNoSecretStays() throws {
    let plain = Act.plain("text", true, at: Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(
      try recorded([
        plain, .headers(["a": "b"]), .nested([], password: nil), .nested([], password: ""),
      ])
        == [plain, .headers(["a": "b"]), .nested([], password: nil), .nested([], password: "")])
    guard case .keyed(.editPassword(let id, _)) = try recorded(Self.actions)[8] else {
      Issue.record("the case is another one")
      return
    }
    #expect(id == 3)
  }

  @Test func equalSecretsHaveEqualTokensAndOthersHaveNot() throws {
    let replayed = try recorded([
      .nested([], password: "a"), .nested([], password: "b"), .nested([], password: "a"),
      .headers(["password": "a"]), .setPIN(1), .setPIN(2), .setPIN(1), .codes([.b, .c, .b]),
    ])
    #expect(replayed[0] == replayed[2])
    #expect(replayed[0] != replayed[1])
    #expect(replayed[4] == replayed[6])
    #expect(replayed[4] != replayed[5])
    if case .nested(_, let token?) = replayed[0], case .headers(let headers) = replayed[3] {
      #expect(headers["password"] == token)
    }
    if case .codes(let codes) = replayed[7] {
      #expect(codes[0] == codes[2])
      #expect(codes[0] != codes[1])
    }
    let again = try recorded([.nested([], password: "a")])
    #expect(again[0] != replayed[0], "each recording has a key of its own")
  }

  enum Hidden: Redactable, Codable, Sendable {
    case s3cretValue, other
  }

  @Test func aSecretWithoutATokenMakesItsActionNotReplayable() throws {
    try SessionRecording.write([Hidden.s3cretValue], to: folder.file)
    #expect(try !folder.content.contains(Self.secret))
    let replay = try SessionReplay<KeyringState, Hidden>(folder.file, entries: []) {
      KeyringState()
    }
    #expect(replay.actions.isEmpty)
    #expect(replay.notes == ["Not replayable: 1 action of type SessionSecretsTests.Hidden."])
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
    let replay = try SessionReplay<KeyringState, Everything>(folder.file, entries: []) {
      KeyringState()
    }
    var expected = Everything()
    expected.ids = replay.actions.first?.ids ?? [:]
    #expect(replay.actions == [expected])
    #expect(expected.ids.count == 2)
  }
}
