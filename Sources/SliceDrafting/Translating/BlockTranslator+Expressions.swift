/// Expressions: what they stand for, and their text in the reducer.
extension BlockTranslator {
  /// The meaning of an expression: objects where one chain of names leads to them, otherwise a value.
  func expression(_ range: Range<Int>) throws -> Meaning {
    if text(range.lowerBound) == "nil" { return Meaning(text: "nil") }
    if isKeyed, text(range.lowerBound) == "(", close(range.lowerBound) == range.upperBound - 1 {
      let pair = parts(range.lowerBound + 1..<range.upperBound - 1)
      if pair.count == 2, case let found = try expression(pair[1]), found.object != nil {
        return found.with(found.kind, "(\(try render(pair[0])), \(found.text))")
      }
    }
    guard let (meaning, next) = try chain(range.lowerBound)
    else { return Meaning(text: try render(range)) }
    if next == range.upperBound { return meaning }
    // `??` is two tokens, and the expression in front of a single one is no object.
    guard text(next) == "?", meaning.object != nil else { return Meaning(text: try render(range)) }
    // Found in one of two places, both in the object whose method this is; otherwise a copy.
    let rest = try expression(next + 2..<range.upperBound)
    guard rest.object != nil else { throw reason("chooses between objects") }
    var found = meaning.with(meaning.kind, "\(meaning.text) ?? \(rest.text)")
    found.isOptional = rest.isOptional
    if found.isOptional, let this, let use = this.object {
      found.origin = .home(place: this.text, use)
    }
    if found.origin == nil { found.isCopy = true }
    return found
  }

  /// The text of tokens, in which names of objects are replaced.
  func render(_ range: Range<Int>) throws -> String {
    var (result, place) = ("", range.lowerBound)
    while place < range.upperBound {
      let token = source.tokens[place]
      if place > range.lowerBound, token.text != "." || !token.beginsLine,
        source.hasSpace(before: place)
      {
        result += " "
      }
      if let (meaning, next) = try chain(place) {
        if place > 0, self.text(place - 1) == "&" {
          try touch(meaning)
          noteChange(of: meaning.property)
        }
        let (text, end) = try compared(meaning, next)
        result += text
        place = end
      } else if token.text == "\\", let element, text(place + 1) == "." {
        let (member, next) = try step(element.meaning.with(element.meaning.kind, "$0"), place + 2)
        result += "{ \(member.text) }"
        (lastResult, place) = (member, next)
      } else if token.text == "{" {
        result += try closure(place)
        place = close(place) + 1
      } else {
        result += token.kind == .string ? try interpolated(token.text) : token.text
        place += 1
      }
    }
    return result
  }

  /// An object where a value is expected: it is compared with nil or, by its id, with another one.
  private func compared(_ meaning: Meaning, _ next: Int) throws -> (String, Int) {
    if meaning.isValue { return (meaning.text, next) }
    if case .foreign = meaning.kind { throw reason(meaning.text) }
    let signs = ["===": "==", "!==": "!=", "==": "==", "!=": "!="]
    guard let sign = signs[text(next)] else { throw reason("passes an object on") }
    if text(next + 1) == "nil" { return ("\(meaning.text) \(sign) nil", next + 2) }
    guard let (other, end) = try chain(next + 1)
    else { throw reason("compares an object with what is not known") }
    return ("\(try id(of: meaning)) \(sign) \(try id(of: other))", end)
  }

