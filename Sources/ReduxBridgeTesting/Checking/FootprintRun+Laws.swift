import ObjectGraph
import ReduxBridge

/// The laws that every projection obeys, checked on copies of a state.
extension FootprintRun {
  /// Checks that reading changes nothing, that writing what was read changes nothing, and that writing
  /// rebuilds what was cleared, shared references included; and the writing of some values.
  func checkLaws(trying values: [(slice: String, values: [any Sendable])]) throws {
    for slice in slices {
      let copy = try Graph.copy(state)
      let (first, second) = (slice.read(copy), slice.read(copy))
      expect(second, toEqual: first, "reading twice gives one value", slice)
      try expect(copy, toEqual: state, "reading changes nothing", slice)
      slice.write(copy, first)
      try expect(copy, toEqual: state, "writing what was read changes nothing", slice)
      if let rebuilt = try rebuilt(slice, of: state) {
        // Also what a copy does not encode.
        expect(slice.read(rebuilt), toEqual: first, "read returns what was written", slice)
        try expect(rebuilt, toEqual: state, "write rebuilds what was cleared", slice)
      }
      for value in values.filter({ $0.slice == slice.name }).flatMap(\.values) {
        try checkWriting(value, to: slice, of: state)
      }
    }
  }

  /// Checks that a value is read as it was written, and that writing the former one again leaves no trace.
  func checkWriting(
    _ value: any Sendable, to slice: FootprintSlice<State>, of root: State,
    after type: String? = nil
  ) throws {
    let copy = try Graph.copy(root)
    let former = slice.read(copy)
    slice.write(copy, value)
    expect(slice.read(copy), toEqual: value, "read returns what was written", slice, type)
    slice.write(copy, former)
    // Other slices may link to objects that were away meanwhile.
    for other in slices where other.name != slice.name { other.write(copy, other.read(root)) }
    try expect(
      copy, toEqual: root, "writing another value and the former one again changes nothing", slice,
      type)
    laws[slice.name, default: 0] += 1
  }

  /// A copy of a state in which a slice was cleared and written again; nil if it clears nothing.
  func rebuilt(_ slice: FootprintSlice<State>, of root: State) throws -> State? {
    guard let clear = slice.clear else { return nil }
    let copy = try Graph.copy(root)
    clear(copy)
    slice.write(copy, slice.read(root))
    // The objects may hold parts of slices that read this one, which a store rebuilds as well.
    for other in slices where other.declaredReads().contains(slice.name) {
      other.write(copy, other.read(root))
    }
    return copy
  }

  private func expect(
    _ found: any Sendable, toEqual expected: any Sendable, _ law: String,
    _ slice: FootprintSlice<State>, _ type: String? = nil
  ) {
    for place in slice.differences(expected, found) {
      add(
        .init(
          .projection, in: slice.name, at: place.joined(separator: "."), other: law, after: type))
    }
  }

  private func expect(
    _ found: State, toEqual root: State, _ law: String, _ slice: FootprintSlice<State>,
    _ type: String? = nil
  ) throws {
    let redactor = check.options.redactor
    let differences = try Graph.differences(
      from: root, to: found, describing: { redactor.text(of: $1, at: $0) })
    for difference in differences {
      let texts = difference.texts
      add(
        .init(
          .projection, in: slice.name, at: difference.path, other: law, after: type,
          legacy: texts.old, value: texts.new))
    }
  }
}

extension GraphDifference {
  /// The parts of the old and the new graph at the path, in words.
  var texts: (old: String, new: String) {
    let other = otherPath.map { $0.isEmpty ? "the root" : $0 } ?? "another path"
    return switch kind {
    case .unshared: ("one object here and at \(other)", "two objects")
    case .shared: ("an object other than that at \(other)", "one object")
    case .changed, .added, .removed: (old ?? "nothing", new ?? "nothing")
    }
  }
}
