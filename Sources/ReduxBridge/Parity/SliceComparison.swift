import ValueReflection

/// How the states compare in which both sides of a slice started, where the value is the control.
enum StartOfSides {
  /// They were the same: no other code wrote to the slice's part.
  case alike
  /// Other code wrote to the slice's part, or the projection did not write all of the value.
  case different
  /// They differed as after the action before, since the objects cannot hold the value.
  case knownToDiffer
}

/// The results of both sides of a slice after one action, compared.
struct SliceComparison<Value: Equatable & Sendable> {
  private let legacy: Value
  private let value: Value
  private let equality: ReflectedEquality
  private let redactor: Redactor

  let statesDiffer: Bool

  /// All differences, the most significant first; empty when both sides agree.
  private(set) var differences: [FoundDifference] = []

  /// Whether the new side gave another answer from the same state.
  private(set) var isNoisy = false

  init(
    legacy: Value, value: Value, areEqual: (Value, Value) -> Bool, by equality: ReflectedEquality,
    redactor: Redactor
  ) {
    self.legacy = legacy
    self.value = value
    self.equality = equality
    self.redactor = redactor
    if equality == .declared, areEqual(legacy, value) {
      statesDiffer = false
    } else {
      // Two values that differ by `==` have no difference where both are NaN.
      differences = redactor.found(.state, from: legacy, to: value, by: equality)
      statesDiffer = !differences.isEmpty
    }
  }

  /// Compares the effects that both sides requested, in order.
  mutating func compareEffects(legacy: [RequestedEffect], value: [RequestedEffect]) {
    guard !(legacy.isEmpty && value.isEmpty) else { return }
    add(RequestedEffect.differences(legacy: legacy, value: value, by: equality))
  }

  /// Adds differences that were found elsewhere.
  mutating func add(_ found: [FoundDifference]) {
    differences += found
  }

  /// Finds changes in windows that are not the target of the action, on both sides.
  ///
  /// They come first, because they explain differences in the state.
  mutating func checkWindows<Action>(
    _ isolation: WindowIsolation<Action, Value>?, legacyBefore: Value?, valueBefore: Value?,
    _ action: Action
  ) {
    guard let isolation, let legacyBefore, let valueBefore else { return }
    let byLegacy = names(of: isolation.trespasses(legacyBefore, legacy, action))
    let byValue = names(of: isolation.trespasses(valueBefore, value, action))
    let found = byLegacy.union(byValue).sorted().map { name in
      Mismatch.Difference(
        subject: .window, path: "windows.\(name)",
        legacy: byLegacy.contains(name) ? "changed" : "unchanged",
        value: byValue.contains(name) ? "changed" : "unchanged")
    }
    differences = found.map(FoundDifference.init) + differences
  }

  private func names(of windows: [Any]) -> Set<String> {
    Set(windows.map { redactor.name(of: $0, in: "windows") })
  }

  /// Finds whose fault a difference of the states is.
  ///
  /// - Parameters:
  ///   - replayed: The new side's second result, from the state in which the old side started.
  ///   - start: How the states compare in which both sides started.
  mutating func noteReplay(_ replayed: Value, from start: StartOfSides) {
    switch start {
    case .alike: isNoisy = !agree(replayed, value)
    case .different where agree(replayed, legacy):
      for index in differences.indices where differences[index].subject == .state {
        differences[index].subject = .foreignWrite
      }
    case .knownToDiffer where agree(replayed, legacy):
      // An earlier mismatch is about it, and this action does the same on both sides.
      differences.removeAll { $0.subject == .state }
    case .different, .knownToDiffer: break
    }
  }

  /// Compares what the projection reads after a write with what it wrote; returns whether it is the same.
  ///
  /// Where both sides gave different answers from one state, the difference is not the projection's: a
  /// value with the id of an object that is gone cannot be written.
  mutating func checkWriteBack(read: Value, wrote: Value, from start: StartOfSides) -> Bool {
    let found = redactor.found(.projection, from: read, to: wrote, by: equality)
    switch start {
    case .different:
      if !found.isEmpty { differences = found + differences.filter { $0.subject != .state } }
    case .alike:
      let places = differences.filter { $0.subject == .state }.map(\.path)
      differences += found.filter { loss in !places.contains { pathsOverlap($0, loss.path) } }
    case .knownToDiffer: break
    }
    return found.isEmpty
  }

  private func agree(_ one: Value, _ other: Value) -> Bool {
    one == other || redactor.found(.state, from: one, to: other, by: .declared).isEmpty
  }
}

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
