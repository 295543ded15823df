// Drafted by `swift package landbridge-write draft-slice catalog`, yours to change.
// Digest f80d50a5c4a1c859: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

enum WorkshopSlices {
  static let catalog = StateSlice(
    "catalog", projection: CatalogValue.projection,
    legacy: [
      WorkshopReducers.catalog,
    ],
    reducer: CatalogValue.reducer)
}

extension CatalogValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = Reducer<CatalogValue, WorkshopAction> { value, action in
    switch action {
    case .addTool: break      // in WorkshopReducers.catalog
    case .feature: break      // in WorkshopReducers.catalog
    case .remove: break       // in WorkshopReducers.catalog
    case .preferences: break
    case .default: break
    case .open: break
    case .search: break
    case .order: break
    case .imported: break
    }
  }
}

/// The values of `Catalog`.
struct CatalogValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var tools: [ToolValue] = []
  /// `Catalog.tools` owns what `featured` refers to: its id.
  var featuredID: Int?
  /// `Catalog.tools` owns what `favorites` refers to: its id.
  var favoriteIDs: [Int] = []
  var isLoading: Bool = false
}

extension CatalogValue {
  static let projection = Projection<WorkshopState, CatalogValue>(
    read: { CatalogValue($0.catalog) },
    write: { state, value in
      value.write(to: state.catalog)
      let allTools = Dictionary(
        state.catalog.tools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      value.link(state.catalog, allTools: allTools)
    })
}

extension CatalogValue {
  init(_ object: Catalog) {
    self.tools = object.tools.map { ToolValue($0) }
    self.featuredID = object.featured?.id
    self.favoriteIDs = object.favorites.map { $0.id }
    self.isLoading = object.isLoading
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Catalog) {
    Self.toolsList.write(object, tools)
    object.isLoading = isLoading
  }

  private static let toolsList = Projection<Catalog, [ToolValue]>.list(
    \.tools, objectID: { ToolValue.key(of: $0) }, valueID: { $0.key },
    element: Projection<Tool, ToolValue>(read: { ToolValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Catalog, allTools: [Int: Tool]) {
    for (child, value) in zip(object.tools, tools) {
      value.link(child, ownerCatalog: object)
    }
    object.featured = featuredID.flatMap { allTools[$0] }
    object.favorites = favoriteIDs.compactMap { allTools[$0] }
  }
}

/// The values of `Tool` or of one of its subclasses.
enum ToolValue: Codable, Equatable, Sendable {
  case tool(PlainToolValue)
  case powerTool(PlainPowerToolValue)
  case cordlessTool(CordlessToolValue)
}

extension ToolValue {
  init(_ object: Tool) {
    switch object {
    case let object as CordlessTool: self = .cordlessTool(CordlessToolValue(object))
    case let object as PowerTool: self = .powerTool(PlainPowerToolValue(object))
    default: self = .tool(PlainToolValue(object))
    }
  }

  func makeObject() -> Tool {
    switch self {
    case .tool(let value): value.makeObject()
    case .powerTool(let value): value.makeObject()
    case .cordlessTool(let value): value.makeObject()
    }
  }

  /// Whether the object has the class and the constants of this value.
  func fits(_ object: Tool) -> Bool {
    switch self {
    case .tool(let value): type(of: object) == Tool.self && value.fits(object)
    case .powerTool(let value): type(of: object) == PowerTool.self && ((object as? PowerTool).map(value.fits) ?? false)
    case .cordlessTool(let value): type(of: object) == CordlessTool.self && ((object as? CordlessTool).map(value.fits) ?? false)
    }
  }

  func write(to object: Tool) {
    switch self {
    case .tool(let value): value.write(to: object)
    case .powerTool(let value): if let object = object as? PowerTool { value.write(to: object) }
    case .cordlessTool(let value): if let object = object as? CordlessTool { value.write(to: object) }
    }
  }

  struct Key: Hashable {
    let type: ObjectIdentifier
    let id: Int
  }

  static func key(of object: Tool) -> Key {
    Key(type: ObjectIdentifier(type(of: object)), id: object.id)
  }

  var key: Key {
    switch self {
    case .tool(let value): Key(type: ObjectIdentifier(Tool.self), id: value.id)
    case .powerTool(let value): Key(type: ObjectIdentifier(PowerTool.self), id: value.id)
    case .cordlessTool(let value): Key(type: ObjectIdentifier(CordlessTool.self), id: value.id)
    }
  }

  func link(_ object: Tool, ownerCatalog: Catalog?) {
    switch self {
    case .tool(let value):
      value.link(object, ownerCatalog: ownerCatalog)
    case .powerTool(let value):
      if let object = object as? PowerTool { value.link(object, ownerCatalog: ownerCatalog) }
    case .cordlessTool(let value):
      if let object = object as? CordlessTool { value.link(object, ownerCatalog: ownerCatalog) }
    }
  }
}

/// The values of `Tool`.
struct PlainToolValue: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var price: Price
  /// The list owns its objects: values, known by `serial`.
  var parts: [PartValue] = []
  // `catalog` leads back to the owner: it is set when the objects are written.
}

extension PlainToolValue {
  init(_ object: Tool) {
    self.id = object.id
    self.name = object.name
    self.price = object.price
    self.parts = object.parts.map { PartValue($0) }
  }

