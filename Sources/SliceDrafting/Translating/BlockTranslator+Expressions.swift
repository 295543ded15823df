/// Expressions: what they stand for, and their text in the reducer.
extension BlockTranslator {
  private static let assignments: Set = [
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "&+=", "&-=",
  ]

  /// What an expression stands for: objects where one chain of names leads to them, otherwise a value.
  mutating func expression(_ range: Range<Int>) throws -> Meaning {
    if text(range.lowerBound) == "nil" { return Meaning(text: "nil") }
    guard let (meaning, next) = try chain(range.lowerBound, range.upperBound) else {
      return Meaning(text: try render(range))
    }
    if next == range.upperBound { return meaning }
    guard isDefault(next), meaning.object != nil else { return Meaning(text: try render(range)) }
    // Found in one of two places, both in the object whose method this is.
    let rest = try expression(next + 2..<range.upperBound)
    guard rest.object != nil else { throw reason("chooses between objects") }
    var found = meaning.with(meaning.kind, "\(meaning.text) ?? \(rest.text)")
    found.isOptional = rest.isOptional
    if let this, let use = this.object { found.home = (this.text, use) }
    return found
  }

  /// Whether `??` stands at a place, which is two tokens.
  private func isDefault(_ place: Int) -> Bool { text(place) == "?" && text(place + 1) == "?" }

  /// The text of tokens, in which names of objects are replaced.
  mutating func render(_ range: Range<Int>) throws -> String {
    var (result, place) = ("", range.lowerBound)
    while place < range.upperBound {
      let token = source.tokens[place]
      if place > range.lowerBound, token.text != "." || !token.beginsLine,
        token.range.lowerBound > source.tokens[place - 1].range.upperBound
      {
        result += " "
      }
      if let (meaning, next) = try chain(place, range.upperBound) {
        let (text, end) = try compared(meaning, next, range.upperBound)
        result += text
        place = end
      } else if token.text == "\\", let element, text(place + 1) == "." {
        let (member, next) = try step(
          element.meaning.with(element.meaning.kind, "$0"), place + 2, range.upperBound, false)
        result += "{ \(member.text) }"
        (lastResult, place) = (member, next)
      } else if token.text == "{" {
        result += try closure(place)
        place = try close(place) + 1
      } else {
        result += token.kind == .string ? try interpolated(token.text) : token.text
        place += 1
      }
    }
    return result
  }

  /// An object where a value is expected: it is compared with nil or, by its id, with another one.
  private mutating func compared(
    _ meaning: Meaning, _ next: Int, _ end: Int
  ) throws -> (String, Int) {
    if meaning.isValue { return (meaning.text, next) }
    let signs = ["===": "==", "!==": "!=", "==": "==", "!=": "!="]
    guard let sign = signs[text(next)] else { throw reason("passes an object on") }
    if text(next + 1) == "nil" { return ("\(meaning.text) \(sign) nil", next + 2) }
    guard let (other, end) = try chain(next + 1, end) else {
      throw reason("compares an object with what is not known")
    }
    return ("\(try id(of: meaning)) \(sign) \(try id(of: other))", end)
  }

  /// A string, with what is interpolated into it.
  private mutating func interpolated(_ string: String) throws -> String {
    guard string.contains("\\("), !string.hasPrefix("#") else { return string }
    var (result, rest) = ("", Substring(string))
    while let start = rest.firstRange(of: "\\(") {
      var depth = 1
      let end = rest[start.upperBound...].firstIndex {
        depth += $0 == "(" ? 1 : $0 == ")" ? -1 : 0
        return depth == 0
      }
      guard let end else { throw reason("is a string that is not read") }
      let outer = source
      source = SourceTokens(String(rest[start.upperBound..<end]))
      result += rest[..<start.upperBound] + (try render(source.tokens.indices))
      source = outer
      rest = rest[end...]
    }
    return result + rest
  }

  /// A closure with one expression; its parameter stands for an element where objects are searched.
  private mutating func closure(_ open: Int) throws -> String {
    let (outer, element, close) = (names, element, try close(open))
    self.element = nil
    defer { names = outer }
    let head = parts(open + 1..<close, at: "in")
    let body = head.count == 2 ? head[1] : open + 1..<close
    var parameters = ["$0", "$1"]
    if head.count == 2 {
      parameters = head[0].filter { source.tokens[$0].kind == .word }.map(text)
    }
    for (name, meaning) in names where meaning.text.contains("$") {
      names[name] = Meaning(kind: .foreign, text: "uses `\(name)` in a closure of a closure")
    }
    for (place, name) in parameters.enumerated() {
      names[name] =
        element.map { element in
          place < element.place
            ? Meaning(text: "$\(place)") : element.meaning.with(element.meaning.kind, "$\(place)")
        } ?? Meaning(text: name)
    }
    guard end(ofStatementAt: body.lowerBound, in: body.upperBound) == body.upperBound,
      !["if", "let", "var", "for", "guard", "switch", "return"].contains(text(body.lowerBound))
    else { throw reason("has a closure of several statements") }
    let result = try expression(body)
    lastResult = result
    let label = head.count == 2 && element == nil ? try render(head[0]) + " in " : ""
    return "{ \(label)\(result.text) }"
  }

