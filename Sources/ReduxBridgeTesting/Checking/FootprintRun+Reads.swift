import ObjectGraph
import ReduxBridge

/// What the runs with values of other moments showed, by block and by what has another value.
struct ReadEvidence {
  struct Key: Hashable {
    let slice: String
    let other: String
  }

  /// How many values were tried for one type of action.
  var tried: [[String]: Int] = [:]
  private var runs: [Key: Int] = [:]
  private var seen: [Key: Set<String>] = [:]
  private var notJudged: [String: Int] = [:]

  mutating func note(_ slice: String, with other: String, read: Set<String>) {
    let key = Key(slice: slice, other: other)
    runs[key, default: 0] += 1
    if !read.isEmpty { seen[key, default: []].formUnion(read) }
  }

  mutating func noteNotJudged(_ slice: String) {
    notJudged[slice, default: 0] += 1
  }

  func summary(of slice: String) -> FootprintReport.Reads {
    var reads = FootprintReport.Reads(notJudged: notJudged[slice] ?? 0)
    for (key, count) in runs where key.slice == slice { reads.runs[key.other] = count }
    for (key, fields) in seen where key.slice == slice { reads.seen[key.other] = fields.sorted() }
    return reads
  }
}

extension FootprintRun {
  /// Finds what a block reads outside of its slice; it has changed the state from `before` to the
  /// present one.
  mutating func findReads(
    of index: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let block = blocks[index]
    let (again, after) = try (Graph.copy(before), Graph.copy(state))
    block.reduce(again, action)
    if try Graph.isEqual(again, after) {
      try findReads(of: index, action, type, from: before)
    } else {
      reads.noteNotJudged(block.ownerName)
    }
    // The runs on copies have left the state alone, unless the block keeps an object of it.
    if try !Graph.isEqual(state, after) {
      add(.init(.keptObject, in: block.ownerName, at: block.name, after: type))
    }
  }

  /// Runs a block, which gives the same answer again, with other values.
  private mutating func findReads(
    of index: Int, _ action: Action, _ type: String, from before: State
  ) throws {
    let block = blocks[index]
    for position in slices.indices where position != block.owner {
      try findReads(of: index, in: position, action, type, before)
    }
    if block.owner != nil { try findUnclaimedReads(of: index, action, type, before) }
  }

  /// Runs a block with other values of one slice.
  private mutating func findReads(
    of index: Int, in position: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let (block, other) = (blocks[index], slices[position])
    let present = other.read(before)
    for value in candidates(pool[position], [block.name, other.name, type])
    where !other.areEqual(value, present) {
      let changed = try Graph.copy(before)
      other.write(changed, value)
      // Otherwise the projections overlap, and there is no value of this slice alone.
      let isAlone = slices.indices.allSatisfy {
        $0 == position || slices[$0].areEqual(slices[$0].read(changed), slices[$0].read(before))
      }
      guard isAlone else { continue }
      reads.tried[[block.name, other.name, type], default: 0] += 1
      announce("\(block.name), \(type): with another value of \(other.name)")
      block.reduce(changed, action)
      other.write(changed, other.read(state))

      var effects = try writes.paths(from: state, to: changed)
      guard !effects.isEmpty else {
        reads.note(block.ownerName, with: other.name, read: [])
        continue
      }
      // What writing the value and its predecessor leaves is no effect of the block.
      let unread = try Graph.copy(before)
      other.write(unread, value)
      let fields = try writes.paths(from: before, to: unread).map(\.path)
      other.write(unread, present)
      let untouched = try Set(writes.paths(from: before, to: unread).map(\.path))
      effects.removeAll { untouched.contains($0.path) }
      note(effects.map(\.path), of: block, in: other.name, at: fields, type)
      let isDeclared =
        block.owner == nil || other.name == block.ownerName
        || report.slices[block.owner ?? 0].declaredReads.contains(other.name)
      guard !effects.isEmpty, !isDeclared || !other.hasLegacyReaders else { continue }
      for effect in effects {
        add(
          .init(
            isDeclared ? .deniedRead : .read, in: block.ownerName, at: effect.path,
            other: other.name, after: type))
      }
    }
  }

  /// Runs a block of a slice with the unclaimed parts of another moment.
  private mutating func findUnclaimedReads(
    of index: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let block = blocks[index]
    for moment in candidates(moments, [block.name, "unclaimed", type]) {
      let changed = try Graph.copy(moment)
      for _ in 0..<2 {
        for slice in slices { slice.write(changed, slice.read(before)) }
      }
      let isAlone = slices.allSatisfy { $0.areEqual($0.read(changed), $0.read(before)) }
      let fields = try writes.paths(from: before, to: changed).map(\.path)
      guard isAlone, !fields.isEmpty else { continue }
      reads.tried[[block.name, "unclaimed", type], default: 0] += 1
      announce("\(block.name), \(type): with other unclaimed state")
      block.reduce(changed, action)
      let shown = try Graph.copy(state)
      for slice in slices where !slice.areEqual(slice.read(changed), slice.read(shown)) {
        slice.write(shown, slice.read(changed))
      }
      let effects = try writes.paths(from: state, to: shown).map(\.path)
      note(effects, of: block, in: "unclaimed", at: fields, type)
      let places = Set(fields.map { Mismatch.pattern(of: $0) }).sorted().joined(separator: ", ")
      for path in effects {
        add(.init(.read, in: block.ownerName, at: path, other: places, after: type))
      }
    }
  }

  private mutating func note(
    _ effects: [String], of block: Block, in other: String, at fields: [String], _ type: String
  ) {
    reads.note(
      block.ownerName, with: other,
      read: effects.isEmpty ? [] : Set(fields.map { Mismatch.pattern(of: $0) }))
  }

  /// The values to try next: of those of other moments, as many as were not tried yet.
  private func candidates<Value>(_ values: [Value], _ key: [String]) -> [Value] {
    let tried = reads.tried[key] ?? 0
    guard tried < valuesPerType, !values.isEmpty else { return [] }
    // Two per action, so that several states before the action take part.
    let start = tried * 7 + report.actions
    return (0..<min(2, valuesPerType - tried)).map { values[(start + $0 * 3) % values.count] }
  }
}
