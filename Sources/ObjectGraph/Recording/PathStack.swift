/// Where a copy stands, kept so cheaply that a path is put together only when somebody asks.
///
/// Each tape on the stack knows which of its slots is at work; arrays and dictionaries, which are
/// copied without a record, keep their position here. The owner calls ``deallocate()`` in the end.
struct PathStack {
  /// One level: a tape, a container of the standard library, or a name given by a copy hook.
  private struct Step {
    var tape: UnsafeMutablePointer<Tape>?
    var plan: Unmanaged<TypePlan>?
    var container: UnsafeRawPointer?
    var name: StaticString?
    var index = -1
  }

  private var steps: UnsafeMutablePointer<Step>
  private var capacity = 64
  private(set) var count = 0

  /// The path to where this stack begins, when that is not the root.
  var prefix: PathPrefix?

  init() {
    steps = .allocate(capacity: capacity)
  }

  /// Gives the memory back.
  func deallocate() {
    steps.deallocate()
  }

  /// Enters a record.
  @inline(__always)
  mutating func push(_ tape: UnsafeMutablePointer<Tape>) {
    append(Step(tape: tape))
    tape.pointee.depth = count
  }

  /// Enters an array or a set, and returns its place.
  mutating func pushIndex() -> Int {
    append(Step())
    return count - 1
  }

  /// Enters the dictionary at `container`, whose plan can name its keys, and returns its place.
  mutating func pushDictionary(_ container: UnsafeRawPointer, _ plan: TypePlan) -> Int {
    append(Step(plan: Unmanaged.passUnretained(plan), container: container))
    return count - 1
  }

  /// Enters what a copy hook calls `name`, and returns its place.
  mutating func pushName(_ name: StaticString) -> Int {
    append(Step(name: name))
    return count - 1
  }

  /// Moves the container at `place` on to `index`.
  @inline(__always)
  mutating func setIndex(_ index: Int, at place: Int) {
    count = place + 1
    steps[place].index = index
  }

  /// Leaves everything that was entered after the first `count` steps.
  @inline(__always)
  mutating func truncate(to count: Int) {
    self.count = count
  }

  /// The path to the value at work.
  var codingPath: [any CodingKey] { codingPath(upTo: count) }

  /// The path through the first `limit` steps.
  func codingPath(upTo limit: Int) -> [any CodingKey] {
    (prefix?.codingPath ?? []) + ownPath(upTo: limit)
  }

  /// The path through the first `limit` steps, without what lies before this stack.
  func ownPath(upTo limit: Int) -> [any CodingKey] {
    (0..<max(0, min(limit, count))).compactMap { key(of: steps[$0]) }
  }

  private func key(of step: Step) -> (any CodingKey)? {
    if let tape = step.tape { return tape.pointee.currentKey }
    if let name = step.name { return PathKey(stringValue: name.description) }
    guard step.index >= 0 else { return nil }
    if let container = step.container, let plan = step.plan {
      return plan.takeUnretainedValue().key(at: step.index, of: container)
    }
    return PathKey(index: step.index)
  }

  @inline(__always)
  private mutating func append(_ step: Step) {
    if count == capacity { grow() }
    (steps + count).initialize(to: step)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Step>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: steps, count: capacity)
    steps.deallocate()
    steps = larger
    capacity *= 2
  }
}
