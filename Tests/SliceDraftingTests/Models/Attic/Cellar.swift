import Foundation
import ObjectGraph
import Observation
import ReferenceRedux

// Forms of classes and properties that the attic lacks, hooks that were drafted before, and other blocks.

/// A tree with references to the parents.
final class Rack: Codable {
  let id: Int
  var title = ""
  var children: [Rack] = []
  var bottles: [Bottle] = []
  @BackReference var parent: Rack?

  init(id: Int) { self.id = id }
}

final class Bottle: Codable {
  let id: String
  var year: Int
  var isOpen = false
  @BackReference var rack: Rack?

  init(id: String, year: Int? = nil, in rack: Rack?) {
    self.id = id
    self.year = max(1_900, year ?? 2_000)
    self.rack = rack
  }
}

final class Crew: Codable { var members: [Member] = [], lead: Member? }

final class Member: Codable, Identifiable {
  let id: Int
  var name: String
  var isAway = false
  var mentor: Member?

  init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}

/// Generic classes, one that inherits from Foundation, one inside of a type, and one with subclasses.
final class Store: Codable {
  var crates: [Crate<Parcel>] = []
  var spare = Crate(id: 0, item: Parcel())
  var count = Counter<Int>(0), gauges: [Gauge] = [], `default` = Panels.Section()
  var locks: [Lock] = [], opened: Lock?
}

final class Crate<Item: Codable & AnyObject>: Codable {
  let id: Int
  var item: Item

  init(id: Int, item: Item) { (self.id, self.item) = (id, item) }
}

final class Parcel: Codable {
  var weight: Int? = nil
  var _tare = 0
}

final class Counter<Number: Codable & Equatable>: Codable {
  var value: Number

  init(_ value: Number) { self.value = value }
}

class Gauge: NSObject, Codable {
  typealias ID = UUID
  let id: UUID
  var label: String
  init(id: ID, label: String) { (self.id, self.label) = (id, label) }
}

enum Panels {
  enum Side: String, Codable { case left, right }

  final class Section: Codable {
    var rows: [Row] = []

    final class Row: Codable {
      var `class` = ""
    }
  }
}

class Lock: Codable {
  let id: Int
  var isShut = true

  init(id: Int) { self.id = id }
}

final class Padlock: Lock {
  var code: Int

  init(id: Int, code: Int) {
    self.code = code
    super.init(id: id)
  }

  private enum CodingKeys: CodingKey { case code }

  required init(from decoder: any Decoder) throws {
    code = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .code)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
  }
}

/// Each form of a property.
final class Settings: Codable {
  let version = 3
  var name = "" {
    didSet { renames = (renames + 1) }
  }
  private(set) var renames = 0
  private var secret = "s"
  @Clamped var volume = 4
  var first = 1, second: Float = 2.5
  lazy var greeting = "Hello, \(name) {"
  var `in`: Data?
  var limits: [String: Int] = ["a": 1]
  var frame = FrameValue(x: 0)
  var accent: Accent = .plain
  var summary: String { "\(name) \(secret)" }
  nonisolated(unsafe) static var standard = 1

  func hide(_ text: String) { secret = text }

  enum CodingKeys: String, CodingKey {
    case name = "title"
    case renames, secret, volume, first, second, `in`, limits, frame, accent
  }

  enum Change: Codable, Equatable, Sendable {
    case volume(Int)
    case named(String)
  }
}

@propertyWrapper struct Clamped: Codable, Equatable {
  private var value: Int

  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 10_000) }
  }

  init(wrappedValue: Int) { value = wrappedValue }
}

struct FrameValue: Codable, Hashable { var x: Double }

indirect enum Accent: Codable, Equatable, Sendable {
  case plain
  case `default`(level: Int)
  case mixed(Accent, Accent)
}

/// A macro turns its properties into computed ones.
@Observable final class Search: Codable {
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
    case both(Filter, and: Filter)
  }
}

/// An object that is there or not, with a constant.
final class Visitor: Codable {
  let name: String
  var badge: Badge

  init(name: String, badge: Badge) { (self.name, self.badge) = (name, badge) }
}

final class Badge: Codable {
  var balance: Decimal = 0
  @StrongBackReference var visitor: Visitor?
}

enum RackAction: Codable, Equatable, Sendable {
  case fill(id: String, year: Int?)
  case drink(id: String)
  case clear
}

enum CrewAction: Codable, Equatable, Sendable {
  case join(id: Int, name: String), leave(id: Int), lead(id: Int?), away(id: Int, Bool)
}

/// Actions as types.
protocol AtticEvent: Sendable {}
struct AllRemoved: AtticEvent {}

extension AtticBlocks {
  static let racks: Block<AtticState> = { state, action in
    switch action {
    case .rack(.fill(let id, let year), let number):
      guard let rack = rack(number, in: state),
        !rack.bottles.contains(where: { $0.id == id })
      else { return }
      rack.bottles.append(Bottle(id: id, year: year, in: rack))
    case .rack(.drink(let id), let number):
      rack(number, in: state)?.bottles.first { $0.id == id }?.isOpen = true
    case .rack(.clear, let number):
      rack(number, in: state)?.bottles.removeAll { $0.isOpen || $0.year < 1_950 }
    case .age(let years):
      for rack in state.racks where !rack.title.isEmpty {
        for bottle in rack.bottles {
          bottle.year -= years
          if bottle.year < 1_900 {
            bottle.year = 1_900
            bottle.isOpen = true
          }
        }
      }
    default: break
    }
  }

  private static func rack(_ id: Int, in state: AtticState) -> Rack? {
    state.racks.first { $0.id == id }
  }

  static let crew: Block<AtticState> = { state, action in
    guard case .crew(let action) = action else { return }
    let crew = state.crew
    switch action {
    case .join(let id, let name) where !crew.members.contains { $0.id == id }:
      let member = Member(id: id, name: name)
      crew.members.append(member)
      if crew.lead == nil { crew.lead = member }
    case .join: break
    case .leave(let id):
      if crew.lead?.id == id { crew.lead = nil }
      crew.members.removeAll { $0.id == id }
    case .lead(let id):
      guard let id else {
        crew.lead = nil
        return
      }
      crew.lead = crew.members.first(where: { $0.id == id && !$0.isAway })
    case .away(let id, let isAway):
      guard let index = crew.members.firstIndex(where: { $0.id == id }) else { return }
      crew.members[index].isAway = isAway
      if isAway, crew.lead === crew.members[index] {
        crew.lead = crew.members.first { !$0.isAway }
      }
    }
  }

  static let settings: Block<AtticState> = { state, action in
    switch action {
    case .settings(.volume(let volume)) where volume > 1:
      (state.settings.volume, state.settings.first) = (volume, state.settings.first + 1)
    case .settings(.named(let name)): state.settings.name = name
    default: break
    }
  }
}
