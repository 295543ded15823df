import Foundation
import ObjectGraph
import Observation

// A made-up app, whose classes have each form that a draft has to understand.

final class WorkshopState: Codable {
  var catalog = Catalog()
  var customers = CustomerBook()
  var preferences = Preferences()
  var benches: [Bench] = []
  var session: Session?
  var schedule = Schedule()
  var board = DrawingBoard()
  var stock = Stock()
  var search = SearchPanel()
  var log = ActivityLog()
  var devices: [Device] = []
  var `default` = Panels.Section()
  var title = "Workshop"
}

/// Every form of a property.
final class Preferences: Codable {
  let version = 3
  var isDark = false
  var accent: Accent = .plain
  var name = "" {
    didSet { renames += 1 }
  }
  private(set) var renames = 0
  private var secret = "s"
  @Clamped var volume = 4
  var first = 1, second: Double = 2.5
  lazy var greeting = "Hello, \(name) {"
  var `in`: String? = nil
  var limits: [String: Int] = ["a": 1]
  var tags: Set<String> = []
  var updated: Date?
  var window: WindowFrame = WindowFrame(x: 0, y: 0)
  var summary: String { "\(name) \(secret)" }
  static let standard = 1

  func hide(_ text: String) { secret = text }

  enum CodingKeys: String, CodingKey {
    case isDark = "dark"
    case accent, name, renames, secret, volume, first, second, `in`, limits, tags, updated, window
  }

  // landbridge-copies: begin af3eb8ebe0ae8a30
  init() {}

  init(copying source: Preferences, with children: borrowing ChildCopier) throws {
    isDark = source.isDark
    accent = source.accent
    name = source.name
    renames = source.renames
    secret = source.secret
    _volume = source._volume
    first = source.first
    second = source.second
    `in` = source.`in`
    limits = source.limits
    tags = source.tags
    updated = source.updated
    window = source.window
  }
  // landbridge-copies: end
}

@propertyWrapper struct Clamped: Codable, Equatable {
  private var value: Int

  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 10_000) }
  }

  init(wrappedValue: Int) { value = wrappedValue }
}

struct WindowFrame: Codable, Hashable {
  var x: Double
  var y: Double
}

indirect enum Accent: Codable, Equatable, Sendable {
  case plain
  case `default`(level: Int)
  case mixed(Accent, Accent)
}

/// The classes of a list of accounts that is there or not.
final class Session: Codable {
  let user: String
  var account: Account
  var token: Data?

  init(user: String, account: Account) {
    self.user = user
    self.account = account
  }
}

final class Account: Codable {
  var balance: Decimal = 0
  var currency: Currency = .euro

  enum Currency: String, Codable, CaseIterable {
    case euro, pound
  }
}

/// A macro turns its properties into computed ones.
@Observable final class SearchPanel: Codable {
  var query = ""
  var filter = Filter.all
  @ObservationIgnored var scans = 0

  init() {}

  enum CodingKeys: String, CodingKey {
    case _query = "query"
    case _filter = "filter"
    case scans
  }

  indirect enum Filter: Codable, Hashable, Sendable {
    case all
    case named(String)
    case not(Filter)
    case both(Filter, and: Filter)
  }

  // landbridge-copies: begin 235e1a4065f6787f
  init(copying source: SearchPanel, with children: borrowing ChildCopier) throws {
    query = source.query
    filter = source.filter
    scans = source.scans
  }
  // landbridge-copies: end
}

/// A property that no key names is not part of a copy.
final class ActivityLog: Codable {
  var lines: [String] = []
  var cachedCount = 0

  enum CodingKeys: CodingKey {
    case lines
  }

  // landbridge-copies: begin d534fb27d329ff2f
  init() {}

  init(copying source: ActivityLog, with children: borrowing ChildCopier) throws {
    lines = source.lines
  }
  // landbridge-copies: end
}

/// A class of Foundation as the base.
class Device: NSObject, Codable {
  let id: UUID
  var label: String

  init(id: UUID, label: String) {
    self.id = id
    self.label = label
  }

  // landbridge-copies: begin 0ca3f5beedd702c6
  required init(copying source: Device, with children: borrowing ChildCopier) throws {
    id = source.id
    label = source.label
    super.init()
  }
  // landbridge-copies: end
}

enum Panels {
  final class Section: Codable {
    var isOpen = false
    var rows: [Row] = []

    final class Row: Codable {
      let id: Int
      var `class` = ""

      init(id: Int) { self.id = id }

      // landbridge-copies: begin 536832d2ea7b36af
      init(copying source: Panels.Section.Row, with children: borrowing ChildCopier) throws {
        id = source.id
        `class` = source.`class`
      }
      // landbridge-copies: end
    }
  }
}

extension ActivityLog: GraphCopyable {}
extension Device: GraphCopyable {}
extension Panels.Section.Row: GraphCopyable {}
extension Preferences: GraphCopyable {}
extension SearchPanel: GraphCopyable {}
