import Foundation
import ObjectGraph

final class CustomerBook: Codable {
  var customers: [Customer] = []
  var notes: [String: CustomerNote] = [:]
  var sort: (any SortOrder)? { nil }
}

protocol SortOrder: Sendable {}

final class Customer: Codable {
  let id: UUID
  var name: String
  var orders: [Order] = []
  var referrer: Customer?
  @BackReference var book: CustomerBook?

  init(id: UUID, name: String) {
    self.id = id
    self.name = name
  }
}

final class Order: Codable {
  let id: Int
  var lines: [OrderLine] = []
  var state = State.open
  @BackReference var customer: Customer?

  init(id: Int) { self.id = id }

  enum State: Codable, Equatable {
    case open, paid(on: Date), `repeat`(Int)
  }
}

final class OrderLine: Codable {
  var tool: Tool?
  var count = 1
}

final class CustomerNote: Codable {
  var text: String
  var isUrgent = false

  init(text: String) { self.text = text }
}

// A tree with references to the parents.

final class Schedule: Codable {
  var folders: [Folder] = []
}

final class Folder: Codable {
  let id: Int
  var title = ""
  var children: [Folder] = []
  var appointments: [Appointment] = []
  @BackReference var parent: Folder?

  init(id: Int) { self.id = id }
}

final class Appointment: Codable, Identifiable {
  let id: String
  var day: Int
  @BackReference var folder: Folder?

  init(id: String, day: Int) {
    self.id = id
    self.day = day
  }
}

// Shapes of several classes in one list.

final class DrawingBoard: Codable {
  var shapes: [Shape] = []
  var selected: Shape?
  var zoom = 1.0
}

class Shape: Codable {
  let id: Int
  var title = ""

  init(id: Int) { self.id = id }
}

/// It adds nothing to its base, so it needs no coding of its own.
final class Dot: Shape {}

final class Circle: Shape {
  var radius = 1.0

  override init(id: Int) { super.init(id: id) }

  private enum CodingKeys: CodingKey {
    case radius
  }

  required init(from decoder: any Decoder) throws {
    radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(radius, forKey: .radius)
  }
}
