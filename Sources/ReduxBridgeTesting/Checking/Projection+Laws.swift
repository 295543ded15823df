import ObjectGraph
public import ReduxBridge

/// A law that every projection obeys.
package enum ProjectionLaw: String, Sendable {
  /// Reading returns the same value twice, too.
  case readIsPure = "read changes nothing"
  case writeOfReadIsIdentity = "writing what was read changes nothing"
  case readReturnsWhatWasWritten = "read returns what was written"
  case writeStaysInside = "write changes nothing outside of the slice"
  case clearStaysInside = "clear changes nothing outside of the slice"
  /// Shared references included.
  case writeRebuildsCleared = "write rebuilds what was cleared"
  /// A path of the slice with a typo would excuse nothing, and a value that writes nothing shows nothing.
  case pathsAreWritten = "each path of the slice is written"
}

/// A law that a projection broke, and where.
public struct ProjectionLawViolation: Sendable, Equatable, CustomStringConvertible {
  package let law: ProjectionLaw
  /// Where the projection broke it: a path in the value, or a coding path in the reference state.
  package let path: String
  let expected: String
  let found: String

  /// The violation in one line, such as
  /// `read returns what was written: at brightness: expected 0.5, found 0.0`.
  public var description: String {
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    return "\(law.rawValue): \(place): expected \(expected), found \(found)"
  }
}

extension Projection where Root: Codable {
  /// Checks that this projection obeys its laws, on one state and some values.
  ///
  /// For tests. The check works on copies of the root and leaves the root as it is.
  ///
  /// ```swift
  /// let violations = try theme.checkLaws(on: AppState.sample(), values: [.dark, .bright], within: ["theme"])
  /// #expect(violations.isEmpty)
  /// ```
  ///
  /// - Parameters:
  ///   - root: A state without empty collections and nil properties: what is empty is not checked.
  ///   - values: Values to write, unlike each other and unlike what the state holds.
  ///   - paths: The coding paths of the slice, such as `theme` or `items`, with all that is below
  ///     them. With nil, the check finds only what writing the former value does not restore.
  /// - Returns: Each violation of each law; empty when there is none, and at least one value was written.
  /// - Throws: Errors of copying or comparing the state.
  public func checkLaws(
    on root: Root, values: [Value], within paths: [String]? = nil
  ) throws -> [ProjectionLawViolation] {
    var check = LawCheck(projection: self, root: root, paths: paths)
    try check.reading()
    try check.writingBack()
    for value in values { try check.writing(value) }
    if let clear { try check.clearing(clear) }
    check.findUnwrittenPaths(isWritten: !values.isEmpty)
    return check.violations
  }
}

/// Checks the laws one after the other on copies of one state.
private struct LawCheck<Root: AnyObject & Codable, Value: Equatable & Sendable> {
  let projection: Projection<Root, Value>
  let root: Root
  let paths: [String]?
  private(set) var violations: [ProjectionLawViolation] = []
  /// The paths of the slice below which no write changed anything so far.
  private var unwritten: Set<String>

  init(projection: Projection<Root, Value>, root: Root, paths: [String]?) {
    self.projection = projection
    self.root = root
    self.paths = paths
    unwritten = Set(paths ?? [])
  }

  mutating func reading() throws {
    let copy = try Graph.copy(root)
    let first = projection.read(copy)
    let second = projection.read(copy)
    expect(second, toEqual: first, by: .readIsPure)
    try expect(copy, toEqual: root, by: .readIsPure)
  }

  mutating func writingBack() throws {
    let copy = try Graph.copy(root)
    projection.write(copy, projection.read(copy))
    try expect(copy, toEqual: root, by: .writeOfReadIsIdentity)
  }

  mutating func writing(_ value: Value) throws {
    let copy = try Graph.copy(root)
    let former = projection.read(copy)
    projection.write(copy, value)
    expect(projection.read(copy), toEqual: value, by: .readReturnsWhatWasWritten)
    if paths == nil { projection.write(copy, former) }
    try expect(copy, toEqual: root, by: .writeStaysInside)
  }

  mutating func clearing(_ clear: @Sendable (Root) -> Void) throws {
    let copy = try Graph.copy(root)
    let former = projection.read(copy)
    clear(copy)
    if paths != nil { try expect(copy, toEqual: root, by: .clearStaysInside) }
    projection.write(copy, former)
    // Also what a copy does not encode.
    expect(projection.read(copy), toEqual: former, by: .readReturnsWhatWasWritten)
    try expect(copy, toEqual: root, by: .writeRebuildsCleared)
  }

  mutating func findUnwrittenPaths(isWritten: Bool) {
    func add(_ path: String, _ expected: String, _ found: String) {
      violations.append(
        ProjectionLawViolation(
          law: .pathsAreWritten, path: path, expected: expected, found: found))
    }
    guard isWritten else { return add("", "a value to write", "none") }
    for path in unwritten.sorted() { add(path, "a change", "none by any value") }
  }

  private mutating func expect(_ found: Value, toEqual expected: Value, by law: ProjectionLaw) {
    guard found != expected else { return }
    violations += Redactor().differences(from: expected, to: found).map {
      ProjectionLawViolation(law: law, path: $0.path, expected: $0.old, found: $0.new)
    }
  }

  /// Expects equality outside of the slice; of the whole state, when the paths of the slice are
  /// unknown or the law includes the slice.
  private mutating func expect(
    _ found: Root, toEqual expected: Root, by law: ProjectionLaw
  ) throws {
    let isAboutOutside = law == .writeStaysInside || law == .clearStaysInside
    let inside = isAboutOutside ? paths ?? [] : []
    for difference in try Graph.differences(
      from: expected, to: found, describing: { Redactor().text(of: $1, at: $0) })
    {
      unwritten = unwritten.filter { !Self.isPath(difference.path, below: $0) }
      if inside.contains(where: { Self.isPath(difference.path, below: $0) }) { continue }
      let texts = Self.texts(of: difference)
      violations.append(
        ProjectionLawViolation(
          law: law, path: difference.path, expected: texts.expected, found: texts.found))
    }
  }

  private static func texts(of difference: GraphDifference) -> (expected: String, found: String) {
    let other = difference.otherPath.map { $0.isEmpty ? "the root" : $0 } ?? "another path"
    return switch difference.kind {
    case .unshared: ("one object here and at \(other)", "two objects")
    case .shared: ("an object other than that at \(other)", "one object")
    case .changed, .added, .removed: (difference.old ?? "nothing", difference.new ?? "nothing")
    }
  }

  private static func isPath(_ path: String, below prefix: String) -> Bool {
    path == prefix || path.hasPrefix(prefix + ".")
  }
}
