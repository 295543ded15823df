package import ObjectGraph
import ValueRedux
import ValueReflection

/// A slice as a footprint check sees it, independent of the type of its value.
package struct FootprintSlice<State>: Sendable {
  package let name: String
  /// The names of the slices that its reducer reads; looked up when a check runs.
  package let declaredReads: @Sendable () -> [String]
  /// Whether other legacy code may read its objects.
  package let hasLegacyReaders: Bool
  /// The coding paths of the flags of its signals, which a projection need not read.
  let flags: [String]
  package let rules: [DifferenceRule]
  package let read: @Sendable (State) -> any Sendable
  package let write: @Sendable (State, any Sendable) -> Void
  package let clear: (@Sendable (State) -> Void)?
  /// The paths in a value, by components, at which two values differ.
  package let differences: @Sendable (_ from: any Sendable, _ to: any Sendable) -> [[String]]

  package func areEqual(_ one: any Sendable, _ other: any Sendable) -> Bool {
    differences(one, other).isEmpty
  }

  /// Whether rules allow other code to make one value of the other, with an action of a type.
  func allowsWrite(_ one: any Sendable, _ other: any Sendable, _ type: String) -> Bool {
    !rules.isEmpty
      && differences(one, other).allSatisfy { place in
        let path = place.joined(separator: ".")
        return rules.contains { $0.covers(.foreignWrite, at: path, after: type) }
      }
  }
}

extension StateSlice {
  /// This slice as a footprint check sees it.
  var footprint: FootprintSlice<State> {
    let (projection, equality, reads) = (projection, equality, reads)
    return FootprintSlice(
      name: name, declaredReads: { reads().map(\.name) }, hasLegacyReaders: hasLegacyReaders,
      flags: signals.flatMap(\.paths), rules: rules,
      read: { projection.read($0) },
      write: { state, value in
        if let value = value as? Value { projection.write(state, value) }
      },
      clear: projection.clear,
      differences: { one, other in
        guard let one = one as? Value, let other = other as? Value else { return [] }
        if equality == .declared, one == other { return [] }
        return Redactor().reflected(from: one, to: other, by: equality).map(\.components)
      })
  }
}

