import ObjectGraph
import ReduxBridge

/// A part of the state at another moment, and the places at which it differs, without positions in lists.
typealias OtherMoment<Content> = (content: Content, places: Set<String>)

/// The runs of a block with values of other moments, after one type of action.
struct Trials {
  private(set) var count = 0
  /// The places at which a value that was chosen differed from the present one.
  private var places: Set<String> = []

  /// Chooses the values to try next: those that differ at most places where none did before, then others by turn.
  ///
  /// A value that differs anywhere else shows no read. At most two are chosen, so that several states before the
  /// action take part.
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
    count += chosen.count
    return chosen
  }
}

extension FootprintRun {
  /// Finds what a block reads outside of its slice; it has changed the state from `before` to the
  /// present one, a copy of which is `after`.
  ///
  /// A block that left the state as it was, and has run with enough other values, is not run again.
  func findReads(
    of index: Int, _ action: Action, _ type: String, _ before: State, _ after: State
  ) throws {
    let block = blocks[index]
    func isTried(_ other: String, of count: Int) -> Bool {
      count < 2 || trials[[block.name, other, type]]?.count ?? 0 >= valuesPerType
    }
    let others = slices.indices.filter { position in
      let other = slices[position]
      return position != block.owner && !isTried(other.name, of: pool[position].count)
        && !(other.hasLegacyReaders && isDeclared(other, by: block.owner))
    }
    let readsUnclaimed = block.owner != nil && !isTried("unclaimed", of: moments.count)
    if before === after, others.isEmpty, !readsUnclaimed { return }
    let chosen = others.map { (position: $0, values: choose($0, of: block, type, before)) }
    let isIdle =
      try before === after && !others.isEmpty && isIdle(index, action, type, before, with: chosen)
    if !isIdle || readsUnclaimed {
      let again = try Graph.copy(before)
      block.reduce(again, action)
      if try Graph.isEqual(again, after) {
        for (position, values) in isIdle ? [] : chosen {
          try findReads(of: index, in: position, values, action, type, before)
        }
        if readsUnclaimed { try findUnclaimedReads(of: index, action, type, before) }
      } else {
        notJudged += 1
      }
    }
    // The runs on copies have left the state alone, unless the block keeps an object of it.
    if try !Graph.isEqual(state, after) {
      add(.init(.keptObject, in: block.ownerName, at: block.name, after: type))
    }
  }

  private func isDeclared(_ other: FootprintSlice<State>, by owner: Int?) -> Bool {
    owner.map { slices[$0].declaredReads().contains(other.name) } ?? true
  }

  /// Whether a block that left the state as it was does so with other values of all slices at once, too.
  private func isIdle(
    _ index: Int, _ action: Action, _ type: String, _ before: State,
    with chosen: [(position: Int, values: [any Sendable])]
  ) throws -> Bool {
    TrapNotice.note("\(blocks[index].name), \(type): with other values of all other slices")
    for turn in 0..<2 {
      let changed = try Graph.copy(before)
      let others = chosen.filter { turn < $0.values.count }
      // Twice: a projection may look for objects of another slice that is written later.
      for (position, values) in others + others { slices[position].write(changed, values[turn]) }
      blocks[index].reduce(changed, action)
      for (position, _) in others + others {
        slices[position].write(changed, slices[position].read(before))
      }
      if try !Graph.isEqual(changed, before) { return false }
    }
    return true
  }

