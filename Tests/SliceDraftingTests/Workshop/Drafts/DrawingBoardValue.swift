// Drafted by `swift package landbridge-write draft-slice board`, yours to change.
// Digest 3f7a45ea232faf29: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// CHECK: no reduce block was found that mentions `board`; list its blocks here.
extension WorkshopSlices {
  static let board = StateSlice(
    "board", projection: DrawingBoardValue.projection,
    legacy: [
    ],
    reducer: DrawingBoardValue.reducer)
}

extension DrawingBoardValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = Reducer<DrawingBoardValue, WorkshopAction> { value, action in
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

/// The values of `DrawingBoard`.
struct DrawingBoardValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var shapes: [ShapeValue] = []
  /// `DrawingBoard.shapes` owns what `selected` refers to: its id.
  var selectedID: Int?
  var zoom: Double = 1.0
}

extension DrawingBoardValue {
  static let projection = Projection<WorkshopState, DrawingBoardValue>(
    read: { DrawingBoardValue($0.board) },
    write: { state, value in
      value.write(to: state.board)
      let allShapes = Dictionary(
        state.board.shapes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      value.link(state.board, allShapes: allShapes)
    })
}

extension DrawingBoardValue {
  init(_ object: DrawingBoard) {
    self.shapes = object.shapes.map { ShapeValue($0) }
    self.selectedID = object.selected?.id
    self.zoom = object.zoom
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: DrawingBoard) {
    Self.shapesList.write(object, shapes)
    object.zoom = zoom
  }

  private static let shapesList = Projection<DrawingBoard, [ShapeValue]>.list(
    \.shapes, objectID: { ShapeValue.key(of: $0) }, valueID: { $0.key },
    element: Projection<Shape, ShapeValue>(read: { ShapeValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: DrawingBoard, allShapes: [Int: Shape]) {
    object.selected = selectedID.flatMap { allShapes[$0] }
  }
}

/// The values of `Shape` or of one of its subclasses.
enum ShapeValue: Codable, Equatable, Sendable {
  case shape(PlainShapeValue)
  case circle(CircleValue)
  case dot(DotValue)
}

extension ShapeValue {
  init(_ object: Shape) {
    switch object {
    case let object as Dot: self = .dot(DotValue(object))
    case let object as Circle: self = .circle(CircleValue(object))
    default: self = .shape(PlainShapeValue(object))
    }
  }

  func makeObject() -> Shape {
    switch self {
    case .shape(let value): value.makeObject()
    case .circle(let value): value.makeObject()
    case .dot(let value): value.makeObject()
    }
  }

  /// Whether the object has the class and the constants of this value.
  func fits(_ object: Shape) -> Bool {
    switch self {
    case .shape(let value): type(of: object) == Shape.self && value.fits(object)
    case .circle(let value): type(of: object) == Circle.self && ((object as? Circle).map(value.fits) ?? false)
    case .dot(let value): type(of: object) == Dot.self && ((object as? Dot).map(value.fits) ?? false)
    }
  }

  func write(to object: Shape) {
    switch self {
    case .shape(let value): value.write(to: object)
    case .circle(let value): if let object = object as? Circle { value.write(to: object) }
    case .dot(let value): if let object = object as? Dot { value.write(to: object) }
    }
  }

  struct Key: Hashable {
    let type: ObjectIdentifier
    let id: Int
  }

  static func key(of object: Shape) -> Key {
    Key(type: ObjectIdentifier(type(of: object)), id: object.id)
  }

  var key: Key {
    switch self {
    case .shape(let value): Key(type: ObjectIdentifier(Shape.self), id: value.id)
    case .circle(let value): Key(type: ObjectIdentifier(Circle.self), id: value.id)
    case .dot(let value): Key(type: ObjectIdentifier(Dot.self), id: value.id)
    }
  }
}

/// The values of `Shape`.
struct PlainShapeValue: Codable, Equatable, Sendable {
  var id: Int
  var title: String = ""
}

extension PlainShapeValue {
  init(_ object: Shape) {
    self.id = object.id
    self.title = object.title
  }

  func makeObject() -> Shape {
    Shape(id: id)
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: Shape) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Shape) {
    object.title = title
  }
}

/// The values of `Circle`.
struct CircleValue: Codable, Equatable, Sendable {
  var id: Int
  var title: String = ""
  var radius: Double = 1.0
}

extension CircleValue {
  init(_ object: Circle) {
    self.id = object.id
    self.title = object.title
    self.radius = object.radius
  }

  func makeObject() -> Circle {
    Circle(id: id)
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: Circle) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Circle) {
    object.title = title
    object.radius = radius
  }
}

/// The values of `Dot`.
struct DotValue: Codable, Equatable, Sendable {
  var id: Int
  var title: String = ""
}

extension DotValue {
  init(_ object: Dot) {
    self.id = object.id
    self.title = object.title
  }

  func makeObject() -> Dot {
    Dot(id: id)
  }

  /// Whether the object has the constants of this value, so that it can take on the rest.
  func fits(_ object: Dot) -> Bool {
    object.id == id
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Dot) {
    object.title = title
  }
}
