import ObjectGraph

// A model for the code in Blocks.swift, in which types decide what names leave open.

final class DepotState: Codable {
  var crates: [Crate] = [], fleet = Fleet(), current: Crate?
  var log = "", count = 0, marks = 0, size = 0
  var seen = 0 { didSet { marks += 1 } }
  @Capped var load = 0

  var title: String {
    get { log }
    set { log = newValue }
  }
  var total: Int { count + size }
  subscript(id: Int) -> Crate { crates[id] }
  subscript(named name: String) -> Int {
    get { name == log ? count : 0 }
    set { size = newValue }
  }
  func note(_ text: String) -> Int {
    log += text
    return total
  }
  func most() -> Int { log.isEmpty ? count : 0 }
  func stop() { marks = 0 }
  static func << (state: DepotState, text: String) { state.log = text }
}

@propertyWrapper struct Capped: Codable {
  private var value: Int
  var wrappedValue: Int {
    get { value }
    set { value = min(newValue, 10) }
  }
  init(wrappedValue: Int) { value = wrappedValue }
}

final class Crate: Codable {
  var id = 0, name = "", note = Note()
  var weight = 0 { didSet { note.text = "weighed" } }
  @BackReference var truck: Truck?
  func clear() { weight = 0 }
}

final class Note: Codable { var text = "" }

final class Fleet: Codable {
  var trucks: [Truck] = [], ids: Set<Int> = []
  func clear() { trucks = [] }
  func remove(_ id: Int) { ids.remove(id) }
  static prefix func - (fleet: Fleet) -> Truck? { fleet.trucks.last }
}

class Truck: Codable {
  var plate = "", trips = 0
  func drive() { trips += 1 }
}

protocol Resettable: AnyObject { var name: String { get set } }
extension Resettable { func reset() { name = "" } }
extension Crate: Resettable {}

enum DepotAction: Codable, Equatable, Sendable { case run(Int), stop }

/// Objects that are none of the state.
final class Mover {
  let state: DepotState
  init(_ state: DepotState) { self.state = state }
  func clear() { state.marks = 0 }
  static func empty(_ crate: Crate) { crate.name = "" }
  func fill(_ fleet: Fleet) { fleet.ids = [1] }
}
struct Slip {
  var name = "", trips = 0
  mutating func clear() { name = "" }
}
