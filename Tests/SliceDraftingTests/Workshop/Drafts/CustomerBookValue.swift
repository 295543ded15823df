// Drafted by `swift package landbridge-write draft-slice customers`, yours to change.
// Digest bb93edca289dc5c7: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// CHECK: no reduce block was found that mentions `customers`; list its blocks here.
/// Refers to objects of the slice `catalog`, which the reducer reads.
extension WorkshopSlices {
  static let customers = StateSlice(
    "customers", reading: WorkshopSlices.catalog, projection: CustomerBookValue.projection,
    legacy: [
    ],
    reducer: CustomerBookValue.reducer)
}

extension CustomerBookValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = ReadingReducer<CustomerBookValue, CatalogValue, WorkshopAction> { value, catalog, action in
    switch action {
    case .addTool: break
    case .feature: break
    case .remove: break
    case .preferences: break
    case .default: break
    case .open: break
    case .search: break
    case .order: break
    case .imported: break
    }
  }
}

/// The values of `CustomerBook`.
struct CustomerBookValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var customers: [CustomerValue] = []
  /// The dictionary owns its objects: values, known by their keys.
  var notes: [String: CustomerNoteValue] = [:]
}

extension CustomerBookValue {
  static let projection = Projection<WorkshopState, CustomerBookValue>(
    read: { CustomerBookValue($0.customers) },
    write: { state, value in
      value.write(to: state.customers)
      let allCustomers = Dictionary(
        state.customers.customers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let allTools = Dictionary(
        state.catalog.tools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      value.link(state.customers, allCustomers: allCustomers, allTools: allTools)
    })
}

extension CustomerBookValue {
  init(_ object: CustomerBook) {
    self.customers = object.customers.map { CustomerValue($0) }
    self.notes = object.notes.mapValues { CustomerNoteValue($0) }
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: CustomerBook) {
    Self.customersList.write(object, customers)
    object.notes = Dictionary(uniqueKeysWithValues: notes.map {
      let child = object.notes[$0.key] ?? $0.value.makeObject()
      $0.value.write(to: child)
      return ($0.key, child)
    })
  }

  private static let customersList = Projection<CustomerBook, [CustomerValue]>.list(
    \.customers, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Customer, CustomerValue>(read: { CustomerValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: CustomerBook, allCustomers: [UUID: Customer], allTools: [Int: Tool]) {
    for (child, value) in zip(object.customers, customers) {
      value.link(child, allCustomers: allCustomers, ownerCustomerBook: object, allTools: allTools)
    }
  }
}

/// The values of `Customer`.
struct CustomerValue: Codable, Equatable, Sendable {
  var id: UUID
  var name: String
  /// The list owns its objects: values, known by `id`.
  var orders: [OrderValue] = []
  /// `CustomerBook.customers` owns what `referrer` refers to: its id.
  var referrerID: UUID?
  // `book` leads back to the owner: it is set when the objects are written.
}

extension CustomerValue {
  init(_ object: Customer) {
    self.id = object.id
    self.name = object.name
    self.orders = object.orders.map { OrderValue($0) }
    self.referrerID = object.referrer?.id
  }

  func makeObject() -> Customer {
    Customer(id: id, name: name)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Customer) {
    object.name = name
    Self.ordersList.write(object, orders)
  }

  private static let ordersList = Projection<Customer, [OrderValue]>.list(
    \.orders, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Order, OrderValue>(read: { OrderValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Customer, allCustomers: [UUID: Customer], ownerCustomerBook: CustomerBook?, allTools: [Int: Tool]) {
    for (child, value) in zip(object.orders, orders) {
      value.link(child, ownerCustomer: object, allTools: allTools)
    }
    object.referrer = referrerID.flatMap { allCustomers[$0] }
    object.book = ownerCustomerBook
  }
}

/// The values of `Order`.
struct OrderValue: Codable, Equatable, Sendable {
  var id: Int
  /// The list owns its objects: values, known by their place, since they have no id.
  var lines: [OrderLineValue] = []
  var state: Order.State = .open
  // `customer` leads back to the owner: it is set when the objects are written.
}

extension OrderValue {
  init(_ object: Order) {
    self.id = object.id
    self.lines = object.lines.map { OrderLineValue($0) }
    self.state = object.state
  }

  func makeObject() -> Order {
    Order(id: id)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Order) {
    let presentLines = object.lines
    object.lines = lines.enumerated().map { place, value in
      let child = (place < presentLines.count ? presentLines[place] : nil) ?? value.makeObject()
      value.write(to: child)
      return child
    }
    object.state = state
  }

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Order, ownerCustomer: Customer?, allTools: [Int: Tool]) {
    for (child, value) in zip(object.lines, lines) {
      value.link(child, allTools: allTools)
    }
    object.customer = ownerCustomer
  }
}

/// The values of `OrderLine`.
struct OrderLineValue: Codable, Equatable, Sendable {
  /// `Catalog.tools` owns what `tool` refers to: its id.
  var toolID: Int?
  var count: Int = 1
}

extension OrderLineValue {
  init(_ object: OrderLine) {
    self.toolID = object.tool?.id
    self.count = object.count
  }

  func makeObject() -> OrderLine {
    OrderLine()
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: OrderLine) {
    object.count = count
  }

  /// Sets the references of the object, and of what it owns.
  func link(_ object: OrderLine, allTools: [Int: Tool]) {
    object.tool = toolID.flatMap { allTools[$0] }
  }
}

/// The values of `CustomerNote`.
struct CustomerNoteValue: Codable, Equatable, Sendable {
  var text: String
  var isUrgent: Bool = false
}

extension CustomerNoteValue {
  init(_ object: CustomerNote) {
    self.text = object.text
    self.isUrgent = object.isUrgent
  }

  func makeObject() -> CustomerNote {
    CustomerNote(text: text)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: CustomerNote) {
    object.text = text
    object.isUrgent = isUrgent
  }
}