/// Finds what a block wrote outside of its slice, from the graph before and after it.
///
/// A slice covers what writing its value changes. So a copy of the state before the block receives the values after it;
/// where it then differs from the state after it, no projection carries what the block did.
package struct FootprintWrites<State: AnyObject> {
  package let slices: [FootprintSlice<State>]
  /// Copies a state, whose coding is known where this is made.
  package let copy: (State) throws -> State
  /// The differences of two states, without their values.
  package let paths: (_ old: State, _ new: State) throws -> [GraphDifference]

  package init(_ slices: [FootprintSlice<State>]) where State: Codable {
    self.slices = slices
    copy = { try Graph.copy($0) }
    paths = { try Graph.differences(from: $0, to: $1, describing: { _, _ in "" }) }
  }

  /// The slices, by position, that have other values in a copy of a state, and where in the value.
  ///
  /// Their projections read what is not encoded, so nothing that runs on copies can be judged.
  package func losses(of copy: State, from state: State) -> [(slice: Int, places: [[String]])] {
    slices.indices.compactMap { index in
      let slice = slices[index]
      let places = slice.differences(slice.read(state), slice.read(copy))
      return places.isEmpty ? nil : (index, places)
    }
  }

  /// Finds what a block wrote outside of its slice with an action of a type; `owner` is nil if it belongs
  /// to none, and then what it wrote to unclaimed state is among it.
  ///
  /// Where the value of the owner accounts for all that changed, which is usual, this costs one copy and
  /// one comparison. `changes`, what differs before and after, is looked for only if it does not.
  package func outside(
    of owner: Int?, _ changes: @autoclosure () throws -> [GraphDifference], from before: State,
    to after: State, after type: String
  ) throws -> [FootprintWrite] {
    let changed = changedSlices(from: before, to: after)
    if changed.isEmpty { return try uncovered(changes()) }
    let rebuilt = try copy(before)
    for index in changed { slices[index].write(rebuilt, slices[index].read(after)) }
    // A projection that loses something in what the block left alone is found by rebuilding.
    let rest = try paths(rebuilt, after)
    if changed == [owner], rest.isEmpty, unread(by: changed[0], in: rebuilt, after).isEmpty {
      return []
    }
    let changes = try changes()
    if changes.isEmpty { return [] }
    var found: [FootprintWrite] = []
    for index in changed {
      let slice = slices[index]
      let value = slice.read(after)
      if index != owner, slice.allowsWrite(slice.read(before), value, type) { continue }
      let alone = try copy(before)
      slice.write(alone, value)
      let written = try paths(before, alone)
      if index == owner {
        found += unread(by: index, in: alone, after)
        // Writes to which the value leads and the blocks did not: a copy of the state would receive them at `migrated`.
        found += written.filter { place in
          !place.isAboutSharing && !isFlag(place.path)
            && !changes.contains { pathsOverlap($0.path, place.path) }
        }.map { FootprintWrite(kind: .unasked, path: $0.path, other: nil) }
        continue
      }
      let places = written.filter { place in
        changes.contains { pathsOverlap($0.path, place.path) }
      }
      for path in places.isEmpty ? [slice.name] : places.map(\.path) {
        found.append(FootprintWrite(kind: .write, path: path, other: slice.name))
      }
    }
    return found
      + uncovered(
        rest.filter { place in changes.contains { pathsOverlap($0.path, place.path) } })
  }

  /// The places that a slice reads otherwise in a state to which its value was written.
  private func unread(by index: Int, in written: State, _ state: State) -> [FootprintWrite] {
    let slice = slices[index]
    return slice.differences(slice.read(state), slice.read(written)).map {
      FootprintWrite(kind: .unread, path: $0.joined(separator: "."), other: nil)
    }
  }

  private func uncovered(_ changes: [GraphDifference]) -> [FootprintWrite] {
    changes.filter { !isFlag($0.path) }.map { FootprintWrite(uncovered: $0) }
  }

  private func changedSlices(from before: State, to after: State) -> [Int] {
    slices.indices.filter { index in
      !slices[index].areEqual(slices[index].read(before), slices[index].read(after))
    }
  }

  /// Finds what a block wrote outside of its slice as far as reading shows it, without a write to a copy.
  ///
  /// That is what changes the value of another slice, with paths in that value, and all of a change that no
  /// slice shows, unless nothing changed that is encoded. A field that is in no projection is hidden by a
  /// change that one shows.
  func visible(
    outside owner: Int, from before: State, to after: State, after type: String
  ) throws -> [FootprintWrite] {
    let changed = changedSlices(from: before, to: after)
    if changed == [owner] { return [] }
    let changes = try paths(before, after)
    if changed.isEmpty || changes.isEmpty { return uncovered(changes) }
    return changed.filter { $0 != owner }.flatMap { index in
      let (slice, old) = (slices[index], slices[index].read(before))
      let new = slice.read(after)
      if slice.allowsWrite(old, new, type) { return [FootprintWrite]() }
      return slice.differences(old, new).map {
        FootprintWrite(kind: .write, path: $0.joined(separator: "."), other: slice.name)
      }
    }
  }

  /// Whether a path leads to the flag of a signal.
  package func isFlag(_ path: String) -> Bool {
    slices.contains { slice in
      slice.flags.contains { flag in
        let (flag, place) = (flag.split(separator: "."), path.split(separator: "."))
        return flag.count <= place.count && zip(flag, place).allSatisfy { $0 == "*" || $0 == $1 }
      }
    }
  }
}

/// Whether one path leads to a part of what the other leads to.
package func pathsOverlap(_ one: String, _ other: String) -> Bool {
  zip(one.split(separator: "."), other.split(separator: ".")).allSatisfy { $0 == $1 }
}

/// A place outside of its slice to which a block wrote.
package struct FootprintWrite {
  package enum Kind {
    /// A write to another slice.
    case write
    /// A field that is in no projection.
    case uncovered
    /// Objects that two places share, or do not share, and that the values do not tell apart.
    case aliasing
    /// A part of the value of its own slice that the projection does not read after writing it.
    case unread
    /// A place that the projection changes with the value, and the block does not.
    case unasked
  }

  package let kind: Kind
  /// The coding path in the state; in the value for what is not read.
  package let path: String
  /// The other slice, or the other path of an aliasing.
  package let other: String?
}

extension FootprintWrite {
  /// A place that no projection carries.
  package init(uncovered difference: GraphDifference) {
    self.init(
      kind: difference.isAboutSharing ? .aliasing : .uncovered, path: difference.path,
      other: difference.otherPath)
  }
}

extension GraphDifference {
  /// Whether the sharing of objects differs.
  package var isAboutSharing: Bool { kind == .shared || kind == .unshared }
}
