// Drafted by `swift package landbridge-write draft-slice benches`, yours to change.
// Digest 819cf69821469177: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ReduxBridge
import ReferenceRedux
import ValueRedux

// CHECK: no reduce block was found that mentions `benches`; list its blocks here.
/// Refers to objects of the slice `catalog`, which the reducer reads.
extension WorkshopSlices {
  static let benches = StateSlice(
    "benches", reading: WorkshopSlices.catalog, projection: BenchesValue.projection,
    legacy: [
    ],
    reducer: BenchesValue.reducer)
}

extension BenchesValue {
  /// Leaves the value as it is: each action that changes it replaces its `break`.
  static let reducer = ReadingReducer<BenchesValue, CatalogValue, WorkshopAction> { value, catalog, action in
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

/// The values of `WorkshopState`.
struct BenchesValue: Codable, Equatable, Sendable {
  /// The list owns its objects: values, known by `id`.
  var benches: [BenchValue] = []
}

extension BenchesValue {
  static let projection = Projection<WorkshopState, BenchesValue>(
    read: { BenchesValue($0) },
    write: { state, value in
      value.write(to: state)
      let allTools = Dictionary(
        state.catalog.tools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      value.link(state, allTools: allTools)
    })
}

extension BenchesValue {
  init(_ object: WorkshopState) {
    self.benches = object.benches.map { BenchValue($0) }
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: WorkshopState) {
    Self.benchesList.write(object, benches)
  }

  private static let benchesList = Projection<WorkshopState, [BenchValue]>.list(
    \.benches, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<Bench, BenchValue>(read: { BenchValue($0) }, write: { $1.write(to: $0) }),
    make: { $0.makeObject() })

  /// Sets the references of the object, and of what it owns.
  func link(_ object: WorkshopState, allTools: [Int: Tool]) {
    for (child, value) in zip(object.benches, benches) {
      value.link(child, allTools: allTools)
    }
  }
}

/// The values of `Bench`.
struct BenchValue: Codable, Equatable, Sendable {
  var id: Int
  /// `Catalog.tools` owns what `current` refers to: its id.
  var currentID: Int?
  var height: Float = 0.9
}

extension BenchValue {
  init(_ object: Bench) {
    self.id = object.id
    self.currentID = object.current?.id
    self.height = object.height
  }

  func makeObject() -> Bench {
    Bench(id: id)
  }

  /// Brings an object to these values; its references follow in `link`.
  func write(to object: Bench) {
    object.height = height
  }

  /// Sets the references of the object, and of what it owns.
  func link(_ object: Bench, allTools: [Int: Tool]) {
    object.current = currentID.flatMap { allTools[$0] }
  }
}