  /// A string, with what is interpolated into it.
  private func interpolated(_ string: String) throws -> String {
    guard let parts = SourceTokens.interpolations(in: string)
    else { throw reason("is a string that is not read") }
    var (result, rest, outer) = ("", Substring(string), source)
    defer { source = outer }
    for part in parts {
      let code = part.text(0...part.tokens.count - 1)
      guard let place = rest.firstRange(of: "\\" + string.prefix { $0 == "#" } + code) else {
        continue
      }
      source = part
      result += rest[..<place.lowerBound] + rest[place].prefix { $0 != "(" } + "("
      result += try render(1..<part.tokens.count - 1) + ")"
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  /// A closure with one expression; its parameter stands for an element where objects are searched.
  private func closure(_ open: Int) throws -> String {
    let (outer, element, close) = (names, element, close(open))
    // The objects of `list = values.map { value in ... }`, made or found, whose copies take the place of all.
    let made = making.flatMap { ($0.path, $0.open) == (source.path, open) ? $0.use : nil }
    self.element = nil
    defer { names = outer }
    let head = parts(open + 1..<close, at: "in")
    let body = head.last ?? open + 1..<close
    let words =
      head.count == 2 ? head[0].filter { source.tokens[$0].isWord }.map(text) : ["$0", "$1"]
    for (name, meaning) in names where meaning.text.contains("$") {
      names[name] = Meaning(kind: .foreign, text: "uses `\(name)` in a closure of a closure")
    }
    for (place, name) in words.enumerated() {
      names[name] = Meaning(text: element == nil ? name : "$\(place)")
      guard let element, place >= element.place else { continue }
      names[name] = element.meaning.with(element.meaning.kind, "$\(place)")
    }
    let label = head.count == 2 && element == nil ? try render(head[0]) + " in" : ""
    closureDepth += made == nil ? 1 : 0
    defer { closureDepth -= made == nil ? 1 : 0 }
    guard isOneExpression(body) else {
      let outer = (returns, rebuilt, exit, self.head)
      defer { (returns, rebuilt, exit, self.head) = outer }
      (returns, rebuilt, exit, self.head) = (
        made.map { .object($0) } ?? .value, made, "return", nil
      )
      if made != nil {
        add("// CHECK: where two are for one object, here each is a value of its own.")
      }
      let lines = try separate { try statements(body) }
      lastResult = Meaning(text: "")
      return (["{" + (label.isEmpty ? "" : " " + label)] + lines.map { "  " + $0 } + ["}"])
        .joined(separator: "\n")
    }
    let result = try expression(body)
    if case .foreign = result.kind { throw reason(result.text) }
    if made != nil, result.object != made { throw reason("maps to what is not known") }
    lastResult = result
    return "{ \(label.isEmpty ? "" : label + " ")\(result.text) }"
  }

  /// Whether the body of a closure or of a function only has a value.
  func isOneExpression(_ body: Range<Int>) -> Bool {
    let statements: Set = ["if", "let", "var", "for", "guard", "switch", "return"]
    return end(ofStatementAt: body.lowerBound, in: body.upperBound) == body.upperBound
      && !statements.contains(text(body.lowerBound)) && !body.contains(where: source.isAssignment)
  }

  /// The id that stands for an object.
  func id(of meaning: Meaning) throws -> String {
    if case .reference = meaning.kind { return meaning.text }
    if case .foreign = meaning.kind { throw reason(meaning.text) }
    guard let use = meaning.object, let id = plan.id(of: use)
    else { throw reason("refers to an object without an id") }
    if let value = meaning.parts?[id.name] {
      return id.member.map { "\(Meaning(text: value).operand).\(escaped($0))" } ?? value
    }
    return meaning.operand + (meaning.isOptional ? "?." : ".") + id.path
  }

  // MARK: Statements

  func expressionStatement(_ start: Int, _ stop: Int) throws {
    if try forEach(start, stop) { return }
    let depth = depth
    let sign = parts(start..<stop, at: "=").first?.upperBound ?? stop
    if let (meaning, next) = try chain(start, until: stop) {
      if next < stop, source.isAssignment(at: next) {
        try assign(meaning, text(next), next + 1..<stop)
      } else if meaning.isValue {
        try touch(meaning)
        noteChange(of: meaning.property)
        if !meaning.text.isEmpty { add(meaning.text + (try render(next..<stop))) }
      } else {
        throw reason("ends with an object")
      }
    } else if text(start) == "(", sign < stop {
      for (target, value) in pairs(start..<stop, sign) {
        guard let (meaning, _) = try chain(target.lowerBound)
        else { throw reason("assigns a tuple") }
        try assign(meaning, "=", value)
      }
    } else {
      add(try render(start..<stop))
    }
    for key in changed {
      if let (name, meaning) = copies[key], case .home(let place, let use) = meaning.origin {
        isMutating = true
        add("// CHECK: all objects with the id of `\(name)` here take its values on.")
        try putBack(name, meaning, in: place, use)
      }
    }
    changed = []
    close(to: depth)
  }

  private func assign(_ target: Meaning, _ sign: String, _ range: Range<Int>) throws {
    try touch(target)
    defer { noteChange(of: target.property) }
    if !target.isValue, sign != "=" { throw reason("adds objects with `\(sign)`") }
    let (outer, open) = (making, source.open(of: range.upperBound - 1) ?? 0)
    defer { making = outer }
    making = nil
    if case .objects(let use, .list) = target.kind, text(open - 2) + text(open - 1) == ".map" {
      making = (use, source.path, open)
    }
    let value = try expression(range)
    switch (target.kind, value.kind) {
    case (.objects, .value) where making != nil: add("\(target.text) = \(value.text)")
    case (.value, .value): add("\(target.text) \(sign) \(value.text)")
    case (.foreign, _): throw reason(target.text)
    case (.reference, .object), (.reference, .reference):
      guard !value.isOptional || target.isOptional else { throw reason("assigns what may be nil") }
      add("\(target.text) = \(try id(of: value))")
    case (.object, .object) where value.parts != nil, (.objects(_, .list), .objects(_, .list)):
      add("\(target.text) = \(value.text)")
    case (.objects(_, let storage), _) where value.text == "[]":
      add("\(target.text) = \(storage.empty)")
    case (.reference, _), (.object, _), (.objects, _):
      guard value.text == "nil", target.isOptional else { throw reason("moves objects") }
      add("\(target.text) = nil")
    default: throw reason("assigns an object to a value")
    }
  }

  /// Translates `list.forEach { ... }` and `list.forEach(object.method)`, which are loops; false for others.
  private func forEach(_ start: Int, _ stop: Int) throws -> Bool {
    guard let place = (start..<stop).first(where: { text($0) == "forEach" }),
      text(place - 1) == ".", source.index(behind: place + 1) == stop
    else { return false }
    guard text(place - 2) != "?" else { throw reason("loops over what may be nil") }
    let (isMethod, hasName) = (text(place + 1) == "(", text(place + 3) == "in")
    guard isMethod || hasName || !["(", "["].contains(text(place + 2)),
      isMethod || ![",", ":"].contains(text(place + 3))
    else { throw reason("has a closure whose head is not read") }
    var name = hasName ? text(place + 2) : "each"
    while !hasName, names[name] != nil { name += "Inside" }
    let body = place + (hasName ? 4 : 2)..<stop - 1
    let (outer, end) = (names, exit)
    defer { (names, exit) = (outer, end) }
    let line = try loop(name, over: start..<place - 1, "\(place)")
    let element = names[name]
    names["$0"] = element
    let isLeft = !isMethod && body.contains { text($0) == "return" }
    exit = "continue \(name)"
    try nested((isLeft ? "\(name): " : "") + line + " {") {
      guard isMethod else { return try turns(body) }
      passed = element
      let found = try chain(body.lowerBound, until: body.upperBound)
      guard let found, found.1 == body.upperBound, passed == nil
      else { throw reason("passes on what is not read") }
      add(found.0.text)
    }
    return true
  }

  /// Whether objects of a class are of another class, or own objects of it.
  private func leads(_ use: ClassUse, to target: ClassUse, past seen: Set<ClassUse> = []) -> Bool {
    if use == target { return true }
    let children = seen.contains(use) ? [] : plan.plan(of: use)?.parts.compactMap(\.child) ?? []
    return children.contains { leads($0, to: target, past: seen.union([use])) }
  }

  /// Writes a changed copy to the place of an object with its id.
  private func putBack(
    _ name: String, _ copy: Meaning, in place: String, _ use: ClassUse
  ) throws {
    guard let target = copy.object, let object = plan.plan(of: use) else { return }
    let graph = plan.graph
    let homes = graph.ancestors(of: target).union([graph.top(of: target)])
    let isTree = homes.contains {
      !graph.isRoot($0) && graph.ancestors(of: $0).contains($0)
    }
    guard !isTree else { throw reason("changes what it found in a tree") }
    for part in object.parts {
      guard let child = part.child, leads(child, to: target) else { continue }
      if case .object = part.role { throw reason("changes what it found") }
      let storage = Meaning.Storage(part)
      let key = fresh(child) == name ? name + "Key" : fresh(child)
      let path = "\(place).\(escaped(part.name))"
      let mayBeNil = part.isOptional || place.contains("?")
      let list = mayBeNil ? "(\(path) ?? \(storage.empty))" : path
      let each = path + (part.isOptional ? "?" : "")
      let element = "\(each)[\(key)]" + (storage == .list ? "" : "?")
      let (head, id) = ("for \(key) in \(list).\(storage.indices)", try id(of: copy))
      if child == target, storage == .set {
        add("\(each)[\(id)]? = \(name)")
      } else if child == target, let path = plan.id(of: target)?.path {
        nested("\(head) where \(element).\(path) == \(id) {") {
          add("\(each)[\(key)] = \(name)")
        }
      } else {
        try nested(head + " {") { try putBack(name, copy, in: element, child) }
      }
    }
  }
}
