package import ValueReflection

/// A difference that was found and not rendered yet.
///
/// Rules apply to all differences after an action, and a mismatch shows the first: only that is rendered.
package struct FoundDifference {
  var subject: Mismatch.Subject
  package let path: String
  /// The block that wrote there, if it is known.
  var block: String?
  private let legacy: Any?
  private let value: Any?
  /// The path with the marks of cases; nil where both sides are described in words.
  private let place: String?

  /// Creates a difference that is described in words.
  init(
    _ subject: Mismatch.Subject, at path: String, by block: String? = nil, legacy: String,
    value: String
  ) {
    (self.subject, self.path, self.block, place) = (subject, path, block, nil)
    (self.legacy, self.value) = (legacy, value)
  }

  /// Creates a difference of two values at a place, a path with the marks of cases.
  init(_ subject: Mismatch.Subject, from legacy: Any?, to value: Any?, at place: String) {
    (self.subject, self.legacy, self.value, self.place) = (subject, legacy, value, place)
    path = DifferencePath.unmarked(place)
  }

  /// Both sides as a redactor shows them.
  package func texts(by redactor: Redactor) -> (legacy: String, value: String) {
    guard let place else { return ("\(legacy ?? "")", "\(value ?? "")") }
    let texts = redactor.texts(of: legacy, and: value, at: place)
    return (texts.old, texts.new)
  }

  /// A write outside of the slice, in words.
  var outsideWrite: String? {
    let writer = block.map { "block \($0)" } ?? "a block"
    return subject == .outsideWrite ? "\(writer) writes to \(Mismatch.pattern(of: path))" : nil
  }

  /// The parts of the values that a redactor does not show.
  func masks(by redactor: Redactor) -> Set<String> {
    guard let place else { return [] }
    return redactor.masks(in: legacy, at: place).union(redactor.masks(in: value, at: place))
  }
}

extension Redactor {
  /// Returns all places where the states of both sides differ.
  package func found<Value>(
    _ subject: Mismatch.Subject, from legacy: Value, to value: Value, by equality: ReflectedEquality
  ) -> [FoundDifference] {
    reflected(from: legacy, to: value, by: equality).map {
      FoundDifference(subject, from: $0.oldValue, to: $0.newValue, at: $0.place)
    }
  }
}