  /// The id that stands for an object.
  func id(of meaning: Meaning) throws -> String {
    if case .reference = meaning.kind { return meaning.text }
    if case .foreign = meaning.kind { throw reason(meaning.text) }
    guard let use = meaning.object, plan.hierarchies[use] == nil, let id = plan.id(of: use)?.name
    else {
      throw reason("refers to an object without an id")
    }
    if let part = meaning.parts?[id] { return part }
    return meaning.operand + (meaning.isOptional ? "?." : ".") + escaped(id)
  }

  // MARK: Statements

  mutating func expressionStatement(_ start: Int, _ stop: Int) throws {
    isStatement = true
    let before = depth
    let found = try chain(start, stop)
    isStatement = false
    if let (meaning, next) = found {
      if next < stop, Self.assignments.contains(text(next)) {
        try assign(meaning, text(next), next + 1..<stop)
      } else if meaning.isValue {
        try touch(meaning)
        if !meaning.text.isEmpty { add(meaning.text + (try render(next..<stop))) }
      } else {
        throw reason("ends with an object")
      }
    } else if text(start) == "(", let equals = parts(start..<stop, at: "=").first?.upperBound,
      equals < stop, text(equals + 1) == "("
    {
      let targets = parts(start + 1..<equals - 1)
      for (target, value) in zip(targets, parts(equals + 2..<stop - 1)) {
        guard let (meaning, _) = try chain(target.lowerBound, target.upperBound) else {
          throw reason("assigns a tuple")
        }
        try assign(meaning, "=", value)
      }
    } else {
      add(try render(start..<stop))
    }
    for key in changed {
      if let (name, meaning) = copies[key], let home = meaning.home {
        try putBack(name, meaning, in: home.place, home.use)
      }
    }
    changed = []
    close(to: before)
  }

  /// Notes that an object changes.
  mutating func touch(_ meaning: Meaning) throws {
    if meaning.isOfOtherSlice { throw reason("writes to another slice") }
    if meaning.isObserved { throw reason("sets a property with observers") }
    guard let binding = meaning.binding else { return }
    guard places.contains(binding) else { throw TranslationError.needsPlace(binding) }
    if !changed.contains(binding) { changed.append(binding) }
  }

  private mutating func assign(_ target: Meaning, _ sign: String, _ range: Range<Int>) throws {
    try touch(target)
    let value = try expression(range)
    switch (target.kind, value.kind) {
    case (.value, .value): return add("\(target.text) \(sign) \(value.text)")
    case (.foreign, _): throw reason(target.text)
    case (.reference, .object), (.reference, .reference):
      guard !value.isOptional || target.isOptional else { throw reason("assigns what may be nil") }
      return add("\(target.text) = \(try id(of: value))")
    case (.object, .object) where value.parts != nil: return add("\(target.text) = \(value.text)")
    case (.objects(_, let storage), _) where value.text == "[]":
      return add("\(target.text) = \(storage == .list ? "[]" : "[:]")")
    case (.objects(_, .list), .objects(_, .list)): return add("\(target.text) = \(value.text)")
    case (.reference, _), (.object, _), (.objects, _):
      guard value.text == "nil", target.isOptional else { throw reason("moves objects") }
      add("\(target.text) = nil")
    default: throw reason("assigns an object to a value")
    }
  }

  /// Writes a changed copy to where an object of its id stands.
  private mutating func putBack(
    _ name: String, _ copy: Meaning, in place: String, _ use: ClassUse
  ) throws {
    guard let target = copy.object, let object = plan.plan(of: use) else { return }
    let id = try id(of: copy)
    for part in object.parts {
      let path = "\(place).\(escaped(part.name))"
      let each = path + (part.isOptional ? "?" : "")
      switch part.role {
      case .dictionary(_, target) where part.isSet: add("\(each)[\(id)]? = \(name)")
      case .list(target):
        let element = "\(path)[place]"
        let isIt = try self.id(of: copy.with(copy.kind, element))
        try nested("for place in \(path).indices where \(isIt) == \(id) {") {
          $0.add("\(element) = \(name)")
        }
      case .dictionary(_, let child) where plan.graph.ancestors(of: target).contains(child):
        let key = fresh(child)
        try nested("for \(key) in \(part.isOptional ? "(\(path) ?? [:])" : path).keys {") {
          try $0.putBack(name, copy, in: "\(each)[\(key)]?", child)
        }
      case .list(let child) where plan.graph.ancestors(of: target).contains(child):
        let index = fresh(child)
        try nested("for \(index) in \(path).indices {") {
          try $0.putBack(name, copy, in: "\(path)[\(index)]", child)
        }
      default: break
      }
    }
  }

