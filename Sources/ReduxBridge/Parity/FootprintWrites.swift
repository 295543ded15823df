package import ObjectGraph
import ValueReflection

/// A slice as a footprint check sees it, independent of the type of its value.
package struct FootprintSlice<State>: Sendable {
  package let name: String
  /// The names of the slices that its reducer reads; looked up when a check runs.
  package let declaredReads: @Sendable () -> [String]
  /// Whether other legacy code may read its objects.
  package let hasLegacyReaders: Bool
  package let read: @Sendable (State) -> any Sendable
  package let write: @Sendable (State, any Sendable) -> Void
  package let clear: (@Sendable (State) -> Void)?
  package let areEqual: @Sendable (any Sendable, any Sendable) -> Bool
  /// Whether the flags of its signals differ.
  let flagsDiffer: @Sendable (State, State) -> Bool
  /// The paths in a value, by components, at which two values differ.
  package let differences: @Sendable (_ from: any Sendable, _ to: any Sendable) -> [[String]]
}

extension StateSlice {
  /// This slice as a footprint check sees it.
  var footprint: FootprintSlice<State> {
    let (projection, signals, equality, reads) = (projection, signals, equality, reads)
    @Sendable func differences(_ one: any Sendable, _ other: any Sendable) -> [[String]]? {
      guard let one = one as? Value, let other = other as? Value else { return nil }
      if equality == .declared, one == other { return [] }
      return Redactor.secretsOnly.reflected(from: one, to: other, by: equality).map(\.components)
    }
    return FootprintSlice(
      name: name, declaredReads: { reads().map(\.name) }, hasLegacyReaders: hasLegacyReaders,
      read: { projection.read($0) },
      write: { state, value in
        if let value = value as? Value { projection.write(state, value) }
      },
      clear: projection.clear,
      areEqual: { differences($0, $1)?.isEmpty == true },
      flagsDiffer: { one, other in
        signals.contains { signal in
          switch (signal.flagged(one), signal.flagged(other)) {
          case (nil, nil): false
          case (let one?, let other?): !isEqual(one, other, by: equality)
          default: true
          }
        }
      },
      differences: { differences($0, $1) ?? [] })
  }
}

/// Finds what a block wrote outside of its slice, from the graph before and after it.
///
/// A slice covers what writing its value changes. So a copy of the state before the block receives the
/// values after it; where it then differs from the state after it, no projection carries what the
/// block did.
package struct FootprintWrites<State: AnyObject & Codable> {
  package let slices: [FootprintSlice<State>]

  /// The places of the flags of signals, which a projection need not read.
  ///
  /// A place counts as a flag when it alone changed outside of the projections as a flag changed.
  private var flags: Set<String> = []

  package init(_ slices: [FootprintSlice<State>]) {
    self.slices = slices
  }

  /// Finds what a block wrote outside of its slice; `owner` is nil if it belongs to none.
  package mutating func outside(
    of owner: Int?, _ changes: [GraphDifference], from before: State, to after: State
  ) throws -> [FootprintWrite] {
    var found: [FootprintWrite] = []
    let rebuilt = try Graph.copy(before)
    for (position, slice) in slices.enumerated() {
      let value = slice.read(after)
      guard !slice.areEqual(slice.read(before), value) else { continue }
      slice.write(rebuilt, value)
      guard position != owner else { continue }
      let alone = try Graph.copy(before)
      slice.write(alone, value)
      let places = try paths(from: before, to: alone).filter { place in
        changes.contains { Self.overlap($0.path, place.path) }
      }
      for path in places.isEmpty ? [slice.name] : places.map(\.path) {
        found.append(FootprintWrite(kind: .write, path: path, other: slice.name))
      }
    }
    let rest = try paths(from: rebuilt, to: after)
    learnFlags(rest, from: before, to: after)
    // A projection that loses something in what the block left alone is found by rebuilding.
    for difference in rest
    where !isFlag(difference.path)
      && changes.contains(where: { Self.overlap($0.path, difference.path) })
    {
      // What unclaimed blocks write outside of the slices is unclaimed, unless a slice shares it.
      if owner == nil {
        guard difference.isAboutSharing,
          try !owners(of: difference, from: before, to: after).isEmpty
        else { continue }
      }
      found.append(FootprintWrite(uncovered: difference))
    }
    return found
  }

  private mutating func learnFlags(
    _ rest: [GraphDifference], from before: State, to after: State
  ) {
    let patterns = Set(rest.map { Mismatch.pattern(of: $0.path) })
    guard patterns.count == 1, slices.contains(where: { $0.flagsDiffer(before, after) }) else {
      return
    }
    flags.formUnion(patterns)
  }

  /// Whether a path leads to the flag of a signal.
  package func isFlag(_ path: String) -> Bool {
    !flags.isEmpty && flags.contains(Mismatch.pattern(of: path))
  }

  /// The slices whose values change with what differs at a path.
  package func owners(
    of difference: GraphDifference, from before: State, to after: State
  ) throws -> [String] {
    try slices.filter { slice in
      let value = slice.read(after)
      if slice.areEqual(slice.read(before), value) { return false }
      let alone = try Graph.copy(before)
      slice.write(alone, value)
      return try paths(from: before, to: alone).contains { Self.overlap($0.path, difference.path) }
    }.map(\.name)
  }

  /// The differences of two states, without their values.
  package func paths(from old: State, to new: State) throws -> [GraphDifference] {
    try Graph.differences(from: old, to: new, describing: { _, _ in "" })
  }

  /// Whether one path leads to a part of what the other leads to.
  private static func overlap(_ one: String, _ other: String) -> Bool {
    zip(one.split(separator: "."), other.split(separator: ".")).allSatisfy { $0 == $1 }
  }
}

/// A place outside of its slice to which a block wrote.
package struct FootprintWrite {
  package enum Kind {
    /// A write to another slice.
    case write
    /// A field that stands in no projection.
    case uncovered
    /// Objects that two places share, or do not share, and that the values do not tell apart.
    case aliasing
  }

  package let kind: Kind
  /// The coding path in the state.
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
