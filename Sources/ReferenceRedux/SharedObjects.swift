internal import ObjectGraph

/// The `Codable` objects in a value of any type, as reflection shows them.
///
/// It looks into structs, enums, tuples and containers, and at what `Codable` objects encode. Other
/// objects, such as a token, a queue or a store, are not data: it does not look into them. It skips
/// what is `CopiedByValue`.
struct ReflectedObjects {
  typealias DataObject = any (AnyObject & Codable)

  /// The objects that the value refers to itself, not those inside of them.
  private(set) var roots: [(path: String, object: DataObject)] = []

  init() {}

  init(in value: Any) {
    var rest = [(path: "", value: value)]
    while let (path, value) = rest.popLast() {
      if value is any CopiedByValue { continue }
      if type(of: value) is AnyClass {
        if let object = value as? DataObject { roots.append((path, object)) }
        continue
      }
      let mirror = Mirror(reflecting: value)
      for (index, child) in mirror.children.enumerated().reversed() {
        if mirror.displayStyle == .dictionary {
          let entry = Array(Mirror(reflecting: child.value).children)
          let step = Self.join(path, Self.step(entry.first?.value, index))
          rest += entry.reversed().map { (step, $0.value) }
        } else {
          let step = Self.step(child.label, index, in: mirror.displayStyle)
          rest.append((Self.join(path, step), child.value))
        }
      }
    }
  }

  /// All objects, also those inside of others, with the first path to each.
  func all() throws -> [ObjectIdentifier: (path: String, object: AnyObject)] {
    var all: [ObjectIdentifier: (path: String, object: AnyObject)] = [:]
    for (path, root) in roots {
      for (id, object) in try Graph.objects(of: root) where all[id] == nil {
        all[id] = (Self.join(path, object.path), object.object)
      }
    }
    return all
  }

  /// The objects that are part of `state` as well.
  func shared(with state: some Codable) throws -> [SharedObject] {
    if roots.isEmpty { return [] }
    let objects = try all()
    return try Graph.objects(of: state).compactMap { id, place in
      objects[id].map { object in
        SharedObject(
          type: "\(type(of: object.object))", statePath: place.path, path: object.path)
      }
    }.sorted { ($0.statePath, $0.path) < ($1.statePath, $1.path) }
  }

  static func join(_ path: String, _ step: String) -> String {
    path.isEmpty || step.isEmpty ? path + step : "\(path).\(step)"
  }

  /// The step to the value of a key.
  private static func step(_ key: Any?, _ index: Int) -> String {
    (key as? String) ?? (key as? any BinaryInteger).map { "\($0)" } ?? "\(index)"
  }

  private static func step(
    _ label: String?, _ index: Int, in style: Mirror.DisplayStyle?
  ) -> String {
    switch style {
    case .optional: ""
    case .tuple:
      // The label of an element without a name is a dot and its number.
      String((label ?? "\(index)").drop { $0 == "." })
    default: label ?? "\(index)"
    }
  }
}

/// What the objects in an action contained when it was dispatched.
///
/// `@unchecked Sendable` because:
/// 1. It is made on the thread that dispatches, and used once, on the executor of the store.
/// 2. Nothing else refers to the copies. The objects are those of the action, which is `Sendable`.
final class DispatchedContent: @unchecked Sendable {
  private var parts: [(path: String, differences: () throws -> [GraphDifference])] = []

  /// Copies the objects in `action`; `nil` if there are none.
  init?(of action: some Sendable) {
    for (path, object) in ReflectedObjects(in: action).roots { keep(object, path) }
    if parts.isEmpty { return nil }
  }

  private func keep(_ object: some AnyObject & Codable, _ path: String) {
    do {
      let copy = try Graph.copy(object)
      parts.append((path, { try Graph.differences(from: copy, to: object) }))
    } catch {
      parts.append((path, { throw error }))
    }
  }

  /// Where the objects differ from what they contained; the paths begin at the action.
  func differences() throws -> [GraphDifference] {
    try parts.flatMap { path, differences in
      try differences().map { difference in
        GraphDifference(
          path: ReflectedObjects.join(path, difference.path), kind: difference.kind,
          old: difference.old, new: difference.new,
          otherPath: difference.otherPath.map { ReflectedObjects.join(path, $0) })
      }
    }
  }
}
