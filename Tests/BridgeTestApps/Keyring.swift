package import Foundation
import ReduxBridge
package import ReduxBridgeTesting
package import ReduxSessions
import ReferenceRedux
import StoreContract
import ValueRedux

/// The reference state of the recorded sessions: logins with secrets, and a theme.
final class KeyringState: Codable {
  var logins: [KeyObject] = []
  var selected: Int?
  var theme = KeyringTheme()
  /// A property that is in no slice.
  var launches = 0
}

final class KeyObject: Codable {
  let id: Int
  var site: String
  var password: String

  init(id: Int, site: String, password: String) {
    (self.id, self.site, self.password) = (id, site, password)
  }
}

struct KeyringTheme: Equatable, Codable, Sendable {
  var isDark = false
  var brightness = 0.5
}

struct KeyringValue: Equatable, Codable, Sendable {
  struct Login: Equatable, Codable, Sendable {
    var id: Int
    var site: String
    var password: String
  }

  var logins: [Login] = []
  var selected: Int?
}

enum KeyringAction: Codable, Equatable, Sendable {
  case add(id: Int, site: String, password: String)
  case editPassword(id: Int, to: String)
  case remove(id: Int)
  case select(id: Int?)
  case setDark(Bool)
  case setBrightness(Double)
  case launch

  /// An action that adds a login of which the id alone matters.
  static func add(_ id: Int) -> KeyringAction { .add(id: id, site: "a", password: "b") }

  static func random(using random: inout some RandomNumberGenerator) -> KeyringAction {
    let id = Int.random(in: 0..<8, using: &random)
    let secret = "\(Keyring.secret)-\(Int.random(in: 0..<4, using: &random))"
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return .add(id: id, site: "site \(id)", password: secret)
    case 2: return .editPassword(id: id, to: secret)
    case 3: return .remove(id: id)
    case 4: return .select(id: id)
    case 5: return .setDark(Bool.random(using: &random))
    case 6: return .setBrightness(Double(Int.random(in: 0...8, using: &random)) / 8)
    default: return .launch
    }
  }
}

/// Both implementations of the keyring, which agree.
enum Keyring {
  static let secret = "s3cretValue"

  typealias Slice = StateSlice<KeyringState, KeyringAction, KeyringValue>

  static let logins = logins()

  /// The logins, with what either side does besides.
  static func logins(
    legacy: @escaping @Sendable (KeyringState, KeyringAction) -> Void = { _, _ in },
    value: @escaping @Sendable (inout KeyringValue, KeyringAction) -> Void = { _, _ in },
    write: @escaping @Sendable (KeyringState, KeyringValue) -> Void = projection.write
  ) -> Slice {
    StateSlice(
      "logins", projection: Projection(read: projection.read, write: write),
      legacy: [loginBlock, { legacy($0, $1) }],
      reducer: Reducer { logins, action in
        reduce(&logins, action)
        value(&logins, action)
      })
  }

  static let theme = StateSlice<KeyringState, KeyringAction, KeyringTheme>(
    "theme", projection: Projection(\.theme), legacy: [themeBlock],
    reducer: Reducer { theme, action in apply(action, to: &theme) })

  /// The number of logins, as it was counted at the last launch.
  struct Badge: Equatable, Sendable {
    var shown = 0
  }

  static func badge(
    reading logins: Slice = logins,
    reducing reduce: @escaping @Sendable (inout Badge, KeyringValue) -> Void = {
      $0.shown = $1.logins.count
    }
  ) -> StateSlice<KeyringState, KeyringAction, Badge> {
    StateSlice(
      "badge", reading: logins,
      projection: Projection(
        read: { Badge(shown: $0.launches) }, write: { $0.launches = $1.shown }),
      legacy: [{ if $1 == .launch { $0.launches = $0.logins.count } }],
      reducer: ReadingReducer { if $2 == .launch { reduce(&$0, $1) } })
  }