  func makeObject() -> Tool {
    Tool(id: id, name: name)
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: Tool) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Tool) {
    object.name = name
    object.price = price
    Self.partsList.write(object, parts)
  }

  private static let partsList = Projection<Tool, [PartValue]>.list(
    \.parts, objectID: { $0.serial }, valueID: { $0.serial },
    element: Projection<Part, PartValue>(read: { PartValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Tool, ownerCatalog: Catalog?) {
    object.catalog = ownerCatalog
  }
}

/// The values of `Part`.
struct PartValue: Codable, Equatable, Sendable {
  var serial: String
  var isWorn: Bool = false
}

extension PartValue {
  init(_ object: Part) {
    self.serial = object.serial
    self.isWorn = object.isWorn
  }

  func makeObject() -> Part {
    Part(serial: serial)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Part) {
    object.isWorn = isWorn
  }
}

/// The values of `PowerTool`.
struct PlainPowerToolValue: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var price: Price
  /// The list owns its objects: values, known by `serial`.
  var parts: [PartValue] = []
  // `catalog` leads back to the owner: it is set when the objects are written.
  var watts: Int
}

extension PlainPowerToolValue {
  init(_ object: PowerTool) {
    self.id = object.id
    self.name = object.name
    self.price = object.price
    self.parts = object.parts.map { PartValue($0) }
    self.watts = object.watts
  }

  func makeObject() -> PowerTool {
    PowerTool(id: id, name: name, watts: watts)
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: PowerTool) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: PowerTool) {
    object.name = name
    object.price = price
    Self.partsList.write(object, parts)
    object.watts = watts
  }

  private static let partsList = Projection<PowerTool, [PartValue]>.list(
    \.parts, objectID: { $0.serial }, valueID: { $0.serial },
    element: Projection<Part, PartValue>(read: { PartValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: PowerTool, ownerCatalog: Catalog?) {
    object.catalog = ownerCatalog
  }
}

/// The values of `CordlessTool`.
struct CordlessToolValue: Codable, Equatable, Sendable {
  var id: Int
  var name: String
  var price: Price
  /// The list owns its objects: values, known by `serial`.
  var parts: [PartValue] = []
  // `catalog` leads back to the owner: it is set when the objects are written.
  var watts: Int
  /// An object that nothing else owns: its values.
  var battery: BatteryValue = BatteryValue()
}

extension CordlessToolValue {
  init(_ object: CordlessTool) {
    self.id = object.id
    self.name = object.name
    self.price = object.price
    self.parts = object.parts.map { PartValue($0) }
    self.watts = object.watts
    self.battery = BatteryValue(object.battery)
  }

  func makeObject() -> CordlessTool {
    CordlessTool(id: id, name: name, watts: watts, battery: battery.makeObject())
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: CordlessTool) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: CordlessTool) {
    object.name = name
    object.price = price
    Self.partsList.write(object, parts)
    object.watts = watts
    battery.write(to: object.battery)
  }

  private static let partsList = Projection<CordlessTool, [PartValue]>.list(
    \.parts, objectID: { $0.serial }, valueID: { $0.serial },
    element: Projection<Part, PartValue>(read: { PartValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: CordlessTool, ownerCatalog: Catalog?) {
    object.catalog = ownerCatalog
    battery.link(object.battery, ownerTool: object)
  }
}

/// The values of `Battery`.
struct BatteryValue: Codable, Equatable, Sendable {
  var charge: Double = 1.0
  // `tool` leads back to the owner: it is set when the objects are written.
}

extension BatteryValue {
  init(_ object: Battery) {
    self.charge = object.charge
  }

  func makeObject() -> Battery {
    Battery()
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Battery) {
    object.charge = charge
  }

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Battery, ownerTool: Tool?) {
    object.tool = ownerTool as? CordlessTool
  }
}
