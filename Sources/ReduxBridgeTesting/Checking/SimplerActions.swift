import Foundation
import ReduxSessions

/// Makes simpler actions: with smaller numbers, shorter strings and shorter lists, in their encoded form.
///
/// It invents no number below the smallest of the list and no empty string: an app may trap on what it never
/// dispatches. An action that is not `Codable`, or encodes a cycle, stays as it is: only the list around it shrinks.
struct SimplerActions<Action: Sendable> {
  /// A change that is made to every action of a list, so that ids in several actions still agree.
  enum Edit: Hashable {
    /// Each whole number from this one on becomes one less: what remains after an element is gone.
    case lowering(from: Int)
    /// A whole number becomes another one.
    case number(Int, Int)
    /// A string becomes another one.
    case string(String, String)
  }

  private let encoder = RecordingEncoder()
  /// The whole numbers of the list, in order.
  private var numbers: [Int] = []
  /// The smallest number of the list.
  private var least: Int { numbers.first ?? 0 }

  init(_ list: [Action]) { numbers = leaves(of: list).numbers }

  /// The actions to try in place of one, the simplest first; all are smaller.
  func candidates(for action: Action) -> [Action] {
    guard let tree = tree(of: action) else { return [] }
    return tree.smaller.filter { $0.size < tree.size }
      .sorted { $0.size < $1.size }.compactMap { decoded($0, like: action) }
  }

  /// The changes to try on a whole list, for each number and string that occurs in it: to smaller ones, the
  /// smallest first.
  func edits(of list: [Action]) -> [[Edit]] {
    let leaves = leaves(of: list)
    let edits: [[Edit]] = leaves.numbers.filter { $0 > max(0, least) }.map { number in
      let targets =
        [0, 1, number / 2, number - 1] + numbers.filter { 0..<number ~= $0 }.prefix(8)
      return Set(targets).sorted().filter { (least..<number).contains($0) }
        .map { .number(number, $0) }
    }
    return edits
      + leaves.strings.filter { $0.count > 1 }.map { text in
        [1, text.count - 1].map { .string(text, String(text.prefix($0))) }
      }
  }

  /// The change halfway between two of the same number or string; nil if there is none between.
  func middle(_ smaller: Edit, _ larger: Edit) -> Edit? {
    switch (smaller, larger) {
    case (.number(let old, let low), .number(_, let high)) where high - low > 1:
      .number(old, low + (high - low) / 2)
    case (.string(let old, let low), .string(_, let high)) where high.count - low.count > 1:
      .string(old, String(old.prefix((low.count + high.count) / 2)))
    default: nil
    }
  }

  /// The lowerings to try after an action was left out.
  func lowerings(of list: [Action]) -> [Edit] {
    leaves(of: list).numbers.filter { $0 > max(0, least) }.map { .lowering(from: $0) }
  }

  /// The whole numbers and the strings in some actions, the smallest first.
  private func leaves(of list: [Action]) -> (numbers: [Int], strings: [String]) {
    var (numbers, strings) = (Set<Int>(), Set<String>())
    for action in list {
      _ = tree(of: action)?.mapLeaves { leaf in
        leaf.whole.map { _ = numbers.insert($0) }
        leaf.text.map { _ = strings.insert($0) }
        return leaf
      }
    }
    return (numbers.sorted(), strings.sorted { ($0.count, $0) < ($1.count, $1) })
  }

  /// Makes a change to every action of a list.
  ///
  /// - Returns: The list; nil if the change cannot be made to an action, or makes nothing smaller.
  func applying(_ edit: Edit, to list: [Action]) -> [Action]? {
    var (before, after) = (0, 0)
    var result: [Action] = []
    for action in list {
      guard let tree = tree(of: action) else {
        result.append(action)
        continue
      }
      let edited = tree.mapLeaves { $0.applying(edit) }
      guard let new = edited == tree ? action : decoded(edited, like: action) else { return nil }
      before += tree.size
      after += edited.size
      result.append(new)
    }
    return after < before ? result : nil
  }

  // MARK: The encoded form

  func tree(of action: Action) -> JSONValue? {
    guard let action = action as? any Codable else { return nil }
    return try? encoder.encode(action).tree
  }

  func decoded(_ tree: JSONValue, like action: Action) -> Action? {
    guard let type = type(of: action as Any) as? any Codable.Type else { return nil }
    let value = try? RecordingEncoder.makeDecoder().decode(type, from: Data(tree.bytes))
    return value as? Action
  }
}

extension JSONValue {
  /// The number, if it is whole, also of a date or another fraction.
  fileprivate var whole: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// This tree with each part of it replaced that is no list and no object.
  func mapLeaves(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapLeaves(change) })
    case .object(let members):
      .object(members.map { .init(name: $0.name, value: $0.value.mapLeaves(change)) })
    default: change(self)
    }
  }

  /// This tree with another part in the place of one of its parts, for each of the others that a part has.
  func variants(_ others: (JSONValue) -> [JSONValue]) -> [JSONValue] {
    var variants = others(self)
    if case .array(let elements) = self {
      for index in elements.indices {
        variants += elements[index].variants(others).map { part in
          .array(elements.enumerated().map { $0.offset == index ? part : $0.element })
        }
      }
    } else if case .object(let members) = self {
      for index in members.indices {
        variants += members[index].value.variants(others).map { part in
          var members = members
          members[index].value = part
          return .object(members)
        }
      }
    }
    return variants
  }

  fileprivate func applying<Action>(_ edit: SimplerActions<Action>.Edit) -> JSONValue {
    switch edit {
    case .lowering(let first):
      guard let whole, whole >= first else { return self }
      return .number(whole - 1)
    case .number(let old, let new): return whole == old ? .number(new) : self
    case .string(let old, let new): return text == old ? .string(new) : self
    }
  }

  /// How large the numbers, strings and lists of this tree are.
  fileprivate var size: Int {
    switch self {
    case .null, .bool(false): 0
    case .bool(true): 1
    case .number(let text): Int(min(1e6, abs(Double(text) ?? 0)).rounded(.up))
    case .string(let text): text.count
    case .array(let elements): elements.reduce(elements.count) { $0 + $1.size }
    case .object(let members): members.reduce(0) { $0 + $1.value.size }
    }
  }

  /// This tree with one part of it smaller, for each part that no edit makes smaller.
  fileprivate var smaller: [JSONValue] {
    variants { part in
      switch part {
      case .bool(true): [.bool(false)]
      case .number(let text) where part.whole == nil:
        Double(text).map { [.number("\($0.rounded(.towardZero))")] } ?? []
      case .array(let elements):
        elements.indices.dropFirst().map { index in
          .array(elements.enumerated().filter { $0.offset != index }.map(\.element))
        }
      default: []
      }
    }
  }
}