  static let launchBlock: ReduceBlock<KeyringState, KeyringAction> = { state, action in
    if action == .launch { state.launches += 1 }
  }

  static let blocks = [loginBlock, themeBlock, launchBlock]

  static func entries(
    _ logins: Slice = logins
  ) -> [MigrationEntry<KeyringState, KeyringAction>] {
    [.slice(logins), .slice(theme), .blocks([launchBlock])]
  }

  static func check(
    _ entries: [MigrationEntry<KeyringState, KeyringAction>] = [.slice(logins)],
    parity: ParityOptions<KeyringAction> = ParityOptions()
  ) -> ParityCheck<KeyringState, KeyringAction> {
    ParityCheck(entries, parity: parity) { KeyringState() }
  }

  static let themeBlock: ReduceBlock<KeyringState, KeyringAction> = { state, action in
    apply(action, to: &state.theme)
  }

  private static func apply(_ action: KeyringAction, to theme: inout KeyringTheme) {
    switch action {
    case .setDark(let isDark): theme.isDark = isDark
    case .setBrightness(let brightness): theme.brightness = brightness
    default: break
    }
  }

  static let loginBlock = projection.reduceBlock(Reducer(reduce))

  @Sendable static func reduce(_ value: inout KeyringValue, _ action: KeyringAction) {
    switch action {
    case .add(let id, let site, let password):
      guard !value.logins.contains(where: { $0.id == id }) else { return }
      value.logins.append(.init(id: id, site: site, password: password))
    case .editPassword(let id, let password):
      guard let index = value.logins.firstIndex(where: { $0.id == id }) else { return }
      value.logins[index].password = password
    case .remove(let id):
      value.logins.removeAll { $0.id == id }
      if value.selected == id { value.selected = nil }
    case .select(let id): value.selected = value.logins.contains { $0.id == id } ? id : nil
    default: break
    }
  }

  static let projection = Projection<KeyringState, KeyringValue>(
    read: { state in
      KeyringValue(
        logins: state.logins.map { .init(id: $0.id, site: $0.site, password: $0.password) },
        selected: state.selected)
    },
    write: { state, value in
      state.logins = value.logins.map {
        KeyObject(id: $0.id, site: $0.site, password: $0.password)
      }
      state.selected = value.selected
    })
}

/// A folder of its own, removed with the object.
final class SessionFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("session-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a recording.
  var file: URL { url.appendingPathComponent("session.jsonl") }

  /// The bytes of all files, as text.
  var content: String {
    get throws {
      try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        .map { try String(decoding: Data(contentsOf: $0), as: UTF8.self) }.joined()
    }
  }

  /// The lines of a recording as JSON objects.
  func lines(of file: URL? = nil) throws -> [[String: Any]] {
    let text = try String(decoding: Data(contentsOf: file ?? self.file), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }
}

extension SessionRecording {
  /// Writes a list of actions as a recording, without the values of slices.
  package static func write<Action: Sendable>(
    _ actions: [Action], to url: URL, options: SessionRecorder.Options = SessionRecorder.Options()
  ) throws {
    try SessionWriter.write(
      actions, from: [], to: url, options, typeName: qualifiedActionTypeName(of:))
  }

  /// The actions of a recording as a replay dispatches them, and what it says of the others.
  package static func replayed<Action: Sendable>(
    _ file: URL, as type: Action.Type
  ) throws -> (actions: [Action], notes: [String]) {
    let seen = LegacyRecorder<Action>()
    let check = ParityCheck<KeyringState, Action>([.blocks([{ seen.record($1) }])]) {
      KeyringState()
    }
    let notes = try check.run(.recording(file), effort: .sides).remarks
    // Each side alone runs besides.
    let actions = Array(seen.values.prefix(seen.values.count / 3))
    return (actions, notes.filter { !$0.hasPrefix("no values were recorded") })
  }
}
