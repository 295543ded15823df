/// The values that are on their way in one copy without recursion, from the outermost inwards.
struct DeepWork {
  /// A value that has encoded itself and waits for its children.
  private struct Task {
    var record: Record
    /// The record and the slot that the value itself is in.
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

  /// Works until the value in the root's slot is copied.
  mutating func run() throws {
    if let failure = start(root, 0) { throw failure }
    while !tasks.isEmpty {
      if !startNextChild() { try finishLast() }
    }
  }

  /// Has the next child of the innermost value encode itself, unless there is none left.
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

  /// Makes the copy of the innermost value, or hands an error on to the one outside.
  private mutating func finishLast() throws {
    var task = tasks.removeLast()
    guard let failure = finish(&task) else { return }
    if tasks.isEmpty { throw failure }
    tasks[tasks.count - 1].failure = failure
  }

  /// Has the value in a slot encode itself, unless it needs no work.
  private mutating func start(_ owner: Record, _ index: Int) -> (any Error)? {
    let slot = owner.tape.pointee.storage.slots[index]
    if slot.typeID == nil || slot.isReady { return nil }
    if slot.typeID == session.recordTypeID {
      tasks.append(
        Task(
          record: owner.nested(at: index), owner: owner, index: index, entry: nil, isNested: true))
      return nil
    }
    let plan = slot.plan.takeUnretainedValue()
    if !plan.isCopyable { return nil }
    var entry: Int?
    if let object = plan.object(slot.value) {
      guard session.identities.pointee.isNew(object),
        case .entered(let new) = session.identities.pointee.enter(object)
      else { return nil }
      entry = new
    }
    owner.enter(index)
    let record = session.takeRecord(layout: session.blankLayout.table)
    session.path.pointee.push(record.tape)
    tasks.append(Task(record: record, owner: owner, index: index, entry: entry))
    do {
      try plan.record(slot.value, into: record)
      record.seal()
      return record.misuse
    } catch {
      return error
    }
  }

  /// Makes the copy of a value whose children are ready.
  private func finish(_ task: inout Task) -> (any Error)? {
    if task.isNested { return task.failure }
    defer { leave(&task) }
    let slot = task.owner.tape.pointee.storage.slots[task.index]
    let plan = slot.plan.takeUnretainedValue()
    do {
      if let failure = task.failure { throw failure }
      if let entry = task.entry, let object = plan.object(slot.value) {
        let copy = try plan.finishObject(object, task.record)
        session.identities.pointee.complete(entry, with: copy)
      } else {
        try plan.finishInPlace(slot.value, task.record)
        task.owner.tape.pointee.storage.markCopied(task.index)
      }
      return nil
    } catch {
      guard let entry = task.entry else { return error }
      if tasks.isEmpty {
        session.identities.pointee.abandon(entry)
        return error
      }
      // The object outside may do without this one; it is told when it asks for it.
      session.identities.pointee.fail(entry, error)
      return nil
    }
  }

  private func leave(_ task: inout Task) {
    session.path.pointee.truncate(to: task.record.tape.pointee.depth - 1)
    session.recycle(&task.record)
  }
}
