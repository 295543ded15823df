import ObjectGraph
import ReduxBridge

/// The runs of a block with values of other moments, after one type of action.
struct Trials {
  var count = 0
  /// The places at which a value that was chosen differed from the present one.
  private var places: Set<String> = []

  /// Chooses the values to try next: those that differ at most places where none did before, and
  /// then the others in turn.
  ///
  /// A value that differs anywhere else shows no read. So a type of action that occurs only a few
  /// times, with two values each time, must not leave to chance which places differ.
  ///
  /// - Parameters:
  ///   - others: The values that differ from the present one.
  ///   - limit: How many may be tried in all. At most two are chosen, so that several states before
  ///     the action take part.
  ///   - turn: Changes from action to action.
  /// - Returns: The values, in the order in which to try them.
  mutating func choose<Content>(
    from others: [OtherMoment<Content>], limit: Int, turn: Int
  ) -> [OtherMoment<Content>] {
    var left = others
    var chosen: [OtherMoment<Content>] = []
    while chosen.count < min(2, limit - count), !left.isEmpty {
      let start = count + turn
      let inTurn = left.indices.map { ($0 + start) % left.count }
      let gains = left.map { $0.places.subtracting(places).count }
      guard let next = inTurn.max(by: { gains[$0] < gains[$1] }) else { break }
      places.formUnion(left[next].places)
      chosen.append(left.remove(at: next))
    }
    return chosen
  }
}

/// A part of the state at another moment.
struct OtherMoment<Content> {
  let content: Content
  /// The places at which it differs from the present one; positions in lists are all one place.
  let places: Set<String>
}

extension FootprintRun {
  /// Finds what a block reads outside of its slice; it has changed the state from `before` to the
  /// present one.
  func findReads(
    of index: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let block = blocks[index]
    let (again, after) = try (Graph.copy(before), Graph.copy(state))
    block.reduce(again, action)
    if try Graph.isEqual(again, after) {
      for position in slices.indices where position != block.owner {
        try findReads(of: index, in: position, action, type, before)
      }
      if block.owner != nil { try findUnclaimedReads(of: index, action, type, before) }
    } else {
      notJudged += 1
    }
    // The runs on copies have left the state alone, unless the block keeps an object of it.
    if try !Graph.isEqual(state, after) {
      add(.init(.keptObject, in: block.ownerName, at: block.name, after: type))
    }
  }

  /// Runs a block with other values of one slice.
  private func findReads(
    of index: Int, in position: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let (block, other) = (blocks[index], slices[position])
    let present = other.read(before)
    let key = [block.name, other.name, type]
    for value in choose(key, from: { values(of: position, unlike: before) }).map(\.content) {
      let changed = try Graph.copy(before)
      other.write(changed, value)
      // Otherwise the projections overlap, and there is no value of this slice alone.
      let isAlone = slices.indices.allSatisfy {
        $0 == position || slices[$0].areEqual(slices[$0].read(changed), slices[$0].read(before))
      }
      guard isAlone else { continue }
      trials[key, default: Trials()].count += 1
      TrapNotice.note("\(block.name), \(type): with another value of \(other.name)")
      block.reduce(changed, action)
      other.write(changed, other.read(state))

      var effects = try writes.paths(from: state, to: changed)
      guard !effects.isEmpty else { continue }
      // Traces of writing the value and its predecessor are no effect of the block.
      let unread = try Graph.copy(before)
      other.write(unread, value)
      other.write(unread, present)
      let untouched = try Set(writes.paths(from: before, to: unread).map(\.path))
      effects.removeAll { untouched.contains($0.path) }
      let isDeclared =
        block.owner.map { slices[$0].declaredReads().contains(other.name) } ?? true
      if !isDeclared, !effects.isEmpty {
        // Where its own value cannot be written after the block, the slice links to an object that is gone: nothing
        // was read.
        let (linked, latest) = (try Graph.copy(state), other.read(state))
        other.write(linked, value)
        other.write(linked, latest)
        let isCarried = other.areEqual(other.read(linked), latest)
        let broken = isCarried ? [] : try Set(writes.paths(from: state, to: linked).map(\.path))
        let order = block.owner.map { position < $0 } == true ? " (before it in the list)" : ""
        for link in effects where broken.contains(link.path) {
          add(
            .init(
              .brokenLink, in: block.ownerName, by: block.name, at: link.path,
              other: other.name + order, after: type))
        }
        effects.removeAll { broken.contains($0.path) }
      }
      guard !effects.isEmpty, !isDeclared || !other.hasLegacyReaders else { continue }
      for effect in effects {
        add(
          .init(
            isDeclared ? .deniedRead : .read, in: block.ownerName, by: block.name,
            at: effect.path, other: other.name, after: type))
      }
    }
  }

