import Foundation
import ReduxSessions
import ValueReflection

/// The draws of a search from some payloads, with those that its actions had.
struct PayloadDraws<Action: Sendable> {
  private let payloads: Payloads
  private let coder = SimplerActions<Action>([])
  /// The literal after the latest one.
  private var following = 0
  /// The payloads that the actions had, or could not have.
  private var tried: Set<String> = []
  /// The boundaries of the kinds of payloads that the actions had.
  private var boundaries: Set<String> = []

  /// How many payloads are tried until one can be decoded: few boundaries fit the narrowest type.
  private static var attempts: Int { 12 }

  init(_ payloads: Payloads) { self.payloads = payloads }

  /// Returns an action, at the share with one of the payloads, and seldom with several.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - values: The values of the present state, for their ids.
  ///   - random: The source of random numbers.
  /// - Returns: The action, or one of the same case.
  mutating func varied(
    _ action: Action, knowing values: @autoclosure () -> [any Sendable],
    using random: inout any RandomNumberGenerator
  ) -> Action {
    guard var tree = coder.tree(of: action) else { return action }
    var leaves: [JSONValue] = []
    _ = tree.mapLeaves { leaf in
      leaves.append(leaf)
      return leaf
    }
    let places = leaves.indices.filter { leaves[$0].plainText != nil }
    defer { for place in places { note(leaves[place]) } }
    guard !places.isEmpty, Double.random(in: 0..<1, using: &random) < payloads.share else {
      return action
    }
    let known = KnownPayloads(in: values())
    var varied = action
    if Int.random(in: 0..<8, using: &random) == 0,
      let other = restructured(tree, known.ids, using: &random),
      let decoded = coder.decoded(other, like: action)
    {
      return decoded
    }
    for _ in 0..<Self.attempts {
      let place = places[Int.random(in: 0..<places.count, using: &random)]
      let new = payload(for: leaves[place], known, using: &random)
      var index = -1
      let changed = tree.mapLeaves { leaf in
        index += 1
        return index == place ? new : leaf
      }
      guard let decoded = coder.decoded(changed, like: action) else {
        tried.formUnion([new.plainText ?? ""])
        continue
      }
      (varied, tree, leaves[place]) = (decoded, changed, new)
      // Seldom does code decide on two payloads at once.
      if Int.random(in: 0..<4, using: &random) > 0 { break }
    }
    return varied
  }

  /// The boundaries, and the literals, that no action had and that some could have had.
  var neverTried: [String] {
    let untried: [String] = (Payloads.numbers + Payloads.texts)
      .filter { boundaries.contains($0) && !tried.contains($0) }
      .map { $0 == Payloads.longText ? "a long text" : $0.isEmpty ? "the empty text" : $0 }
    return untried
      + payloads.literals.filter { !tried.contains($0.text) }
      .map { "\($0.source) from \($0.place)" }
  }

  private mutating func note(_ leaf: JSONValue) {
    boundaries.formUnion(leaf.text == nil ? Payloads.numbers : Payloads.texts)
    tried.formUnion([leaf.plainText ?? ""])
  }

