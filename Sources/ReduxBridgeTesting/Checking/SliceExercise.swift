/// Which parts of a slice the actions of a check wrote.
///
/// Both sides agree on what neither of them does, so a check says what its actions left alone.
struct SliceExercise: Sendable, Equatable {
  /// The fields of the value at the top level; empty if it is no structure.
  private(set) var fields: [String]
  /// The fields that an action changed.
  private(set) var written: Set<String> = []
  /// The number of actions that changed the slice.
  private(set) var changes = 0

  init(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    // The label of a case is no field.
    let hasFields = mirror.displayStyle == .struct || mirror.displayStyle == .tuple
    fields = hasFields ? mirror.children.compactMap(\.label) : []
  }

  /// Whether there is anything left to see.
  var isComplete: Bool { changes > 0 && written.count >= fields.count }

  /// Notes an action that changed the slice at some paths, by components.
  mutating func note(_ places: [[String]]) {
    changes += 1
    for case let field? in places.map(\.first) where fields.contains(field) {
      written.insert(field)
    }
  }

  mutating func merge(_ other: SliceExercise) {
    changes += other.changes
    written.formUnion(other.written)
  }

  /// The reasons why a check that exercised this is vacuous, one sentence each.
  ///
  /// - Parameters:
  ///   - slice: The name of the slice.
  ///   - unchanged: Why a slice, or a field as `slice.field`, is not exercised. An excuse that is not
  ///     needed is a reason, too: it would hide what no longer is exercised later.
  /// - Returns: The reasons; empty when each field was written, or is excused.
  func failures(of slice: String, unchanged: [String: String]) -> [String] {
    if let reason = unchanged[slice] {
      return changes == 0 ? [] : ["\(slice): was changed, and is excused as unchanged: \(reason)"]
    }
    guard changes > 0 else { return ["\(slice): no action changed it"] }
    var missing: [String] = []
    var failures: [String] = []
    for field in fields {
      let (isWritten, reason) = (written.contains(field), unchanged["\(slice).\(field)"])
      if !isWritten, reason == nil { missing.append(field) }
      if isWritten, let reason {
        failures.append("\(slice): \(field) was written, and is excused as unchanged: \(reason)")
      }
    }
    if !missing.isEmpty {
      failures.append("\(slice): no action wrote \(missing.joined(separator: ", "))")
    }
    return failures
  }

  /// The reasons why several slices were not exercised, and the excuses that name none of them.
  static func failures(
    of slices: [(name: String, exercise: SliceExercise)], unchanged: [String: String]
  ) -> [String] {
    let known = Set(
      slices.flatMap { slice in
        [slice.name] + slice.exercise.fields.map { "\(slice.name).\($0)" }
      })
    return slices.flatMap { $0.exercise.failures(of: $0.name, unchanged: unchanged) }
      + unchanged.keys.filter { !known.contains($0) }.sorted()
      .map { "\($0) is excused as unchanged, and there is no such slice or field" }
  }
}
