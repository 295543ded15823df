/// Where a copy stands, kept so cheaply that a path is put together only when somebody asks.
///
/// Each record on the stack knows which of its slots is at work; arrays and dictionaries, which are
/// copied without a record, keep their position here.
final class PathStack {
  private struct Step {
    unowned(unsafe) var record: Record?
    var index: Int
    var key: (any CodingKey)?
  }

  private var steps: UnsafeMutablePointer<Step>
  private var capacity = 64
  private(set) var count = 0

  init() {
    steps = .allocate(capacity: capacity)
  }

  deinit {
    steps.deinitialize(count: count)
    steps.deallocate()
  }

  /// Enters a record.
  @inline(__always)
  func push(_ record: Record) {
    append(Step(record: record, index: -1, key: nil))
    record.depth = count
  }

  /// Enters an array or a dictionary, and returns its place.
  func pushIndex() -> Int {
    append(Step(record: nil, index: -1, key: nil))
    return count - 1
  }

  /// Enters the value under `key`.
  func pushKey(_ key: any CodingKey) {
    append(Step(record: nil, index: -1, key: key))
  }

  /// Moves the array at `place` on to `index`.
  func setIndex(_ index: Int, at place: Int) {
    truncate(to: place + 1)
    steps[place].index = index
  }

  /// Moves the dictionary at `place` on to `key`, or to `index` where the key is no coding key.
  func setKey<Key>(_ key: Key, or index: Int, at place: Int) {
    truncate(to: place + 1)
    if let key = key as? String {
      steps[place].key = PathKey(stringValue: key)
    } else if let key = key as? Int {
      steps[place].key = PathKey(intValue: key)
    } else if let key = key as? any CodingKeyRepresentable {
      steps[place].key = key.codingKey
    } else {
      steps[place].index = index
    }
  }

  /// Leaves everything that was entered after the first `count` steps.
  @inline(__always)
  func truncate(to count: Int) {
    while self.count > count {
      self.count -= 1
      (steps + self.count).deinitialize(count: 1)
    }
  }

  /// The path to the value at work.
  var codingPath: [any CodingKey] { codingPath(upTo: count) }

  /// The path through the first `limit` steps.
  func codingPath(upTo limit: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    for step in 0..<min(limit, count) {
      if let record = steps[step].record {
        if let key = record.currentKey { path.append(key) }
      } else if let key = steps[step].key {
        path.append(key)
      } else if steps[step].index >= 0 {
        path.append(PathKey(index: steps[step].index))
      }
    }
    return path
  }

  @inline(__always)
  private func append(_ step: Step) {
    if count == capacity { grow() }
    (steps + count).initialize(to: step)
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Step>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: steps, count: count)
    steps.deallocate()
    steps = larger
    capacity *= 2
  }
}