  private mutating func payload(
    for leaf: JSONValue, _ known: KnownPayloads, using random: inout any RandomNumberGenerator
  ) -> JSONValue {
    let count = payloads.literals.count
    func literal(_ index: Int) -> JSONValue {
      following = index + 1
      let literal = payloads.literals[index]
      return leaf.text == nil ? literal.value : .string(literal.text)
    }
    // Code that asks for one literal after the other meets them in their order.
    if 0 < following, following < count, Bool.random(using: &random) { return literal(following) }
    switch Int.random(in: count == 0 ? 2..<4 : 0..<4, using: &random) {
    case 0 where leaf.text != nil && count > 1:
      // As many as the digits of a code.
      let length = Int.random(in: 2...10, using: &random)
      let first = Int.random(in: 0...max(0, count - length), using: &random)
      return .string(payloads.literals[first...].prefix(length).map(\.text).joined())
    case 0, 1:
      return literal(Int.random(in: 0..<count, using: &random))
    case 2:
      let ids = known.ids.filter { $0.plainText != nil }
      let present = ids.filter { ($0.text == nil) == (leaf.text == nil) }
      let index = Int.random(in: 0...present.count, using: &random)
      if index < present.count { return present[index] }
      guard let text = leaf.text else {
        return .number((ids.compactMap(\.integer).max() ?? 0) &+ 1)
      }
      let isUUID = UUID(uuidString: text) != nil
      return .string(isUUID ? "00000000-0000-0000-0000-000000000000" : text + "?")
    default:
      if Int.random(in: 0..<3, using: &random) == 0,
        let drawn = (leaf.text == nil ? known.overflowing : known.spellings)
          .randomElement(using: &random)
      {
        return drawn
      }
      if leaf.text != nil {
        return .string(Payloads.texts[Int.random(in: 0..<Payloads.texts.count, using: &random)])
      }
      let all = Payloads.numbers + Payloads.infinities
      let drawn = all[Int.random(in: 0..<all.count, using: &random)]
      return Payloads.infinities.contains(drawn) ? .string(drawn) : .number(drawn)
    }
  }

  /// Empties a list of an action, or puts an id of several properties in the place of another one.
  private func restructured(
    _ tree: JSONValue, _ ids: [JSONValue], using random: inout any RandomNumberGenerator
  ) -> JSONValue? {
    tree.variants { part in
      let others: [JSONValue] =
        switch part {
        case .array(let elements): elements.isEmpty ? [] : [.array([])]
        case .object(let members):
          ids.filter { id in
            guard case .object(let own) = id else { return false }
            return own.map(\.name) == members.map(\.name) && id != part
          }
        default: []
        }
      return others.randomElement(using: &random).map { [$0] } ?? []
    }.randomElement(using: &random)
  }
}

/// The parts of a value that decide in code: ids, texts and whole numbers.
struct KnownPayloads {
  /// The values of properties named `id` or with a name that ends so, and the keys of dictionaries; an id
  /// of several properties is one.
  private(set) var ids: [JSONValue] = []
  private var texts: [String] = []
  private var numbers: [Int] = []

  /// Looks at the first thousand parts, since a state has any number of them.
  init(in value: Any) {
    var left = 1_000
    let encoder = RecordingEncoder()
    func visit(_ value: Any, isID: Bool) {
      guard left > 0, !ReflectedType.isMetatype(value) else { return }
      left -= 1
      if let text = value as? String { texts.append(text) }
      if let number = (value as? any FixedWidthInteger).flatMap({ Int(exactly: $0) }) {
        numbers.append(number)
      }
      if isID, let value = value as? any Encodable,
        let id = try? encoder.encode(value).tree
      {
        var isOne = id.plainText != nil
        if case .object(let members) = id { isOne = !members.isEmpty }
        if isOne { return ids.append(id) }
      }
      for part in ReflectedNode(value).parts {
        let name = if case .key = part.step { "key" } else { part.name ?? "" }
        let isNamed = ["id", "key"].contains(name) || name.hasSuffix("ID") || name.hasSuffix("Id")
        visit(part.value, isID: isID || isNamed)
      }
    }
    visit(value, isID: false)
  }

  /// The texts in other cases and normal forms.
  var spellings: [JSONValue] {
    texts.flatMap { text in
      [
        text.uppercased(), text.lowercased(), text.decomposedStringWithCanonicalMapping,
        text.precomposedStringWithCanonicalMapping,
      ].filter { !$0.unicodeScalars.elementsEqual(text.unicodeScalars) }
    }.map { .string($0) }
  }

  /// The least numbers that overflow in a sum or a product with one of the state.
  var overflowing: [JSONValue] {
    numbers.flatMap { number -> [Int] in
      if number < 0 { return [.min - number - 1] }
      return number < 2 ? [] : [.max - number + 1, .max / number + 1]
    }.map { .number($0) }
  }
}
