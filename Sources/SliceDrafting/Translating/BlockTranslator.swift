/// Translates statements of a reduce block into those of a reducer.
///
/// It follows names, as `BlockUse` does, and knows of each what it stands for: a place in the slice, a copy of
/// values that are read, or an id. Tokens that concern no object stay as they are.
final class BlockTranslator {
  let plan: SlicePlan
  /// Another slice that the reducer reads.
  let reading: (plan: SlicePlan, name: String, value: String)?
  /// The code, and the name of its block.
  let body: CodeBody
  let block: String
  /// The name of the value in the reducer.
  let top: String
  /// The name of the action in the block.
  let action: String
  /// The place of the `switch` over the action.
  let choice: Int?
  var cases: [ReducerDraft.Case] = []
  var source: SourceTokens
  var names: [String: Meaning] = [:]
  /// The object whose method is read.
  var this: Meaning?
  /// The name of the type around the code.
  var owner: String?
  /// The functions whose expressions are read.
  var inlined: [String] = []
  /// The methods that the block calls, by their keys, and those of all blocks.
  var calls: [String] = []
  let methods: Methods
  /// Whether the code has the slice, rather than one object of it.
  let hasSlice: Bool
  /// Whether the code changes the slice or its object, and whether it reads the other slice.
  var (isMutating, readsOther) = (false, false)
  /// The statement that leaves the code, and the kind of a value that it returns.
  var exit = "return"
  var returns: Meaning.Kind?
  /// The names of parameters that are closures, and the number of closures around the code.
  var closures: Set<String> = []
  var closureDepth = 0
  /// The brace behind the head of a statement, which a closure would be taken for while the head is read.
  var head: Int?
  /// The end of the statement that the chain which is followed makes, if it makes one.
  var statement: Int?
  /// The meaning of `$0` in the next closure, and the number of parameters in front of it.
  var element: (meaning: Meaning, place: Int)?
  /// The argument of a method whose name stands alone.
  var passed: Meaning?
  /// The class of the objects that a closure makes for a list.
  var rebuilt: ClassUse?
  /// Whether objects stand behind their keys, as in the argument of a dictionary.
  var isKeyed = false
  /// The value of the last closure.
  var lastResult: Meaning?
  /// The bindings that are places, and those among them that are changed and then put back.
  var places: Set<String>
  var copies: [String: (name: String, meaning: Meaning)] = [:]
  var changed: [String] = []
  /// The changes so far: their number, the last one of each property, and the last one that only appended.
  var changes: (count: Int, written: [String: Int], appended: [String: Int]) = (0, [:], [:])
  /// The bindings of new objects that a list has.
  var given: Set<String> = []
  /// The labels of cases that have no translation, with the reasons.
  let left: [Int: String]
  private(set) var lines: [String] = []
  private(set) var depth = 0

  init(
    _ body: CodeBody, _ plan: SlicePlan, reading: (plan: SlicePlan, name: String, value: String)?,
    _ methods: Methods, places: Set<String> = [], left: [Int: String] = [:]
  ) {
    (self.plan, self.reading, self.body, source) = (plan, reading, body, body.source)
    (self.places, self.left, self.methods, hasSlice) = (places, left, methods, true)
    top = body.range.contains { body.source[$0] == "value" } ? "slice" : "value"
    let path = body.name.split(separator: ".")
    block = String(path.last ?? "").bare
    owner = path.count > 1 ? path.dropLast().joined(separator: ".") : nil
    let action = body.parameters.dropFirst().first?.name ?? ""
    // Behind `guard case .edit(let action) = action`, the name stands for another one.
    choice = body.range.prefix { body.source[$0] != action || !body.source.binds($0) }
      .first { place in (0..<3).map { body.source[place + $0] } == ["switch", action, "{"] }
    self.action = action
    names[body.parameters.first?.name ?? ""] = Meaning(kind: .state, text: "state")
    names[action] = Meaning(text: "action")
  }

  /// Translates a function that code calls.
  init(_ function: CodeBody, in caller: BlockTranslator, places: Set<String>, hasSlice: Bool) {
    (plan, reading, body, source) = (caller.plan, caller.reading, function, function.source)
    (self.places, left, methods, self.hasSlice) = (places, [:], caller.methods, hasSlice)
    (block, top, action, choice) = (function.name, "self", "", nil)
    (owner, inlined) = (function.owner, [function.source.name, function.name])
  }

  func reason(_ text: String) -> TranslationError { .untranslatable(text) }

  func text(_ place: Int) -> String { source[place] }

  func close(_ open: Int) -> Int { source.close(of: open) ?? source.tokens.count }

