/// Translates statements of a reduce block into those of a reducer.
///
/// It follows names, as `BlockUse` does, and knows of each what it stands for: a place in the slice, a copy of
/// values that are read, or an id. Tokens that concern no object stay as they are.
struct BlockTranslator {
  let plan: SlicePlan
  /// Another slice that the reducer reads.
  let reading: (plan: SlicePlan, name: String)?
  /// The name of the value in the reducer.
  let top: String
  var source: SourceTokens
  var names: [String: Meaning] = [:]
  /// The object whose method is read.
  var this: Meaning?
  /// The name of the type around the code.
  var owner: String?
  /// The methods that are read.
  var inlined: [String] = []
  /// What leaves the code.
  var exit = "return"
  /// Whether a closure would be taken for the body of a statement.
  var isCondition = false
  /// Whether the chain that begins is a statement, and may be one `if let` per link.
  var isStatement = false
  /// What `$0` stands for in the next closure, and the number of parameters in front of it.
  var element: (meaning: Meaning, place: Int)?
  /// The value of the last closure.
  var lastResult: Meaning?
  /// The bindings that are places, and those among them that are changed and then put back.
  var places: Set<String> = []
  var copies: [String: (name: String, meaning: Meaning)] = [:]
  var changed: [String] = []
  private(set) var lines: [String] = []
  private(set) var depth = 0

  init(plan: SlicePlan, reading: (plan: SlicePlan, name: String)?, top: String, body: CodeBody) {
    (self.plan, self.reading, self.top, source) = (plan, reading, top, body.source)
    let path = body.name.split(separator: ".").dropLast()
    owner = path.isEmpty ? nil : path.joined(separator: ".")
  }

  mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  mutating func open(_ head: String) {
    add(head)
    depth += 1
  }

  mutating func close(to depth: Int) {
    while self.depth > depth {
      self.depth -= 1
      add("}")
    }
  }

  /// A line, what stands deeper, and what ends it.
  mutating func nested(
    _ head: String, end: String? = "}", _ body: (inout Self) throws -> Void
  ) throws {
    add(head)
    let (names, depth) = (names, depth)
    self.depth += 1
    try body(&self)
    (self.names, self.depth) = (names, depth)
    if let end { add(end) }
  }

  func text(_ place: Int) -> String {
    place < source.tokens.count ? source.tokens[place].text : ""
  }

  func close(_ open: Int) throws -> Int {
    guard let close = source.close(of: open) else { throw reason("is not closed") }
    return close
  }

  func reason(_ text: String) -> TranslationError { .untranslatable(text) }

  /// Cuts a range at a mark outside of brackets.
  func parts(_ range: Range<Int>, at mark: String = ",") -> [Range<Int>] {
    var (found, start, place) = ([Range<Int>](), range.lowerBound, range.lowerBound)
    while place < range.upperBound {
      if ["(", "[", "{"].contains(text(place)) { place = source.close(of: place) ?? place }
      if text(place) == mark {
        found.append(start..<place)
        start = place + 1
      }
      place += 1
    }
    return start < range.upperBound ? found + [start..<range.upperBound] : found
  }

  /// The end of a statement that begins with no keyword of its own.
  func end(ofStatementAt start: Int, in end: Int) -> Int {
    var place = start
    while place < end {
      if text(place) == ";" { return place }
      if place > start, source.tokens[place].beginsLine {
        let (last, next) = (source.tokens[place - 1], source.tokens[place])
        let goesOn = { (token: SourceTokens.Token) in
          token.kind == .mark && !["(", "[", "{", "}", ")", "]", "\\"].contains(token.text)
        }
        let isPostfix = ["?", "!"].contains(last.text) && place > 1
        if !goesOn(next), !goesOn(last) || isPostfix { return place }
      }
      place =
        ["(", "[", "{"].contains(text(place)) ? (source.close(of: place) ?? place) + 1 : place + 1
    }
    return end
  }

  // MARK: Statements

  mutating func statements(_ range: Range<Int>) throws {
    var place = range.lowerBound
    while place < range.upperBound { place = try statement(place, range.upperBound) }
  }

