import Foundation
import ObjectGraph

final class Catalog: Codable {
  var tools: [Tool] = []
  var featured: Tool?
  var favorites: [Tool] = []
  var isLoading = false
}

/// Three classes, each of which inherits from the one before.
class Tool: Codable {
  let id: Int
  var name: String
  var price = Price(cents: 0, currency: .euro)
  var parts: [Part] = []
  @BackReference var catalog: Catalog?

  init(id: Int, name: String, catalog: Catalog? = nil) {
    self.id = id
    self.name = name
    self.catalog = catalog
  }

  // landbridge-copies: begin 26412f48476f5fed
  required init(copying source: Tool, with children: borrowing ChildCopier) throws {
    id = source.id
    name = source.name
    price = source.price
    parts = try children.copy(source.parts, named: "parts")
    _catalog = try children.copy(source._catalog, named: "catalog")
  }
  // landbridge-copies: end
}

struct Price: Codable, Hashable, Sendable {
  var cents: Int
  var currency: Account.Currency
}

class PowerTool: Tool {
  var watts: Int

  init(id: Int, name: String, watts: Int) {
    self.watts = watts
    super.init(id: id, name: name)
  }

  private enum CodingKeys: String, CodingKey {
    case watts
  }

  required init(from decoder: any Decoder) throws {
    watts = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .watts)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(watts, forKey: .watts)
  }

  // landbridge-copies: begin bd59e2490f0c7da2
  required init(copying source: Tool, with children: borrowing ChildCopier) throws {
    let own = unsafe unsafeDowncast(source, to: PowerTool.self)
    watts = own.watts
    try super.init(copying: source, with: children)
  }
  // landbridge-copies: end
}

final class CordlessTool: PowerTool {
  var battery: Battery

  init(id: Int, name: String, watts: Int, battery: Battery) {
    self.battery = battery
    super.init(id: id, name: name, watts: watts)
  }

  private enum CodingKeys: String, CodingKey {
    case battery
  }

  required init(from decoder: any Decoder) throws {
    battery = try decoder.container(keyedBy: CodingKeys.self).decode(Battery.self, forKey: .battery)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(battery, forKey: .battery)
  }

  // landbridge-copies: begin 81ad8a1a8e19ced4
  required init(copying source: Tool, with children: borrowing ChildCopier) throws {
    let own = unsafe unsafeDowncast(source, to: CordlessTool.self)
    battery = try children.copy(own.battery, named: "battery")
    try super.init(copying: source, with: children)
  }
  // landbridge-copies: end
}

final class Battery: Codable {
  var charge = 1.0
  @StrongBackReference var tool: CordlessTool?

  // landbridge-copies: begin 36c17b1b44d79e50
  init() {}

  init(copying source: Battery, with children: borrowing ChildCopier) throws {
    charge = source.charge
    _tool = try children.copy(source._tool, named: "tool")
  }
  // landbridge-copies: end
}

/// A class without an id, known by its place in the list.
final class Part: Codable {
  let serial: String
  var isWorn = false

  init(serial: String) { self.serial = serial }

  // landbridge-copies: begin 1595fc8067fcbe14
  init(copying source: Part, with children: borrowing ChildCopier) throws {
    serial = source.serial
    isWorn = source.isWorn
  }
  // landbridge-copies: end
}

final class Bench: Codable {
  let id: Int
  var current: Tool?
  var height: Float = 0.9

  init(id: Int) { self.id = id }

  // landbridge-copies: begin 83add8bf2685a01b
  init(copying source: Bench, with children: borrowing ChildCopier) throws {
    id = source.id
    current = try children.copy(source.current, named: "current")
    height = source.height
  }
  // landbridge-copies: end
}

// Generic classes.

final class Stock: Codable {
  var crates: [Box<Crate>] = []
  var spare = Box(id: 0, item: Crate())
  var count = Counter<Int>(0)
}

final class Box<Item: Codable & AnyObject>: Codable {
  let id: Int
  var item: Item
  var history: [String] = []

  init(id: Int, item: Item) {
    self.id = id
    self.item = item
  }

  // landbridge-copies: begin 2840323e601ae42d
  init(copying source: Box<Item>, with children: borrowing ChildCopier) throws {
    id = source.id
    item = try children.copy(source.item, named: "item")
    history = source.history
  }
  // landbridge-copies: end
}

final class Crate: Codable {
  var weight: Int? = nil
}

final class Counter<Number: Codable & Equatable>: Codable {
  var value: Number

  init(_ value: Number) { self.value = value }
}

extension Battery: GraphCopyable {}
extension Bench: GraphCopyable {}
extension Box: GraphCopyable {}
extension Part: GraphCopyable {}
extension Tool: GraphCopyable {}
