extension GraphSession {
  /// Copies a value that lies too deep for recursion.
  ///
  /// The recursion of a copy is that of the types' own decoding: a child is copied while its parent
  /// decodes it. Here the children are copied before their parents instead, from a list of the values
  /// whose copies have begun, so a parent that decodes a child finds its copy.
  func copyWithoutRecursion<Value: Codable>(_ source: Value) throws -> Value {
    var root = takeRecord()
    defer { recycle(&root) }
    let depth = path.pointee.count
    root.tape.pointee.kind = .single
    root.tape.pointee.depth = depth
    root.store(source, at: 0, plan: typePlan(for: Value.self))
    try root.seal()
    var work = DeepWork(self, root)
    try work.run()
    path.pointee.truncate(to: depth)
    let copy = root.tape.pointee.storage.slots[0]
    let place = copy.value.assumingMemoryBound(to: Value.self)
    return copy.isCopy ? place.pointee : try plan(for: Value.self).copy(place, self)
  }
}

/// The values whose copies have begun without recursion, from the outermost to the innermost.
private struct DeepWork {
  /// A value that has encoded itself and waits for the copies of its children.
  private struct Task {
    var record: Record
    /// The record and the slot that contain the value.
    let owner: Record
    let index: Int
    /// The entry of an object in the identity map.
    let entry: Int?
    /// Whether this is a nested container, which is part of its owner and has no value of its own.
    var isNested = false
    var next = 0
    var failure: (any Error)?
  }

  private let session: GraphSession
  private let root: Record
  private var tasks: [Task] = []

  init(_ session: GraphSession, _ root: Record) {
    self.session = session
    self.root = root
  }

  /// Copies the value in the slot of the root.
  mutating func run() throws {
    if let failure = start(root, 0) { throw failure }
    while !tasks.isEmpty {
      if !startNextChild() { try finishLast() }
    }
  }

  /// Starts the next child of the innermost value, and returns whether there was one.
  private mutating func startNextChild() -> Bool {
    let last = tasks.count - 1
    let record = tasks[last].record
    let index = tasks[last].next
    guard tasks[last].failure == nil, index < record.tape.pointee.storage.count else {
      return false
    }
    tasks[last].next += 1
    if let failure = start(record, index) { tasks[tasks.count - 1].failure = failure }
    return true
  }

  /// Makes the copy of the innermost value; an error fails the value around it.
  private mutating func finishLast() throws {
    var task = tasks.removeLast()
    guard let failure = finish(&task) else { return }
    if tasks.isEmpty { throw failure }
    tasks[tasks.count - 1].failure = failure
  }

  /// Lets the value in a slot encode itself, unless its copy needs no work.
  private mutating func start(_ owner: Record, _ index: Int) -> (any Error)? {
    let slot = owner.tape.pointee.storage.slots[index]
    if !slot.isFilled || slot.isReady { return nil }
    if slot.holdsRecord {
      tasks.append(
        Task(
          record: owner.nested(at: index), owner: owner, index: index, entry: nil, isNested: true))
      return nil
    }
    let plan = slot.anyPlan
    if !plan.isCopyable { return nil }
    var entry: Int?
    if let object = plan.object(slot.value) {
      guard session.identities.pointee.isNew(object),
        case .entered(let new) = session.identities.pointee.enter(object)
      else { return nil }
      entry = new
    }
    owner.enter(index)
    let record = session.takeRecord()
    session.path.pointee.push(record.tape)
    tasks.append(Task(record: record, owner: owner, index: index, entry: entry))
    do {
      try plan.record(slot.value, into: record)
      try record.seal()
      return nil
    } catch {
      return error
    }
  }

  /// Makes the copy of a value whose children have been copied.
  private func finish(_ task: inout Task) -> (any Error)? {
    if task.isNested { return task.failure }
    defer { session.finish(&task.record) }
    let slot = task.owner.tape.pointee.storage.slots[task.index]
    do {
      if let failure = task.failure { throw failure }
      if let entry = task.entry {
        let copy = try slot.anyPlan.finishObject(slot.value, task.record)
        session.identities.pointee.complete(entry, with: copy)
      } else {
        try slot.anyPlan.finishInPlace(slot.value, task.record)
        task.owner.tape.pointee.storage.markCopied(task.index)
      }
      return nil
    } catch {
      guard let entry = task.entry else { return error }
      if tasks.isEmpty {
        session.identities.pointee.abandon(entry)
        return error
      }
      // The object around this one may not need it; it receives the error when it decodes this one.
      session.identities.pointee.fail(entry, error)
      return nil
    }
  }
}
