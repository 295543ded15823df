internal import ObjectGraph
internal import ValueReflection

/// The `Codable` objects in a value of any type, as reflection shows them.
///
/// It looks into structs, enums, tuples and containers, and at what `Codable` objects encode. Other
/// objects, such as a token, a queue or a store, are not data: it does not look into them. It skips
/// what is `CopiedByValue`.
struct ReflectedObjects {
  typealias DataObject = any (AnyObject & Codable)

  /// The objects that the value refers to itself, not those inside of them.
  private(set) var roots: [(path: String, object: DataObject, isRedacted: Bool)] = []

  init() {}

  init(in value: Any) {
    var rest = [(path: "", value: value, isRedacted: false)]
    while let (path, value, isInside) = rest.popLast() {
      if value is any CopiedByValue || ReflectedType.isMetatype(value) { continue }
      let isRedacted = isInside || value is any Redactable
      if type(of: value) is AnyClass {
        if let object = value as? DataObject { roots.append((path, object, isRedacted)) }
        continue
      }
      let mirror = Mirror(reflecting: value)
      for (index, child) in mirror.children.enumerated().reversed() {
        if mirror.displayStyle == .dictionary {
          let entry = Array(Mirror(reflecting: child.value).children)
          let step = Self.join(path, Self.step(entry.first?.value, index))
          rest += entry.reversed().map { (step, $0.value, isRedacted) }
        } else {
          let step = Self.step(child.label, index, in: mirror.displayStyle)
          rest.append((Self.join(path, step), child.value, isRedacted))
        }
      }
    }
  }

  /// The objects that are part of `state` as well, also those inside of others, with the first path to
  /// each.
  func shared(with state: some Codable) throws -> [SharedObject] {
    if roots.isEmpty { return [] }
    let places = try Graph.objects(of: state)
    var shared: [ObjectIdentifier: SharedObject] = [:]
    for (path, root, _) in roots {
      for (id, object) in try Graph.objects(of: root) where shared[id] == nil {
        guard let place = places[id] else { continue }
        shared[id] = SharedObject(
          type: "\(type(of: object.object))", statePath: place.path,
          path: Self.join(path, object.path))
      }
    }
    return shared.values.sorted { ($0.statePath, $0.path) < ($1.statePath, $1.path) }
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
    // The label of an element without a name is a dot and its number.
    style == .optional ? "" : String((label ?? "\(index)").drop { $0 == "." })
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
    for (path, object, isRedacted) in ReflectedObjects(in: action).roots {
      keep(object, path, isRedacted)
    }
    if parts.isEmpty { return nil }
  }

  private func keep(
    _ object: some AnyObject & Codable, _ path: String, _ isRedacted: Bool
  ) {
    do {
      let copy = try Graph.copy(object)
      let redacted = GraphDifference(
        path: "", kind: .changed, old: SecretNames.mask, new: SecretNames.mask)
      let differences = {
        if isRedacted { return try Graph.isEqual(copy, object) ? [] : [redacted] }
        // The names above an object hide what is in it, as those in it do.
        return try Graph.differences(from: copy, to: object) { inner, value in
          Graph.description(of: value, at: ReflectedObjects.join(path, inner))
        }
      }
      parts.append((path, differences))
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