  func parts(_ range: Range<Int>, at mark: String = ",") -> [Range<Int>] {
    source.parts(of: range, at: mark)
  }

  // MARK: Lines

  func add(_ line: String) {
    // A closure of several statements; the lines of a string keep their place.
    let parts =
      line.contains("\"\"\"")
      ? [line] : line.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines += parts.map { String(repeating: "  ", count: depth) + $0 }
  }

  /// The lines of some statements, without those around them.
  func separate(_ body: () throws -> Void) rethrows -> [String] {
    let outer = (lines, depth)
    defer { (lines, depth) = outer }
    (lines, depth) = ([], 0)
    try body()
    endLabel()
    return lines
  }

  func open(_ head: String) {
    add(head)
    depth += 1
  }

  func close(to depth: Int) {
    while self.depth > depth {
      self.depth -= 1
      add("}")
    }
  }

  /// A line, what stands deeper, and the brace that ends it.
  func nested(_ head: String, _ body: () throws -> Void) rethrows {
    let depth = depth
    open(head)
    try body()
    close(to: depth)
  }

  /// A label of a `switch`, whose statements stand deeper.
  func addLabel(_ label: String) {
    endLabel()
    depth -= 1
    open(label)
  }

  /// A label needs a statement.
  func endLabel() { if lines.last?.hasSuffix(":") == true { add("break") } }

  // MARK: Statements

  func statements(_ range: Range<Int>) throws {
    let outer = names
    defer { names = outer }
    var place = range.lowerBound
    while place < range.upperBound {
      if text(place) == "case" { names = outer }
      place = try statement(place, range.upperBound)
    }
  }

  /// Reads the body of a loop again where a turn changes what a later one may read.
  func turns(_ range: Range<Int>) throws {
    let before = changes.count
    try statements(range)
    guard changes.count > before else { return }
    let kept = lines
    try statements(range)
    lines = kept
  }

  /// Translates a statement, and returns the place behind it.
  private func statement(_ start: Int, _ end: Int) throws -> Int {
    let stop = self.end(ofStatementAt: start, in: end)
    switch text(start) {
    case ";": return start + 1
    case "let", "var": try declare(start, stop)
    case "switch" where start == choice && inlined.isEmpty: return try translateChoice()
    case "if", "guard", "else", "for", "switch": return try block(at: start)
    case "case", "default":
      guard depth > 0 else { throw reason("`\(text(start))` is not read") }
      let colon = parts(start..<end, at: ":").first?.upperBound ?? end
      addLabel(try pattern(start..<colon) + ":")
      return colon + 1
    case "return":
      add(stop == start + 1 ? exit : "return \(try returned(start + 1..<stop))")
    case "break", "continue": add(try render(start..<stop))
    case "while", "repeat", "do", "defer", "throw", "try", "await", "func":
      throw reason("`\(text(start))` is not read")
    default: try expressionStatement(start, stop)
    }
    return stop
  }

  /// The value that code returns.
  func returned(_ range: Range<Int>) throws -> String {
    guard let returns else { throw reason("returns a value") }
    if let rebuilt { return try copy(range, of: rebuilt) }
    let value = try expression(range)
    switch (returns, value.kind) {
    case (_, .foreign): throw reason(value.text)
    case (.value, .value): return value.text
    case (.object(let use), .object(let other)) where use == other: return value.text
    case (.objects(let use, _), .objects(let other, .list)) where use == other: return value.text
    case (_, .value) where ["nil", "[]"].contains(value.text): return value.text
    default: throw reason("returns an object that is not known")
    }
  }

  /// The end of a statement that begins with no keyword of its own.
  func end(ofStatementAt start: Int, in end: Int) -> Int {
    let endings: Set = ["(", "[", "{", "}", ")", "]", "\\"]
    let goesOn = { (token: SourceTokens.Token) in
      token.kind == .mark && !endings.contains(token.text)
    }
    var place = start
    while place < end, text(place) != ";" {
      if place > start, source.tokens[place].beginsLine, !goesOn(source.tokens[place]) {
        let last = source.tokens[place - 1]
        if !goesOn(last) || ["?", "!"].contains(last.text) { break }
      }
      place = source.index(behind: place)
    }
    return min(place, end)
  }

