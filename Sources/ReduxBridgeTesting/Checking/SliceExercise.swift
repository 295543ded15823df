import ValueReflection

/// Which parts of a slice the actions of a check wrote.
///
/// Both sides agree on what neither of them does, so a check says what its actions left alone.
struct SliceExercise: Sendable, Equatable {
  /// The fields of the value at the top level; empty if it is no structure.
  private(set) var fields: [String]
  /// The fields that are empty collections in the state to start from.
  private(set) var empty: [String] = []
  /// Whether any field is a collection that is not empty there.
  private(set) var isFilled = false
  /// The fields that an action changed.
  private(set) var written: Set<String> = []
  /// The number of actions that changed the slice, requested an effect or raised a signal.
  private(set) var changes = 0

  init(_ value: Any) {
    let node = ReflectedNode(value)
    // The label of a case is no field.
    let parts = node.style == .struct || node.style == .tuple ? node.parts : []
    fields = parts.map { $0.name ?? "\($0.position)" }
    for (field, part) in zip(fields, parts) where !(part.value is String) {
      guard let elements = part.value as? any Collection else { continue }
      if elements.isEmpty { empty.append(field) } else { isFilled = true }
    }
  }

  /// Whether there is anything left to see.
  var isComplete: Bool { changes > 0 && written.count >= fields.count }

  /// Notes an action that changed the slice at some paths, by components; empty for an effect or a signal.
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
  ///   - exceptions: The slices and fields, as `slice.field`, that no action needs to write.
  /// - Returns: The reasons; empty when each field was written, or is excused.
  func failures(of slice: String, _ exceptions: CheckExceptions) -> [String] {
    guard changes > 0 else {
      return exceptions.cover([slice]) ? [] : ["\(slice): no action changed it"]
    }
    let missing = fields.filter {
      !written.contains($0) && !exceptions.cover(["\(slice).\($0)"])
    }
    return missing.isEmpty
      ? [] : ["\(slice): no action wrote \(missing.joined(separator: ", "))"]
  }
}