  /// Runs a block of a slice with the unclaimed parts of another moment.
  private func findUnclaimedReads(
    of index: Int, _ action: Action, _ type: String, _ before: State
  ) throws {
    let block = blocks[index]
    let key = [block.name, "unclaimed", type]
    for moment in try choose(key, from: { try unclaimedParts(unlike: before) }) {
      let changed = try Graph.copy(moment.content)
      guard slices.allSatisfy({ $0.areEqual($0.read(changed), $0.read(before)) }) else { continue }
      trials[key, default: Trials()].count += 1
      TrapNotice.note("\(block.name), \(type): with other unclaimed state")
      block.reduce(changed, action)
      let shown = try Graph.copy(state)
      for slice in slices where !slice.areEqual(slice.read(changed), slice.read(shown)) {
        slice.write(shown, slice.read(changed))
      }
      let effects = try writes.paths(from: state, to: shown).map(\.path)
      let places = moment.places.sorted().joined(separator: ", ")
      for path in effects {
        add(
          .init(.read, in: block.ownerName, by: block.name, at: path, other: places, after: type))
      }
    }
  }

  // MARK: Other moments

  /// The values to try next, of those of other moments; none when enough were tried.
  private func choose<Content>(
    _ key: [String], from others: () throws -> [OtherMoment<Content>]
  ) rethrows -> [OtherMoment<Content>] {
    guard trials[key]?.count ?? 0 < valuesPerType else { return [] }
    let found = try others()
    return trials[key, default: Trials()].choose(
      from: found, limit: valuesPerType, turn: actions)
  }

  /// The values of a slice at other moments that differ from the present one.
  private func values(
    of position: Int, unlike present: State
  ) -> [OtherMoment<any Sendable>] {
    let (slice, value) = (slices[position], slices[position].read(present))
    // Most blocks leave a slice as it is, so that this is the same for many of them.
    if let known = unlike[position], slice.areEqual(known.value, value) { return known.others }
    let others = pool[position].compactMap { other in
      let differences = slice.differences(value, other)
      return differences.isEmpty
        ? nil : OtherMoment(content: other, places: Set(differences.map(place)))
    }
    unlike[position] = (value, others)
    return others
  }

  /// Copies of the present state with the unclaimed parts of other moments, where those differ.
  func unclaimedParts(unlike present: State) throws -> [OtherMoment<State>] {
    try moments.map { try writes.unclaimed(of: $0, in: present) }.filter { !$0.places.isEmpty }
  }
}

extension FootprintWrites {
  /// A copy of a state with the values that the slices have in another one, and where it differs from that.
  func unclaimed(of state: State, in present: State) throws -> OtherMoment<State> {
    let changed = try copy(state)
    writeValues(of: present, to: changed)
    let places = try paths(from: present, to: changed).map { Mismatch.pattern(of: $0.path) }
    return OtherMoment(content: changed, places: Set(places))
  }
}

/// A place without positions.
private func place(_ components: [String]) -> String {
  components.map { Int($0) == nil ? $0 : "*" }.joined(separator: ".")
}