  /// A name for an object of a class that the code does not use.
  func fresh(_ use: ClassUse, behind place: Int? = nil) -> String {
    var name = escaped((plan.graph.declaration(of: use)?.shortName ?? "object").uncapitalized)
    let words = place.map { source.tokens[$0...].prefix { !$0.beginsLine } } ?? []
    while names[name] != nil || words.contains(where: { $0.text == name }) { name += "Key" }
    return name
  }

  // MARK: Chains

  /// Follows `state.list.first?.name` as far as it leads to objects.
  ///
  /// - Returns: What it stands for, and the place behind it; nil where no object is named.
  mutating func chain(_ start: Int, _ end: Int) throws -> (Meaning, Int)? {
    let isStatement = isStatement
    self.isStatement = false
    guard var (meaning, place) = try primary(start, end, isStatement) else { return nil }
    while place < end, !meaning.isValue {
      let isNext =
        source.tokens[place - 1].range.upperBound == source.tokens[place].range.lowerBound
      switch text(place) {
      case "?" where isDefault(place):
        guard case .objects(_, let storage) = meaning.kind, text(place + 2) == "[",
          text(place + 3) == "]" || text(place + 4) == "]"
        else { return (meaning, place) }
        let list = meaning.place.map { $0.replacing("?", with: "!") + "!" }
        meaning = meaning.with(
          meaning.kind, "(\(meaning.text) ?? \(storage == .list ? "[]" : "[:]"))")
        (meaning.isOptional, meaning.isChained, meaning.place) = (false, false, list)
        place = try close(place + 2) + 1
      case "?" where isNext, "!" where isNext:
        if case .reference = meaning.kind, text(place + 1) == ".",
          isStatement || text(place + 2) != meaning.idName
        {
          meaning = try target(of: meaning)
        }
        if isStatement, meaning.search != nil || meaning.home != nil {
          meaning = try hoist(meaning, at: place)
        } else if meaning.isOptional {
          meaning.text = meaning.operand + text(place)
          meaning.place = meaning.place.map { $0 + text(place) }
          meaning.isChained = text(place) == "?"
          meaning.isOptional = false
        }
        place += 1
      case ".": (meaning, place) = try step(meaning, place + 1, end, isStatement)
      case "[" where isNext: (meaning, place) = try subscripted(meaning, place)
      default: return (meaning, place)
      }
    }
    return (meaning, place)
  }

  private mutating func primary(
    _ start: Int, _ end: Int, _ isStatement: Bool
  ) throws -> (Meaning, Int)? {
    let token = source.tokens[start]
    if token.text == "(", let close = source.close(of: start) {
      guard let (found, next) = try chain(start + 1, close), next == close, !found.isValue else {
        return nil
      }
      var inner = found
      inner.text = inner.operand
      return (inner, close + 1)
    }
    let isLabel = text(start + 1) == ":" && start > 0 && ["(", ","].contains(text(start - 1))
    guard token.kind == .word, start == 0 || text(start - 1) != ".", !isLabel else { return nil }
    let name = token.text.bare
    if var found = names[name] {
      if case .foreign = found.kind { throw reason(found.text) }
      if found.isValue {
        guard !found.text.hasPrefix(".") || start + 1 == end else {
          throw reason("passes a case on")
        }
        if start + 1 < end { found.text = found.operand }
      }
      return (found, start + 1)
    }
    if let this {
      if name == "self" { return (this, start + 1) }
      if let found = try implicit(name, of: this, start, end, isStatement) { return found }
    }
    guard text(start + 1) == "(" else { return nil }
    let type = plan.graph.uses.first { plan.graph.declaration(of: $0)?.shortName == name }
    if let type { return try newObject(type, start) }
    return try call(name, on: nil, at: start, end, isStatement)
  }
}

extension Meaning {
  /// The property that stands for what a reference refers to.
  fileprivate var idName: String? {
    if case .reference(let alias) = kind { alias.id?.name } else { nil }
  }
}
