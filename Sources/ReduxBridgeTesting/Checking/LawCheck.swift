import ObjectGraph
import ReduxBridge

/// Checks the laws that every projection obeys, one after the other on copies of one state.
struct LawCheck<State: AnyObject & Codable> {
  let slices: [FootprintSlice<State>]
  let root: State
  let redactor: Redactor
  private(set) var findings: [Finding] = []

  init(_ slices: [FootprintSlice<State>], on root: State, _ redactor: Redactor) {
    (self.slices, self.root, self.redactor) = (slices, root, redactor)
  }

  /// Checks that reading changes nothing, that writing what was read changes nothing, and that writing
  /// rebuilds what was cleared, shared references included.
  mutating func checkPresentValue(of slice: FootprintSlice<State>) throws {
    var copy = try Graph.copy(root)
    let (first, second) = (slice.read(copy), slice.read(copy))
    expect(second, toEqual: first, "reading twice gives one value", slice)
    try expect(copy, "reading changes nothing", slice)
    slice.write(copy, first)
    try expect(copy, "writing what was read changes nothing", slice)
    guard let clear = slice.clear else { return }
    copy = try Graph.copy(root)
    clear(copy)
    slice.write(copy, first)
    // The objects may hold parts of slices that read this one, which a store rebuilds as well.
    for other in slices where other.declaredReads().contains(slice.name) {
      other.write(copy, other.read(root))
    }
    // Also what a copy does not encode.
    expect(slice.read(copy), toEqual: first, "read returns what was written", slice)
    try expect(copy, "write rebuilds what was cleared", slice)
  }

  /// Checks that a value is read as it was written, and that writing the former one again leaves no trace.
  mutating func checkWriting(_ value: any Sendable, to slice: FootprintSlice<State>) throws {
    let copy = try Graph.copy(root)
    let former = slice.read(copy)
    slice.write(copy, value)
    expect(slice.read(copy), toEqual: value, "read returns what was written", slice)
    slice.write(copy, former)
    // Other slices may link to objects that were away meanwhile.
    for other in slices where other.name != slice.name { other.write(copy, other.read(root)) }
    try expect(copy, "writing another value and the former one again changes nothing", slice)
  }

  private mutating func expect(
    _ found: any Sendable, toEqual expected: any Sendable, _ law: String,
    _ slice: FootprintSlice<State>
  ) {
    guard !slice.areEqual(expected, found) else { return }
    for place in slice.differences(expected, found) {
      findings.append(
        Finding(.projection, in: slice.name, at: place.joined(separator: "."), other: law))
    }
  }

  private mutating func expect(
    _ found: State, _ law: String, _ slice: FootprintSlice<State>
  ) throws {
    let differences = try Graph.differences(
      from: root, to: found, describing: { [redactor] in redactor.text(of: $1, at: $0) })
    for difference in differences {
      let other = difference.otherPath.map { $0.isEmpty ? "the root" : $0 } ?? "another path"
      let texts =
        switch difference.kind {
        case .unshared: ("one object here and at \(other)", "two objects")
        case .shared: ("an object other than that at \(other)", "one object")
        case .changed, .added, .removed: (difference.old ?? "nothing", difference.new ?? "nothing")
        }
      findings.append(
        Finding(
          .projection, in: slice.name, at: difference.path, other: law, legacy: texts.0,
          value: texts.1))
    }
  }
}
