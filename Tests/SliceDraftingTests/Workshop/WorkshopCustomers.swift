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

  // landbridge-copies: begin 975d19a78c338f53
  init(copying source: Customer, with children: borrowing ChildCopier) throws {
    id = source.id
    name = source.name
    orders = try children.copy(source.orders, named: "orders")
    referrer = try children.copy(source.referrer, named: "referrer")
    _book = try children.copy(source._book, named: "book")
  }
  // landbridge-copies: end
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

  // landbridge-copies: begin e20cc7cc6e11ceca
  init(copying source: Order, with children: borrowing ChildCopier) throws {
    id = source.id
    lines = try children.copy(source.lines, named: "lines")
    state = source.state
    _customer = try children.copy(source._customer, named: "customer")
  }
  // landbridge-copies: end
}

final class OrderLine: Codable {
  var tool: Tool?
  var count = 1

  // landbridge-copies: begin c50bc655b336050d
  init() {}

  init(copying source: OrderLine, with children: borrowing ChildCopier) throws {
    tool = try children.copy(source.tool, named: "tool")
    count = source.count
  }
  // landbridge-copies: end
}

final class CustomerNote: Codable {
  var text: String
  var isUrgent = false

  init(text: String) { self.text = text }

  // landbridge-copies: begin 2cd606aa3a988e07
  init(copying source: CustomerNote, with children: borrowing ChildCopier) throws {
    text = source.text
    isUrgent = source.isUrgent
  }
  // landbridge-copies: end
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

  // landbridge-copies: begin a26569d0a8ed1ae9
  init(copying source: Folder, with children: borrowing ChildCopier) throws {
    id = source.id
    title = source.title
    self.children = try children.copy(source.children, named: "children")
    appointments = try children.copy(source.appointments, named: "appointments")
    _parent = try children.copy(source._parent, named: "parent")
  }
  // landbridge-copies: end
}

final class Appointment: Codable, Identifiable {
  let id: String
  var day: Int
  @BackReference var folder: Folder?

  init(id: String, day: Int) {
    self.id = id
    self.day = day
  }

  // landbridge-copies: begin 7eb10476ddd2cfa7
  init(copying source: Appointment, with children: borrowing ChildCopier) throws {
    id = source.id
    day = source.day
    _folder = try children.copy(source._folder, named: "folder")
  }
  // landbridge-copies: end
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

  // landbridge-copies: begin 7158d8c58ec1bb6d
  required init(copying source: Shape, with children: borrowing ChildCopier) throws {
    id = source.id
    title = source.title
  }
  // landbridge-copies: end
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

  // landbridge-copies: begin eedb435bb8847e5a
  required init(copying source: Shape, with children: borrowing ChildCopier) throws {
    let own = unsafe unsafeDowncast(source, to: Circle.self)
    radius = own.radius
    try super.init(copying: source, with: children)
  }
  // landbridge-copies: end
}

extension Appointment: GraphCopyable {}
extension Customer: GraphCopyable {}
extension CustomerNote: GraphCopyable {}
extension Folder: GraphCopyable {}
extension Order: GraphCopyable {}
extension OrderLine: GraphCopyable {}
extension Shape: GraphCopyable {}
