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
  /// The action of the `switch`, or its identifier.
  var subject: String {
    choice.map { source[$0 + 2] == "." } == true ? "action.identifier" : "action"
  }
  /// The brace of the `switch`.
  var choiceBrace: Int { (choice ?? 0) + (subject == "action" ? 2 : 4) }
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
  /// The argument of a method whose name is alone.
  var passed: Meaning?
  /// The class of the objects that the closure around the code makes for a list.
  var rebuilt: ClassUse?
  /// The class of the objects that a list gets, and the brace of the closure that makes them.
  var making: (use: ClassUse, path: String, open: Int)?
  /// Whether objects come after their keys, as in the argument of a dictionary.
  var isKeyed = false
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
      .first { place in
        let words = (0..<5).map { body.source[place + $0] }
        return words.starts(with: ["switch", action, "{"])
          || words == ["switch", action, ".", "identifier", "{"]
      }
    self.action = action
    names[body.parameters.first?.name ?? ""] = Meaning(kind: .state, text: "state")
    names[action] = Meaning(text: "action")
  }

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

  /// A line, the indented lines, and the brace that ends it.
  func nested(_ head: String, _ body: () throws -> Void) rethrows {
    let depth = depth
    open(head)
    try body()
    close(to: depth)
  }

  /// A label of a `switch`, whose statements are indented.
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
      guard depth > 0 else { throw reason("has a `\(text(start))`, which is not read") }
      let colon = parts(start..<end, at: ":").first?.upperBound ?? end
      addLabel(try render(pattern: start..<colon) + ":")
      return colon + 1
    case "return":
      add(stop == start + 1 ? exit : "return \(try returned(start + 1..<stop))")
    case "break", "continue": add(try render(start..<stop))
    case "while", "repeat", "do", "defer", "throw", "try", "await", "func":
      throw reason("has a `\(text(start))`, which is not read")
    default: try expressionStatement(start, stop)
    }
    return stop
  }

  func returned(_ range: Range<Int>) throws -> String {
    guard let returns else { throw reason("returns a value") }
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
