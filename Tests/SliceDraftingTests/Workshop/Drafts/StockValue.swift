// Drafted by `swift package landbridge-write draft-slice Stock`, yours to change.
// Digest be400edd3a8a8186: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// CHECK: no reduce block was found that mentions `stock`; list its blocks here.
extension WorkshopSlices {
  static let stock = StateSlice(
    "stock", projection: StockValue.projection,
    legacy: [
    ],
    reducer: StockValue.reducer)
}

extension StockValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = Reducer<StockValue, WorkshopAction> { value, action in
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

/// The values of `Stock`.
struct StockValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var crates: [CrateBoxValue] = []
  /// `Stock.crates` owns what `spare` refers to: its id.
  var spareID: Int
  /// An object that nothing else owns: its values.
  var count: IntCounterValue
}

extension StockValue {
  static let projection = Projection<WorkshopState, StockValue>(
    read: { StockValue($0.stock) },
    write: { state, value in
      value.write(to: state.stock)
      let allBoxs = Dictionary(
        state.stock.crates.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      value.link(state.stock, allBoxs: allBoxs)
    })
}

extension StockValue {
  init(_ object: Stock) {
    self.crates = object.crates.map { CrateBoxValue($0) }
    self.spareID = object.spare.id
    self.count = IntCounterValue(object.count)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Stock) {
    Self.cratesList.write(object, crates)
    count.write(to: object.count)
  }

  private static let cratesList = Projection<Stock, [CrateBoxValue]>.list(
    \.crates, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Box<Crate>, CrateBoxValue>(read: { CrateBoxValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Stock, allBoxs: [Int: Box<Crate>]) {
    if let found = allBoxs[spareID] { object.spare = found }
  }
}

/// The values of `Box<Crate>`.
struct CrateBoxValue: Codable, Equatable, Sendable {
  var id: Int
  /// An object that nothing else owns: its values.
  var item: CrateValue = CrateValue()
  var history: [String] = []
}

extension CrateBoxValue {
  init(_ object: Box<Crate>) {
    self.id = object.id
    self.item = CrateValue(object.item)
    self.history = object.history
  }

  func makeObject() -> Box<Crate> {
    Box<Crate>(id: id, item: item.makeObject())
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Box<Crate>) {
    item.write(to: object.item)
    object.history = history
  }
}

/// The values of `Crate`.
struct CrateValue: Codable, Equatable, Sendable {
  var weight: Int? = nil
}

extension CrateValue {
  init(_ object: Crate) {
    self.weight = object.weight
  }

  func makeObject() -> Crate {
    Crate()
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Crate) {
    object.weight = weight
  }
}

/// The values of `Counter<Int>`.
struct IntCounterValue: Codable, Equatable, Sendable {
  var value: Int
}

extension IntCounterValue {
  init(_ object: Counter<Int>) {
    self.value = object.value
  }

  func makeObject() -> Counter<Int> {
    Counter<Int>(value)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Counter<Int>) {
    object.value = value
  }
}
