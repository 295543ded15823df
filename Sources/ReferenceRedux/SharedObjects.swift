internal import ObjectGraph
internal import ValueReflection

/// Describes the objects that a result and the state have in common, each by its first path in the state.
///
/// - Throws: The errors of the coding of the types.
/// - Complexity: O(*m*) in the stored values of the result, and, if the result contains an object, O(*n*) in the number
///   of encoded values reachable from the state.
func sharedObjects(in result: Any, and state: some Codable) throws -> [String] {
  let roots = codableObjects(in: result)
  if roots.isEmpty { return [] }
  let places = try Graph.objects(of: state)
  var shared: [ObjectIdentifier: (statePath: String, path: String, text: String)] = [:]
  for (path, root) in roots {
    for (id, found) in try Graph.objects(of: root) where shared[id] == nil {
      guard let statePath = places[id]?.path else { continue }
      let path = DifferencePath.join(path, found.path)
      let place =
        statePath.isEmpty
        ? "the state itself" : "the \(type(of: found.object)) at \(quoted(statePath)) of the state"
      let text = path.isEmpty ? place : "\(place), as \(quoted(path))"
      shared[id] = (statePath, path, text)
    }
  }
  return shared.values.sorted { ($0.statePath, $0.path) < ($1.statePath, $1.path) }.map(\.text)
}

/// The `Codable` objects to which a value refers directly, with their paths.
///
/// The function looks into structs, enums, tuples and containers. It does not look into objects without coding, such as
/// a token, a queue or a store, and skips values that are `CopiedByValue`.
private func codableObjects(in value: Any) -> [(path: String, object: any AnyObject & Codable)] {
  var objects: [(path: String, object: any AnyObject & Codable)] = []
  var rest = [(path: "", value: value)]
  while let (path, value) = rest.popLast() {
    if value is any CopiedByValue || ReflectedType.isMetatype(value) { continue }
    if type(of: value) is AnyClass {
      if let object = value as? any AnyObject & Codable { objects.append((path, object)) }
      continue
    }
    for part in ReflectedNode(value).parts.reversed() {
      rest.append((DifferencePath.join(path, step(to: part)), part.value))
    }
  }
  return objects
}

private func step(to part: ReflectedNode.Part) -> String {
  func text(_ key: Any) -> String {
    (key as? String) ?? (key as? any BinaryInteger).map { "\($0)" } ?? "\(part.position / 2)"
  }
  return switch part.step {
  case .content: ""
  case .key: text(part.value)
  case .entry(let key): text(key)
  default: part.name ?? "\(part.position)"
  }
}