  /// A statement with a body.
  private func block(at start: Int) throws -> Int {
    let (keyword, outer) = (text(start), names)
    var open = start
    while text(open) != "{", open < source.tokens.count { open = source.index(behind: open) }
    let close = close(open)
    head = open
    var line = keyword
    switch keyword {
    case "for": line = try loop(start, open)
    case "switch": line += " " + (try render(start + 1..<open))
    case "else" where text(start + 1) == "if": line += " if " + (try conditions(start + 2..<open))
    case "else": break
    case "guard": line += " \(try conditions(start + 1..<open - 1)) else"
    default: line += " " + (try conditions(start + 1..<open))
    }
    head = nil
    if keyword == "else" {
      lines.removeLast()
      line = "} " + line
    }
    let before = lines.count
    try nested(line + " {") {
      try keyword == "for" ? turns(open + 1..<close) : statements(open + 1..<close)
      endLabel()
    }
    if keyword == "guard", lines.count == before + 3 {
      let line = lines[before] + " " + lines[before + 1].trimmingPrefix { $0 == " " } + " }"
      if line.count < 99 { lines[before...] = [line] }
    } else if keyword != "guard" {
      names = outer
    }
    return close + 1
  }
}

// MARK: Bindings

extension BlockTranslator {
  private func key(_ place: Int) -> String { inlined.joined(separator: " ") + " \(place)" }

  private func declare(_ start: Int, _ stop: Int) throws {
    guard let equals = (start..<stop).first(where: { text($0) == "=" }) else {
      names[text(start + 1)] = Meaning(text: text(start + 1))
      return add(try render(start..<stop))
    }
    for (target, value) in pairs(start + 1..<stop, equals) {
      let name = text(target.lowerBound)
      let head = target.count == 1 ? "\(text(start)) \(name)" : try render(start..<equals)
      try declare(name, value, key(target.lowerBound), head)
    }
  }

  /// The targets and values of an assignment, one by one where it has two tuples.
  func pairs(_ range: Range<Int>, _ equals: Int) -> [(target: Range<Int>, value: Range<Int>)] {
    guard text(range.lowerBound) == "(", text(equals + 1) == "(",
      close(equals + 1) == range.upperBound - 1
    else { return [(range.lowerBound..<equals, equals + 1..<range.upperBound)] }
    let targets = parts(range.lowerBound + 1..<equals - 1)
    return Array(zip(targets, parts(equals + 2..<range.upperBound - 1)))
  }

  private func declare(
    _ name: String, _ value: Range<Int>, _ key: String, _ head: String
  ) throws {
    var meaning = try argument(value)
    if meaning.isValue { add("\(head) = \(meaning.text)") }
    let isCopy =
      switch meaning.kind {
      case .reference: true
      case .objects: meaning.place == nil || head.hasPrefix("var ")
      case .object(let use):
        meaning.parts != nil || meaning.isCall || (use == rebuilt && !meaning.isOptional)
      default: false
      }
    if isCopy {
      add("\(places.contains(key) ? "var" : "let") \(name) = \(meaning.text)")
      meaning.parts = meaning.parts?.reduce(into: [:]) { $0[$1.key] = "\(name).\($1.key)" }
      (meaning.text, meaning.binding) = (name, key)
      given.remove(key)
      if meaning.object != nil, !meaning.isCall { meaning.isCopy = false }
      meaning.isCall = false
      if case .objects = meaning.kind { meaning.place = nil }
    }
    self.name(name, meaning.isValue ? Meaning(text: name) : meaning)
  }

  /// The meaning of an argument or a value; where it has no translation, only what uses it has none.
  func argument(_ range: Range<Int>, for parameter: CodeBody.Parameter? = nil) throws -> Meaning {
    let value = range.dropFirst(text(range.lowerBound + 1) == ":" ? 2 : 0)
    do {
      if let parameter, text(value.lowerBound) == "{", let use = try element(of: parameter) {
        var found = Meaning(kind: .object(use), text: "$0")
        found.isCopy = true
        element = (found, 0)
      }
      defer { element = nil }
      return try expression(value)
    } catch TranslationError.untranslatable(let reason) {
      return Meaning(kind: .foreign, text: reason)
    }
  }

  /// The clauses of an `if` or a `guard`.
  private func conditions(_ range: Range<Int>) throws -> String {
    try parts(range).map { clause in
      let (start, end) = (clause.lowerBound, clause.upperBound)
      switch text(start) {
      case "let", "var":
        let value = text(start + 2) == "=" ? start + 3..<end : start + 1..<end
        return try bind(text(start + 1), try expression(value), key(start))
      case "case": return try pattern(clause)
      default: return try render(clause)
      }
    }.joined(separator: ", ")
  }

  /// A pattern as it stands, with its value; what it binds is no object.
  private func pattern(_ range: Range<Int>) throws -> String {
    let sides = parts(range, at: "=")
    let value = sides.count > 1 ? " = " + (try render(sides[1])) : ""
    for place in range where source.binds(place) { names[text(place)] = Meaning(text: text(place)) }
    return try render(sides[0]) + value
  }

