import Foundation
import ReduxBridge

/// Makes simpler actions: with smaller numbers, shorter strings, and ids seen elsewhere in the list.
///
/// It invents no number below the smallest of the list and no empty string: an app may trap on what it
/// never dispatches. An action that is `Codable` is changed in its encoded form. Any other action is
/// replaced by one of the same list, since reflection reads values and does not make any.
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

  private let typeName: (Action) -> String
  private let render: (Action) -> String
  /// The actions of the list by their text, and by their type, the simplest first.
  private var byText: [String: Action] = [:]
  private var byType: [String: [(size: Int, action: Action)]] = [:]
  /// The simplest action of the list by its type and its whole numbers, and by its type and the first.
  private var byNumbers: [String: Action] = [:]

  /// The whole numbers of the list, in order.
  private let numbers: [Int]
  /// The smallest number of the list.
  private var least: Int { numbers.first ?? 0 }

  /// The number of actions of a type that are tried in place of one.
  private static var pool: Int { 24 }

  init(
    _ list: [Action], typeName: @escaping (Action) -> String, render: @escaping (Action) -> String
  ) {
    (self.typeName, self.render) = (typeName, render)
    numbers = Set(list.flatMap { Leaves($0).numbers }).sorted()
    for action in list where byText.updateValue(action, forKey: render(action)) == nil {
      byType[typeName(action), default: []].append((Self.size(of: action), action))
    }
    byType = byType.mapValues { $0.sorted { $0.size < $1.size } }
    for actions in byType.values {
      for (_, action) in actions {
        for key in keys(of: action, Leaves(action).numbers) where byNumbers[key] == nil {
          byNumbers[key] = action
        }
      }
    }
  }

  /// The actions to try in place of one, the simplest first; all are smaller.
  func candidates(for action: Action) -> [Action] {
    let size = Self.size(of: action)
    let edited = encodedVariants(of: action).map { (size: Self.size(of: $0), action: $0) }
    let seen = (byType[typeName(action)] ?? []).prefix(Self.pool)
    return (edited + seen).filter { $0.size < size }.sorted { $0.size < $1.size }.map(\.action)
  }

  /// The changes to try on a whole list: what makes a number or a string that occurs in it smaller.
  func edits(of list: [Action]) -> [Edit] {
    let leaves = list.map { Leaves($0) }
    let numbers = Set(leaves.flatMap(\.numbers)).sorted()
    let strings = Set(leaves.flatMap(\.strings)).sorted { ($0.count, $0) < ($1.count, $1) }
    var edits: [Edit] = []
    for number in numbers where number > max(0, least) {
      let targets =
        [0, 1, number / 2, number - 1] + numbers.filter { 0..<number ~= $0 }.prefix(4)
        + self.numbers.filter { 0..<number ~= $0 }.prefix(8)
      edits += Set(targets).sorted().filter { (least..<number).contains($0) }
        .map { .number(number, $0) }
    }
    edits += strings.filter { $0.count > 1 }.map { .string($0, String($0.prefix(1))) }
    return edits
  }

  /// The positions of actions that are alike, for each action that occurs more than once.
  func repeats(in list: [Action]) -> [[Int]] {
    Dictionary(grouping: list.indices) { render(list[$0]) }.values.filter { $0.count > 1 }
      .sorted { $0[0] < $1[0] }
  }

  /// The lowerings to try after an action was left out.
  func lowerings(of list: [Action]) -> [Edit] {
    Set(list.flatMap { Leaves($0).numbers }).filter { $0 > max(0, least) }.sorted()
      .map { .lowering(from: $0) }
  }

  /// Makes a change to every action of a list.
  ///
  /// - Returns: The list; nil if the change cannot be made to an action, or changes nothing.
  func applying(_ edit: Edit, to list: [Action]) -> [Action]? {
    var isChanged = false
    var result: [Action] = []
    for action in list {
      guard Leaves(action).contains(edit) else {
        result.append(action)
        continue
      }
      guard let edited = encodedVariant(of: action, edit) ?? seenVariant(of: action, edit) else {
        return nil
      }
      isChanged = true
      result.append(edited)
    }
    // An edit of what reflection shows, but the text or the encoded form does not, changes nothing.
    return isChanged && size(of: result) < size(of: list) ? result : nil
  }

  private func size(of list: [Action]) -> Int {
    list.reduce(0) { $0 + Self.size(of: $1) }
  }

  // MARK: Actions of the list

  private func seenVariant(of action: Action, _ edit: Edit) -> Action? {
    if let exact = byText[Self.applying(edit, to: render(action))] { return exact }
    if case .string = edit { return nil }
    // The ids count more than what else the action carries.
    let numbers = Leaves(action).numbers.map { Self.edited($0, by: edit) }
    return keys(of: action, numbers).lazy.compactMap { byNumbers[$0] }.first
  }

  /// What actions with the same ids share, the most exact first.
  private func keys(of action: Action, _ numbers: [Int]) -> [String] {
    let type = typeName(action)
    return ["\(type) \(numbers)", "\(type) \(numbers.prefix(1)), ..."]
  }

  /// Makes a change to the source text of an action, outside of string literals or to whole ones.
  static func applying(_ edit: Edit, to text: String) -> String {
    if case .string(let old, let new) = edit {
      return text.replacingOccurrences(of: old.debugDescription, with: new.debugDescription)
    }
    var result = ""
    var digits = ""
    var isQuoted = false
    var before: Character = " "
    func flush() {
      let isName = before.isLetter || before == "_" || before == "."
      result += isName ? digits : Int(digits).map { "\(edited($0, by: edit))" } ?? digits
      digits = ""
    }
    for character in text {
      if !isQuoted, character.isASCII, character.isNumber {
        if digits.isEmpty { before = result.last ?? " " }
        digits.append(character)
        continue
      }
      flush()
      if character == "\"" { isQuoted.toggle() }
      result.append(character)
    }
    flush()
    return result
  }

  static func edited(_ number: Int, by edit: Edit) -> Int {
    switch edit {
    case .lowering(let first): number >= first ? number - 1 : number
    case .number(let old, let new): number == old ? new : number
    case .string: number
    }
  }

  // MARK: Actions that are Codable

  private func encodedVariants(of action: Action) -> [Action] {
    guard let (json, type) = Self.encoded(action) else { return [] }
    return json.smaller(notBelow: least).compactMap { Self.decoded($0, type) }
  }

  private func encodedVariant(of action: Action, _ edit: Edit) -> Action? {
    guard let (json, type) = Self.encoded(action) else { return nil }
    let edited = json.applying { number in
      Self.edited(number, by: edit)
    } strings: { text in
      if case .string(text, let new) = edit { new } else { text }
    }
    return Self.decoded(edited, type)
  }

  private static func encoded(_ action: Action) -> (EncodedValue, any Codable.Type)? {
    guard let value = action as? any Codable, let data = try? JSONEncoder().encode(value),
      let json = try? JSONDecoder().decode(EncodedValue.self, from: data)
    else { return nil }
    return (json, type(of: value))
  }

  private static func decoded(_ json: EncodedValue, _ type: any Codable.Type) -> Action? {
    guard let data = try? JSONEncoder().encode(json) else { return nil }
    return (try? JSONDecoder().decode(type, from: data)) as? Action
  }

  // MARK: Sizes

  /// How large the numbers, strings and collections of a value are.
  static func size(of value: Any) -> Int {
    switch value {
    case let number as any BinaryInteger:
      return Int(min(Int(clamping: number).magnitude, 1_000_000))
    case let number as Double:
      return Int(min(1e6, abs(number.isNaN ? 0 : number)).rounded(.up))
    case let text as String: return text.count
    case let flag as Bool: return flag ? 1 : 0
    default: break
    }
    let mirror = Mirror(reflecting: value)
    let isCollection = mirror.displayStyle == .collection || mirror.displayStyle == .set
    return mirror.children.reduce(isCollection ? mirror.children.count : 0) { sum, child in
      let (total, overflows) = sum.addingReportingOverflow(size(of: child.value))
      return overflows ? .max : total
    }
  }
}