  /// Runs a block with other values of one slice.
  private func findReads(
    of index: Int, in position: Int, _ values: [any Sendable], _ action: Action, _ type: String,
    _ before: State
  ) throws {
    let (block, other) = (blocks[index], slices[position])
    let present = other.read(before)
    for value in values {
      let changed = try Graph.copy(before)
      other.write(changed, value)
      // Otherwise the projections overlap, and there is no value of this slice alone.
      let isAlone = slices.indices.allSatisfy {
        $0 == position || slices[$0].areEqual(slices[$0].read(changed), slices[$0].read(before))
      }
      guard isAlone else { continue }
      TrapNotice.note("\(block.name), \(type): with another value of \(other.name)")
      block.reduce(changed, action)
      other.write(changed, other.read(state))

      var effects = try writes.paths(state, changed)
      guard !effects.isEmpty else { continue }
      // Traces of writing the value and its predecessor are no effect of the block.
      let unread = try Graph.copy(before)
      other.write(unread, value)
      other.write(unread, present)
      let untouched = try Set(writes.paths(before, unread).map(\.path))
      effects.removeAll { untouched.contains($0.path) }
      let isDeclared = isDeclared(other, by: block.owner)
      if !isDeclared, !effects.isEmpty {
        // Where its own value cannot be written after the block, the slice links to an object that is gone: nothing
        // was read.
        let (linked, latest) = (try Graph.copy(state), other.read(state))
        other.write(linked, value)
        other.write(linked, latest)
        let isCarried = other.areEqual(other.read(linked), latest)
        let broken = isCarried ? [] : try Set(writes.paths(state, linked).map(\.path))
        let order = block.owner.map { position < $0 } == true ? " (before it in the list)" : ""
        for link in effects where broken.contains(link.path) {
          add(
            .init(
              .brokenLink, in: block.ownerName, by: block.name, at: link.path,
              other: other.name + order, after: type))
        }
        effects.removeAll { broken.contains($0.path) }
      }
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
    let moments = try unclaimedParts(unlike: before)
    let chosen = trials[[block.name, "unclaimed", type], default: Trials()]
      .choose(from: moments, limit: valuesPerType, turn: actions)
    for moment in chosen {
      let changed = try Graph.copy(moment.content)
      guard slices.allSatisfy({ $0.areEqual($0.read(changed), $0.read(before)) }) else { continue }
      TrapNotice.note("\(block.name), \(type): with other unclaimed state")
      block.reduce(changed, action)
      let shown = try Graph.copy(state)
      for slice in slices where !slice.areEqual(slice.read(changed), slice.read(shown)) {
        slice.write(shown, slice.read(changed))
      }
      let effects = try writes.paths(state, shown).map(\.path)
      let places = moment.places.sorted().joined(separator: ", ")
      for path in effects {
        add(
          .init(.read, in: block.ownerName, by: block.name, at: path, other: places, after: type))
      }
    }
  }

  // MARK: Other moments

  /// The values of a slice to try next, of those of other moments; none when enough were tried.
  private func choose(
    _ position: Int, of block: ListedBlock<State, Action>, _ type: String, _ before: State
  ) -> [any Sendable] {
    trials[[block.name, slices[position].name, type], default: Trials()].choose(
      from: values(of: position, unlike: before), limit: valuesPerType, turn: actions
    ).map { $0.content }
  }

  /// The values of a slice at other moments that differ from the present one.
  private func values(
    of position: Int, unlike present: State
  ) -> [OtherMoment<any Sendable>] {
    let (slice, value) = (slices[position], slices[position].read(present))
    // Most blocks leave a slice as it is, so that this is the same for many of them.
    if let known = unlike[position], slice.areEqual(known.value, value) { return known.others }
    let others = pool[position].compactMap { other in
      let places = slice.differences(value, other).map {
        Mismatch.pattern(of: $0.joined(separator: "."))
      }
      return places.isEmpty ? nil : (content: other, places: Set(places))
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
  /// Writes the values of all slices of a state to another one.
  func writeValues(of source: State, to target: State) {
    // A projection may look for objects of another slice that is written later.
    for _ in 0..<2 {
      for slice in slices { slice.write(target, slice.read(source)) }
    }
  }

  /// A copy of a state with the values that the slices have in another one, and where it differs from that.
  func unclaimed(
    of state: State, in present: State
  ) throws -> (content: State, places: Set<String>) {
    let changed = try copy(state)
    writeValues(of: present, to: changed)
    let places = try paths(present, changed).map { Mismatch.pattern(of: $0.path) }
    return (changed, Set(places))
  }
}
