/// The objects of two graphs that correspond: those that were first reached along the same path.
struct Partners {
  /// The relation of two objects at one path.
  enum Meeting {
    /// Neither was reached before.
    case new
    /// They correspond already.
    case known
    /// The old object corresponds to another new object, which was reached along this path.
    case unshared(GraphPath)
    /// The new object corresponds to another old object, which was reached along this path.
    case shared(GraphPath)
  }

  /// The target of a weak back reference, if it has one.
  struct Target {
    let object: AnyObject?

    init(_ object: AnyObject?) {
      self.object = object
    }
  }

  private var newOfOld: [ObjectIdentifier: (partner: AnyObject, path: GraphPath)] = [:]
  private var oldOfNew: [ObjectIdentifier: (partner: AnyObject, path: GraphPath)] = [:]
  private var backReferences: [(old: Target, new: Target, path: GraphPath)] = []

  /// Adds two objects that were reached along `path`.
  mutating func enter(_ old: AnyObject, _ new: AnyObject, _ path: GraphPath) -> Meeting {
    if let known = newOfOld[ObjectIdentifier(old)] {
      return known.partner === new ? .known : .unshared(known.path)
    }
    if let known = oldOfNew[ObjectIdentifier(new)] { return .shared(known.path) }
    newOfOld[ObjectIdentifier(old)] = (new, path)
    oldOfNew[ObjectIdentifier(new)] = (old, path)
    return .new
  }

  /// The new object that corresponds to `old`, if there is one.
  func partner(of old: AnyObject) -> AnyObject? { newOfOld[ObjectIdentifier(old)]?.partner }

  /// Adds two back references, which are compared when both graphs have been traversed.
  mutating func noteBackReference(_ old: Target, _ new: Target, _ path: GraphPath) {
    backReferences.append((old, new, path))
  }

  /// The back references whose targets lie at different places, with descriptions of these places.
  func brokenBackReferences() -> [(path: GraphPath, old: String, new: String)] {
    backReferences.compactMap { reference in
      let old = place(of: reference.old, in: newOfOld)
      let new = place(of: reference.new, in: oldOfNew)
      if let target = reference.old.object, let known = newOfOld[ObjectIdentifier(target)] {
        if known.partner === reference.new.object { return nil }
      } else if old == new,
        reference.new.object.map({ oldOfNew[ObjectIdentifier($0)] == nil }) ?? true
      {
        return nil
      }
      return (reference.path, old, new)
    }
  }

  private func place(
    of target: Target, in known: [ObjectIdentifier: (partner: AnyObject, path: GraphPath)]
  ) -> String {
    guard let object = target.object else { return "nil" }
    guard let path = known[ObjectIdentifier(object)]?.path.text else { return "nil" }
    return path.isEmpty ? "the root" : path
  }
}