/// The whole numbers and strings in a value.
private struct Leaves {
  private(set) var numbers: [Int] = []
  private(set) var strings: [String] = []

  init(_ value: Any) {
    var values = [value]
    while let value = values.popLast() {
      switch value {
      case let number as any BinaryInteger: Int(exactly: number).map { numbers.append($0) }
      case let text as String: strings.append(text)
      default:
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle != .class { values += mirror.children.map(\.value) }
      }
    }
  }

  func contains<Action>(_ edit: SimplerActions<Action>.Edit) -> Bool {
    switch edit {
    case .lowering(let first): numbers.contains { $0 >= first }
    case .number(let old, _): numbers.contains(old)
    case .string(let old, _): strings.contains(old)
    }
  }
}

/// A value in encoded form, as JSON has it.
private indirect enum EncodedValue: Codable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([EncodedValue])
  case fields([String: EncodedValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([EncodedValue].self) {
      self = .list(list)
    } else {
      self = .fields(try container.decode([String: EncodedValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .fields(let fields): try container.encode(fields)
    }
  }

  /// This value with all its numbers and strings changed.
  func applying(_ change: (Int) -> Int, strings: (String) -> String) -> EncodedValue {
    switch self {
    case .null, .flag, .number: self
    case .integer(let integer): .integer(change(integer))
    case .text(let text): .text(strings(text))
    case .list(let list): .list(list.map { $0.applying(change, strings: strings) })
    case .fields(let fields): .fields(fields.mapValues { $0.applying(change, strings: strings) })
    }
  }

  /// This value with one part of it smaller, for each part and some ways to make it smaller.
  func smaller(notBelow least: Int) -> [EncodedValue] {
    switch self {
    case .null, .flag(false): []
    case .flag(true): [.flag(false)]
    case .integer(let integer):
      Set([0, 1, integer / 2, integer - 1]).filter { least <= $0 && $0 < integer }.sorted()
        .map { .integer($0) }
    case .number(let number):
      [number.rounded(.towardZero)].filter { abs($0) < abs(number) }.map { .number($0) }
    case .text(let text):
      [1, text.count / 2, text.count - 1].filter { 0 < $0 && $0 < text.count }
        .map { .text(String(text.prefix($0))) }
    case .list(let list):
      list.dropFirst().indices.map { index in
        var rest = list
        rest.remove(at: index)
        return .list(rest)
      }
        + list.indices.flatMap { index in
          list[index].smaller(notBelow: least).map { part in
            var list = list
            list[index] = part
            return .list(list)
          }
        }
    case .fields(let fields):
      fields.keys.sorted().flatMap { key in
        (fields[key]?.smaller(notBelow: least) ?? []).map {
          .fields(fields.merging([key: $0]) { $1 })
        }
      }
    }
  }
}