  /// Binds what is there when an optional is not nil: as a place when it is changed, otherwise as a copy.
  private func bind(_ name: String, _ found: Meaning, _ key: String) throws -> String {
    switch found.kind {
    case .foreign: throw reason(found.text)
    case .value: names[name] = Meaning(text: name)
    case _ where !found.isOptional: throw reason("binds what is no optional")
    case _ where places.contains(key): return try bindPlace(name, found, key)
    default:
      self.name(name, found.named(name))
      names[name]?.binding = key
    }
    return "let \(name) = \(found.text)"
  }

  /// Binds an object that changes: to its index or its key, or to a copy that is put back.
  private func bindPlace(
    _ name: String, _ found: Meaning, _ key: String
  ) throws -> String {
    try touch(found)
    var local = found.named(name)
    defer { self.name(name, local) }
    switch found.origin {
    case .search(let place, let storage, _), .parameter(_, let place, let storage):
      local.binding = nil
      local.text = "\(place.replacing("?", with: "!"))[\(name)]" + (storage == .list ? "" : "!")
      return "let \(name) = \(found.origin?.index ?? name)"
    case .home:
      (local.binding, local.origin) = (key, found.origin)
      copies[key] = (name, local)
      return "var \(name) = \(found.text)"
    case .key:
      (local.binding, local.text) = (nil, found.text + "!")
      return "\(found.text) != nil"
    case nil: throw reason("changes `\(name)`, which is a copy")
    }
  }

  /// Makes the statement that follows one on the object that is found.
  func hoist(_ found: Meaning, at place: Int) throws -> Meaning {
    guard let use = found.object else { throw reason("is no object") }
    let (name, key) = (fresh(use, behind: place), key(place))
    let outer = names[name]
    defer { names[name] = outer }
    places.insert(key)
    open("if \(try bindPlace(name, found, key)) {")
    return names[name] ?? found
  }

  /// A name for an object of a class that the code does not use.
  func fresh(_ use: ClassUse, behind place: Int? = nil) -> String {
    var name = escaped((plan.graph.declaration(of: use)?.shortName ?? "object").uncapitalized)
    let words = place.map { source.tokens[$0...].prefix { !$0.beginsLine } } ?? []
    while names[name] != nil || words.contains(where: { $0.text == name }) { name += "Key" }
    return name
  }

  /// Whether a text names the slice, or the object whose method it is in.
  func usesSlice(_ text: String) -> Bool {
    SourceTokens(text).tokens.contains { $0.text == top }
  }

  /// Notes that an object changes.
  func touch(_ meaning: Meaning) throws {
    if meaning.isOfOtherSlice { throw reason("writes to another slice") }
    if meaning.isObserved { throw reason("sets a property with observers") }
    if meaning.isCopy { throw reason("changes what it found") }
    if usesSlice(meaning.text) {
      if closureDepth > 0 { throw reason("changes objects in a closure") }
      isMutating = true
    }
    guard let binding = meaning.binding else { return }
    if given.contains(binding) { throw reason("changes an object that a list has already") }
    guard places.contains(binding) else { throw TranslationError.needsPlace(binding) }
    if !changed.contains(binding) { changed.append(binding) }
  }

  /// The head of a loop, whose elements are places when they change.
  private func loop(_ start: Int, _ open: Int) throws -> String {
    let header = parts(start + 3..<open, at: "where")
    guard text(start + 2) == "in" else { throw reason("is a loop over a pattern") }
    let line = try loop(text(start + 1), over: header[0], key(start))
    return line + (header.count > 1 ? " where \(try render(header[1]))" : "")
  }

  /// The head of a loop over a list.
  func loop(_ name: String, over range: Range<Int>, _ key: String) throws -> String {
    let list = try expression(range)
    var (elements, element) = (list.text, Meaning(text: name))
    switch list.kind {
    case .value: break
    case .objects where list.isOptional || list.isChained:
      throw reason("loops over what may be nil")
    case .objects(let use, let storage):
      element = list.with(.object(use), name)
      if places.contains(key) {
        try touch(list.with(list.kind, list.text))
        guard let place = list.place else { throw reason("changes what it found") }
        guard names[name] == nil else { throw reason("names two loops `\(name)`") }
        elements += storage == .list ? ".indices" : ".keys"
        (element.text, element.binding) = ("\(place)[\(name)]" + (storage == .list ? "" : "!"), nil)
      } else {
        elements += storage == .list ? "" : ".values"
        element.binding = key
      }
    default: throw reason("loops over references")
    }
    self.name(name, element)
    return "for \(name) in \(elements)"
  }
}
