import ValueReflection

/// A difference that was found and not rendered yet.
///
/// Rules apply to all differences after an action, and a mismatch shows the first few: only those are
/// rendered.
package struct FoundDifference {
  private enum Content {
    case texts(legacy: String, value: String)
    case values(legacy: Any?, value: Any?, place: String)
  }

  var subject: Mismatch.Subject
  let path: String
  /// The block that wrote there, if it is known.
  var block: String?
  private let content: Content

  init(_ difference: Mismatch.Difference) {
    (subject, path, block) = (difference.subject, difference.path, difference.block)
    content = .texts(legacy: difference.legacy, value: difference.value)
  }

  /// Creates a difference of two values at a place, a path with the marks of cases.
  init(_ subject: Mismatch.Subject, from legacy: Any?, to value: Any?, at place: String) {
    (self.subject, path) = (subject, DifferencePath.unmarked(place))
    content = .values(legacy: legacy, value: value, place: place)
  }

  package func rendered(_ redactor: Redactor) -> Mismatch.Difference {
    let texts =
      switch content {
      case .texts(let legacy, let value): (legacy, value)
      case .values(let legacy, let value, let place):
        redactor.texts(of: legacy, and: value, at: place)
      }
    return .init(subject: subject, path: path, legacy: texts.0, value: texts.1, block: block)
  }

  /// The parts of the values that a redactor does not show.
  func masks(by redactor: Redactor) -> Set<String> {
    guard case .values(let legacy, let value, let place) = content else { return [] }
    return redactor.masks(in: legacy, at: place).union(redactor.masks(in: value, at: place))
  }
}

extension Redactor {
  /// Returns all places where the states of both sides differ.
  func found<Value>(
    _ subject: Mismatch.Subject, from legacy: Value, to value: Value, by equality: ReflectedEquality
  ) -> [FoundDifference] {
    reflected(from: legacy, to: value, by: equality).map {
      FoundDifference(subject, from: $0.oldValue, to: $0.newValue, at: $0.place)
    }
  }
}

/// The differences of one slice after one action, by rule.
package struct UnexplainedDifferences: Sendable {
  /// The number of differences that no rule explains.
  package private(set) var count = 0
  /// The first of them, rendered.
  private(set) var shown: [Mismatch.Difference] = []
  /// The parts of these that the redactor does not show.
  package private(set) var masks: Set<String> = []
  /// How often each rule explained a difference.
  private(set) var uses: [(rule: DifferenceRule, count: Int)] = []
  /// The blocks that wrote outside of the slice, and where.
  private(set) var outsideWrites: Set<String> = []
  /// Whether all that differs is what only one side can express.
  private(set) var isNotComparable = true
  let isNoisy: Bool

  package init(
    _ differences: [FoundDifference], isNoisy: Bool = false, after type: String,
    rules: [DifferenceRule], redactor: Redactor
  ) {
    self.isNoisy = isNoisy
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
      if shown.count <= Mismatch.shownFurther {
        shown.append(difference.rendered(redactor))
        masks.formUnion(difference.masks(by: redactor))
      }
    }
  }
}