  /// Translates a statement.
  ///
  /// - Returns: The place behind it.
  mutating func statement(_ start: Int, _ end: Int) throws -> Int {
    let stop = self.end(ofStatementAt: start, in: end)
    switch text(start) {
    case ";": return start + 1
    case "let", "var": try declare(start, stop)
    case "if": return try conditional(start, "if ")
    case "guard":
      let open = try brace(behind: start)
      let conditions = try conditions(start + 1..<open - 1)
      let before = lines.count
      try nested("guard \(conditions) else {") { try $0.statements(open + 1..<$0.close(open)) }
      let line = lines[before] + " " + lines[before + 1].trimmingPrefix { $0 == " " } + " }"
      if lines.count == before + 3, line.count < 99 { lines[before...] = [line] }
      return try close(open) + 1
    case "for": return try loop(start)
    case "switch": return try choice(start)
    case "return":
      guard stop == start + 1 else { throw reason("returns a value") }
      add(exit)
    case "break", "continue": add(try render(start..<stop))
    case "while", "repeat", "do", "defer", "throw", "try", "await", "func":
      throw reason("`\(text(start))` is not read")
    default: try expressionStatement(start, stop)
    }
    return stop
  }

  func brace(behind start: Int) throws -> Int {
    var place = start
    while text(place) != "{" {
      if ["(", "["].contains(text(place)) { place = try close(place) }
      place += 1
      if place >= source.tokens.count { throw reason("has no body") }
    }
    return place
  }

  private mutating func declare(_ start: Int, _ stop: Int) throws {
    guard let equals = (start..<stop).first(where: { text($0) == "=" }) else {
      names[text(start + 1)] = Meaning(text: text(start + 1))
      return add(try render(start..<stop))
    }
    if text(start + 1) == "(", text(equals + 1) == "(" {
      let names = parts(start + 2..<equals - 1)
      for (name, value) in zip(names, parts(equals + 2..<stop - 1)) {
        try declare(text(name.lowerBound), value, at: name.lowerBound, head: text(start))
      }
      return
    }
    let head = equals == start + 2 ? nil : try render(start..<equals)
    try declare(text(start + 1), equals + 1..<stop, at: start, head: head ?? text(start))
  }

  private mutating func declare(
    _ name: String, _ value: Range<Int>, at place: Int, head: String
  ) throws {
    let key = key(place)
    var meaning: Meaning
    do { meaning = try expression(value) } catch TranslationError.untranslatable(let reason) {
      // Only what uses it cannot be translated.
      names[name] = Meaning(kind: .foreign, text: reason)
      return
    }
    names[name] = meaning
    if meaning.isValue {
      names[name] = Meaning(text: name)
      return add("\(head.contains(":") ? head : "\(head) \(name)") = \(meaning.text)")
    }
    let isCopy = if case .reference = meaning.kind { true } else { meaning.parts != nil }
    guard isCopy else { return }
    add("\(places.contains(key) ? "var" : "let") \(name) = \(meaning.text)")
    meaning.parts = meaning.parts?.reduce(into: [:]) { $0[$1.key] = "\(name).\($1.key)" }
    (meaning.text, meaning.binding) = (name, key)
    names[name] = meaning
  }

  func key(_ place: Int) -> String { inlined.joined(separator: " ") + " \(place)" }

  private mutating func conditional(_ start: Int, _ head: String) throws -> Int {
    let (open, names) = (try brace(behind: start), names)
    let (close, conditions) = (try close(open), try conditions(start + 1..<open))
    try nested("\(head)\(conditions) {", end: nil) { try $0.statements(open + 1..<close) }
    self.names = names
    guard text(close + 1) == "else" else {
      add("}")
      return close + 1
    }
    if text(close + 2) == "if" { return try conditional(close + 2, "} else if ") }
    let end = try self.close(close + 2)
    try nested("} else {") { try $0.statements(close + 3..<end) }
    return end + 1
  }

  /// The clauses of an `if` or a `guard`.
  private mutating func conditions(_ range: Range<Int>) throws -> String {
    isCondition = true
    defer { isCondition = false }
    return try parts(range).map { clause in
      let (start, end) = (clause.lowerBound, clause.upperBound)
      switch text(start) {
      case "let", "var":
        let value = text(start + 2) == "=" ? start + 3..<end : start + 1..<end
        return try bind(text(start + 1), try expression(value), at: start)
      case "case":
        guard let equals = (start..<end).first(where: { text($0) == "=" }) else {
          throw reason("is no pattern")
        }
        let value = try render(equals + 1..<end)
        return try "case \(pattern(start + 1..<equals)) = \(value)"
      default: return try render(clause)
      }
    }.joined(separator: ", ")
  }

