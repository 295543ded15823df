import ObjectGraph
import ValueReflection

extension Projection where Root: Codable & SendableMetatype {
  /// Checks that this projection obeys its laws, on one state and some values.
  ///
  /// For tests. The root itself is left as it is; the laws are tried on copies of it.
  ///
  /// ```swift
  /// let violations = try theme.checkLaws(on: AppState.sample(), values: [.dark, .bright], within: ["theme"])
  /// #expect(violations.isEmpty)
  /// ```
  ///
  /// - Parameters:
  ///   - root: A state with something in every place; what is empty is not checked.
  ///   - values: Values to write, unlike each other and unlike what the state holds.
  ///   - paths: The coding paths of the slice, such as `theme` or `items`; what is below them belongs
  ///     to it. With nil, the check sees only what writing the former value does not restore.
  /// - Returns: Each violation of each law; empty when there is none.
  /// - Throws: What copying or comparing the state throws.
  public func checkLaws(
    on root: Root, values: [Value], within paths: [String]? = nil
  ) throws -> [ProjectionLawViolation] {
    var check = LawCheck(projection: self, root: root, paths: paths)
    try check.reading()
    try check.writingBack()
    for value in values { try check.writing(value) }
    if let clear { try check.clearing(clear) }
    return check.violations
  }
}

/// The laws, tried one after the other on copies of one state.
private struct LawCheck<Root: AnyObject & Codable & SendableMetatype, Value: Equatable & Sendable> {
  let projection: Projection<Root, Value>
  let root: Root
  let paths: [String]?
  private(set) var violations: [ProjectionLawViolation] = []

  init(projection: Projection<Root, Value>, root: Root, paths: [String]?) {
    self.projection = projection
    self.root = root
    self.paths = paths
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
    expect(projection.read(copy), toEqual: value, by: .readGivesWhatWasWritten)
    if paths == nil { projection.write(copy, former) }
    try expect(copy, toEqual: root, by: .writeStaysInside)
  }

  mutating func clearing(_ clear: @Sendable (Root) -> Void) throws {
    let copy = try Graph.copy(root)
    let former = projection.read(copy)
    clear(copy)
    if paths != nil { try expect(copy, toEqual: root, by: .clearStaysInside) }
    projection.write(copy, former)
    expect(projection.read(copy), toEqual: former, by: .readGivesWhatWasWritten)
    try expect(copy, toEqual: root, by: .writeRebuildsCleared)
  }

  private mutating func expect(_ found: Value, toEqual expected: Value, by law: ProjectionLaw) {
    guard found != expected else { return }
    let redactor = Redactor.secretsOnly
    for difference in redactor.differences(from: expected, to: found) {
      violations.append(
        ProjectionLawViolation(
          law: law, path: difference.path,
          expected: redactor.text(of: difference.oldValue, at: difference.path),
          found: redactor.text(of: difference.newValue, at: difference.path)))
    }
  }

  /// Expects equality outside of the slice; of the whole, when the slice's paths are not known or
  /// the law speaks of the slice as well.
  private mutating func expect(
    _ found: Root, toEqual expected: Root, by law: ProjectionLaw
  ) throws {
    let isAboutOutside = law == .writeStaysInside || law == .clearStaysInside
    let inside = isAboutOutside ? paths ?? [] : []
    for difference in try Graph.differences(
      from: expected, to: found, describing: { Redactor.secretsOnly.text(of: $1, at: $0) })
    where !inside.contains(where: { Self.isPath(difference.path, below: $0) }) {
      violations.append(
        ProjectionLawViolation(
          law: law, path: difference.path, expected: difference.old ?? "nothing",
          found: difference.new ?? "nothing"))
    }
  }

  private static func isPath(_ path: String, below prefix: String) -> Bool {
    path == prefix || path.hasPrefix(prefix + ".")
  }
}

/// A law that every projection has to obey.
///
/// ## Thread safety
/// A value; safe from any thread.
public enum ProjectionLaw: String, Sendable, CaseIterable {
  /// Reading changes nothing, and gives the same value twice.
  case readIsPure = "read changes nothing"
  /// Writing back what was read changes nothing.
  case writeOfReadIsIdentity = "writing what was read changes nothing"
  /// What was written is read.
  case readGivesWhatWasWritten = "read gives what was written"
  /// Writing touches nothing outside the slice.
  case writeStaysInside = "write touches nothing outside the slice"
  /// Clearing touches nothing outside the slice.
  case clearStaysInside = "clear touches nothing outside the slice"
  /// Writing rebuilds what was cleared, shared references included.
  case writeRebuildsCleared = "write rebuilds what was cleared"
}

/// A law that a projection broke, and where.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ProjectionLawViolation: Sendable, Equatable, CustomStringConvertible {
  /// The law.
  public let law: ProjectionLaw
  /// Where it was broken: a path in the value, or a coding path in the reference state.
  public let path: String
  /// What should be there.
  public let expected: String
  /// What is there.
  public let found: String

  /// The violation in one line.
  public var description: String {
    let place = path.isEmpty ? "as a whole" : "at \(path)"
    return "\(law.rawValue): \(place): expected \(expected), found \(found)"
  }
}
