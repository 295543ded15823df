import Foundation
import ObjectGraph
import ReferenceRedux

// A made-up app whose classes hold objects in each kind of collection, and in private.

final class AtticState: Codable {
  var house = House(), desk = Desk(), `raw name` = Date(day: 1)
  // In Cellar.swift.
  var racks: [Rack] = [], crew = Crew(), store = Store(), settings = Settings(), search = Search()
  var visitor: Visitor?, title = "Attic"
}

final class House: Codable {
  var rooms: [Room]? = [], byName: [String: Room]?
  var keys: Set<Key> = [], lamps: [String: Lamp]? = [:]
  private(set) var visits = 0
  private var boxes: [Box] = []
  private let built: Int
  private var updated: Foundation.Date?

  init(built: Int = 1900) { self.built = built }

  func visit() { visits += 1 }
  func add(_ box: Box) { boxes.append(box) }
  func age(in year: Int) -> Int { updated == nil ? year - built : 0 }
}

/// It has the name of a type of Foundation.
final class Date: Codable {
  var day: Int
  init(day: Int) { self.day = day }
}

final class Room: Codable {
  let id: Int
  var title: String
  var children: Set<Child>?
  init(id: Int, title: String) { (self.id, self.title) = (id, title) }
}

/// A tree of sets.
final class Child: Codable, Hashable {
  let id: Int
  var children: Set<Child> = []
  var owner: Key?
  init(id: Int) { self.id = id }
  static func == (first: Child, second: Child) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A set of objects of two classes.
class Key: Codable, Hashable {
  let id: String
  var teeth = 3
  init(id: String) { self.id = id }
  static func == (first: Key, second: Key) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

final class MasterKey: Key {}

final class Lamp: Codable { var isOn = false }

final class Box: Codable {
  var label = ""
  enum CodingKeys: String, CodingKey { case label = "name" }
}

/// It refers to what the house owns.
final class Desk: Codable {
  var lost: Set<Key>? = [], spare: Set<Key> = [], labels: [String: Key] = [:], more: [Int: Key]?
  var open: [Room]? = nil, hall: Room?
}

typealias Block<State> = ReduceBlock<State, AtticAction>

enum AtticAction: Codable, Equatable, Sendable {
  case visit, removeKey(id: String), find(key: String), enter(room: Int?), light(Names)
  case move(Locale), update(Foundation.Date)
  case rack(RackAction, rack: Int), age(years: Int), crew(CrewAction), settings(Settings.Change)
  case `default`, search(Search.Filter), open(Panels.Side, at: FrameValue)
  case imported([UUID: Decimal])
  typealias Names = [String]
}

/// It has the name of another type of Foundation.
enum Locale: Codable, Equatable, Sendable { case upstairs, downstairs }

extension AtticState {
  fileprivate func key(_ id: String) -> Key? { house.keys.first { $0.id == id } }
  var hall: Room? {
    get { desk.hall }
    set { desk.hall = newValue }
  }
}

enum AtticBlocks {
  static let house: Block<AtticState> = { state, action in
    switch action {
    case .visit: state.house.visit()
    case .light(let names): for name in names { state.house.lamps?[name]?.isOn.toggle() }
    case .removeKey(let id):
      guard let key = state.key(id) else { return }
      state.house.keys.remove(key)
    default: break
    }
  }

  static let desk: Block<AtticState> = reduceDesk

  private static func reduceDesk(of state: AtticState, by action: AtticAction) {
    let desk = state.desk
    switch action {
    case .find(let id), .removeKey(let id):
      if let key = state.key(id) { desk.spare.insert(key) }
    case .enter(let id): state.hall = state.house.rooms?.first { $0.id == id }
    case .visit, .light, .move, .update: break
    default: break
    }
  }
}
