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

/// The differences of one slice after one action, by rule.
struct UnexplainedDifferences {
  /// The number of differences that no rule explains.
  private(set) var count = 0
  /// The first of them, which the mismatch shows.
  private(set) var first: FoundDifference?
  /// The parts of the first few that the redactor does not show.
  private(set) var masks: Set<String> = []
  /// How often each rule explained a difference.
  private(set) var uses: [(rule: DifferenceRule, count: Int)] = []
  /// The blocks that wrote outside of the slice, and where.
  private(set) var outsideWrites: Set<String> = []
  /// Whether all that differs is what only one side can express.
  private(set) var isNotComparable = true

  init(
    _ differences: [FoundDifference], after type: String, rules: [DifferenceRule],
    redactor: Redactor
  ) {
    for difference in differences {
      let (subject, path) = (difference.subject, difference.path)
      if let rule = rules.first(where: { $0.covers(subject, at: path, after: type) }) {
        if let index = uses.firstIndex(where: { $0.rule == rule }) {
          uses[index].count += 1
        } else {
          uses.append((rule, 1))
        }
        continue
      }
      count += 1
      if subject != .notComparable { isNotComparable = false }
      if subject == .outsideWrite {
        let block = difference.block.map { "block \($0)" } ?? "a block"
        outsideWrites.insert("\(block) writes to \(Mismatch.pattern(of: path))")
      }
      first = first ?? difference
      if count < 10 { masks.formUnion(difference.masks(by: redactor)) }
    }
  }
}
