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
}

final class Battery: Codable {
  var charge = 1.0
  @StrongBackReference var tool: CordlessTool?
}

/// A class without an id, known by its place in the list.
final class Part: Codable {
  let serial: String
  var isWorn = false

  init(serial: String) { self.serial = serial }
}

final class Bench: Codable {
  let id: Int
  var current: Tool?
  var height: Float = 0.9

  init(id: Int) { self.id = id }
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
}

final class Crate: Codable {
  var weight: Int? = nil
}

final class Counter<Number: Codable & Equatable>: Codable {
  var value: Number

  init(_ value: Number) { self.value = value }
}
