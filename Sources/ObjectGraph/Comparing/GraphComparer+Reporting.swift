internal import ValueReflection

/// Says where two graphs differ, without what must not be shown.
extension GraphComparer {
  /// The path to the values that are being compared.
  mutating func currentPath() -> GraphPath {
    var first = frames.count - 1
    while first > 0, unsafe frames[first].path == nil { first -= 1 }
    var path = unsafe frames[first].path ?? .root
    for index in first..<frames.count {
      let frame = unsafe frames.elements + index
      unsafe frame.pointee.path = path
      if let name = unsafe frame.pointee.name {
        if let key = unsafe frame.pointee.key {
          path = path.appending(name.stringValue, of: key)
        } else {
          path = path.appending(name)
        }
      }
      path = unsafe path.leading(
        to: frame.pointee.oldPlace?.value, frame.pointee.newPlace?.value)
    }
    return path
  }

  mutating func report(_ kind: GraphDifference.Kind) {
    guard describing != nil else {
      return differences.append(GraphDifference(path: "", kind: kind))
    }
    let path = currentPath()
    let text = path.text
    let places = unsafe (frames[frames.count - 1].oldPlace, frames[frames.count - 1].newPlace)
    if path.isRedacted, differences.last?.path == text { return }
    var old = kind == .added ? nil : places.0.map { describe($0, path) }
    var new = kind == .removed ? nil : places.1.map { describe($0, path) }
    if isExplaining, !path.isRedacted, old == new, let first = places.0?.value,
      let second = places.1?.value
    {
      (old, new) = Graph.exactDescriptions(of: first, second, at: text)
    }
    differences.append(GraphDifference(path: text, kind: kind, old: old, new: new))
  }

  /// Reports that one of two objects corresponds to another one; returns that nothing remains.
  mutating func reportSharing(of old: AnyObject, _ new: AnyObject) throws -> Bool {
    let isUnshared = unsafe session.identities.pointee.copy(of: old) != nil
    if describing != nil, !keepsPaths { throw Restart.withPaths }
    let other = isUnshared ? objects.old[ObjectIdentifier(old)] : objects.new[ObjectIdentifier(new)]
    differences.append(
      GraphDifference(
        path: describing == nil ? "" : currentPath().text, kind: isUnshared ? .unshared : .shared,
        otherPath: other?.path))
    return false
  }

  /// Compares the targets of the weak back references, when all objects are known, up to the limit.
  mutating func compareBackReferences() throws {
    for (old, new, path) in backReferences where differences.count < limit {
      let partner = old.flatMap { unsafe session.identities.pointee.copy(of: $0) }
      let known = new.flatMap { newObjects.copy(of: $0) == nil ? nil : $0 }
      if partner === known { continue }
      if describing != nil, !keepsPaths { throw Restart.withPaths }
      differences.append(
        GraphDifference(
          path: path?.text ?? "", kind: .changed, old: Self.name(of: old, in: objects.old),
          new: Self.name(of: new, in: objects.new)))
    }
  }

  private static func name(of target: AnyObject?, in objects: Objects) -> String {
    guard let path = target.flatMap({ objects[ObjectIdentifier($0)]?.path }) else {
      return "nil"
    }
    return path.isEmpty ? "the root" : path
  }

  private func describe(_ place: Place, _ path: GraphPath) -> String {
    if path.isRedacted { return SecretNames.mask }
    if !place.isFilled || place.slot.isNilMarker { return "nil" }
    if place.slot.holdsRecord {
      return unsafe "a nested \(place.record.nested(at: place.index).tape.pointee.kind) container"
    }
    return place.value.flatMap { describing?(path.text, $0) } ?? ""
  }
}
