/// Which object of the new graph stands for which of the old one, by where they were met first.
struct Partners {
  /// What a meeting of two objects tells.
  enum Meeting {
    /// Both are new.
    case new
    /// They stand for each other already.
    case known
    /// The old object was met along another path, where another new one stood for it.
    case unshared(PathNode)
    /// The new object was met along another path, where it stood for another old one.
    case shared(PathNode)
  }

  /// The target of a back reference.
  struct Target {
    let object: AnyObject?

    init(_ object: AnyObject?) {
      self.object = object
    }
  }

  private var newOfOld: [ObjectIdentifier: (partner: AnyObject, path: PathNode)] = [:]
  private var oldOfNew: [ObjectIdentifier: (partner: AnyObject, path: PathNode)] = [:]
  private var backReferences: [(old: Target, new: Target, path: PathNode)] = []

  /// Notes that two objects were met along `path`.
  mutating func enter(_ old: AnyObject, _ new: AnyObject, _ path: PathNode) -> Meeting {
    if let known = newOfOld[ObjectIdentifier(old)] {
      return known.partner === new ? .known : .unshared(known.path)
    }
    if let known = oldOfNew[ObjectIdentifier(new)] { return .shared(known.path) }
    newOfOld[ObjectIdentifier(old)] = (new, path)
    oldOfNew[ObjectIdentifier(new)] = (old, path)
    return .new
  }

  /// Notes two back references, which can be compared when both graphs have been seen.
  mutating func noteBackReference(_ old: Target, _ new: Target, _ path: PathNode) {
    backReferences.append((old, new, path))
  }

  /// The back references that lead to different places, with descriptions of these.
  func brokenBackReferences() -> [(path: PathNode, old: String, new: String)] {
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
    of target: Target, in known: [ObjectIdentifier: (partner: AnyObject, path: PathNode)]
  ) -> String {
    guard let object = target.object else { return "nil" }
    guard let path = known[ObjectIdentifier(object)]?.path.text else { return "nil" }
    return path.isEmpty ? "the root" : path
  }
}