  /// Binds what is there when an optional is not nil: as a place when it is changed, otherwise as a copy.
  private mutating func bind(_ name: String, _ found: Meaning, at place: Int) throws -> String {
    let key = key(place)
    if found.isValue {
      names[name] = Meaning(text: name)
      return "let \(name) = \(found.text)"
    }
    if case .foreign = found.kind { throw reason(found.text) }
    guard found.isOptional else { throw reason("binds what is no optional") }
    var local = found.with(found.kind, name)
    (local.isOptional, local.isChained, local.binding) = (false, false, key)
    defer { names[name] = local }
    guard places.contains(key) else { return "let \(name) = \(found.text)" }
    try touch(found)
    if let search = found.search {
      let (index, element) = index(search, name)
      (local.text, local.binding) = (element, nil)
      return "let \(name) = \(index)"
    }
    guard let home = found.home else { throw reason("changes `\(name)`, which is a copy") }
    local.home = home
    copies[key] = (name, local)
    return "var \(name) = \(found.text)"
  }

  /// The index or the key of an object that is searched, and the object with it.
  func index(
    _ search: (place: String, storage: Meaning.Storage, condition: String), _ name: String
  ) -> (String, String) {
    let place = search.place.replacing("?", with: "!")
    guard search.storage == .list else {
      let condition = search.condition.replacing("$0", with: "$0.value")
      return ("\(search.place).first(where: { \(condition) })?.key", "\(place)[\(name)]!")
    }
    return ("\(search.place).firstIndex(where: { \(search.condition) })", "\(place)[\(name)]")
  }

  private mutating func loop(_ start: Int) throws -> Int {
    let (open, name) = (try brace(behind: start), text(start + 1))
    let close = try close(open)
    guard text(start + 2) == "in", name != "case" else { throw reason("is a loop over a pattern") }
    let header = parts(start + 3..<open, at: "where")
    isCondition = true
    defer { isCondition = false }
    let (list, key) = (try expression(header[0]), key(start))
    var (head, element) = ("for \(name) in \(list.text)", nil as Meaning?)
    if case .objects(let use, let storage) = list.kind {
      guard !list.isOptional else { throw reason("loops over what may be nil") }
      var found = list.with(.object(use), name)
      found.binding = key
      if storage != .list { head += ".values" }
      if places.contains(key) {
        try touch(list)
        guard let place = list.place else { throw reason("changes what it found") }
        head = "for \(name) in \(list.text).\(storage == .list ? "indices" : "keys")"
        (found.text, found.binding) = ("\(place)[\(name)]" + (storage == .list ? "" : "!"), nil)
      }
      element = found
    } else if !list.isValue {
      throw reason("loops over references")
    }
    let outer = names
    names[name] = element ?? Meaning(text: name)
    if header.count > 1 { head += " where \(try render(header[1]))" }
    isCondition = false
    try nested(head + " {") { try $0.statements(open + 1..<close) }
    names = outer
    return close + 1
  }

  // MARK: Choices

  /// A case of a `switch`: its patterns, and its statements.
  struct Case {
    let head: Range<Int>
    let body: Range<Int>
  }

  func cases(_ open: Int) throws -> [Case] {
    let end = try close(open)
    var (found, place) = ([Case](), open + 1)
    while place < end {
      guard ["case", "default"].contains(text(place)),
        let colon = parts(place..<end, at: ":").first?.upperBound
      else { throw reason("`\(text(place))` is no case") }
      var next = colon + 1
      while next < end,
        !["case", "default"].contains(text(next)) || !source.tokens[next].beginsLine
      {
        next = ["(", "[", "{"].contains(text(next)) ? try close(next) + 1 : next + 1
      }
      found.append(Case(head: place + 1..<colon, body: colon + 1..<next))
      place = next
    }
    return found
  }

  private mutating func choice(_ start: Int) throws -> Int {
    let open = try brace(behind: start)
    add("switch \(try render(start + 1..<open)) {")
    for choice in try cases(open) { try translate(choice) }
    add("}")
    return try close(open) + 1
  }

  mutating func translate(_ choice: Case) throws {
    let names = names
    let head = choice.head.isEmpty ? "default:" : "case \(try pattern(choice.head)):"
    try nested(head, end: nil) { try $0.statements(choice.body) }
    if lines.last?.hasSuffix(head) == true { add("  break") }
    self.names = names
  }

  /// A pattern as it stands; what it binds is no object.
  mutating func pattern(_ range: Range<Int>) throws -> String {
    for place in range where ["let", "var"].contains(text(place)) {
      names[text(place + 1)] = Meaning(text: text(place + 1))
    }
    return try render(range)
  }
}
