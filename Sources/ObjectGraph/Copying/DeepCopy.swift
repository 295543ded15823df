extension GraphSession {
  /// Copies a value that lies too deep to be reached by recursion.
  ///
  /// The recursion of a copy is that of the types' own decoding: a child is copied while its parent
  /// decodes it. Here the children are copied before their parents instead, from a list of what is
  /// left to do, so that a parent which decodes a child finds it ready.
  func copyWithoutRecursion<Value>(_ source: Value, plan: Plan<Value>) throws -> Value {
    var root = takeRecord(layout: blankLayout.table)
    defer { recycle(&root) }
    let depth = path.pointee.count
    root.tape.pointee.kind = .single
    root.tape.pointee.depth = depth
    root.tape.store(source, at: 0, plan: plan)
    root.seal()
    var work = DeepWork(self, root)
    try work.run()
    path.pointee.truncate(to: depth)
    let copy = root.tape.pointee.storage.slots[0]
    let place = copy.value.assumingMemoryBound(to: Value.self)
    return copy.isCopy ? place.pointee : try plan.copy(place, self)
  }
}
