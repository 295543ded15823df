/// The body of a reduce block, a function or a computed property: its tokens, and what they may refer to.
struct CodeBody {
  let name: String
  /// The type around a function, such as `Library` or `Library.Note`.
  let owner: String?
  /// The parameters with the words of their types; those of a closure have none.
  let parameters: [(name: String, type: [String])]
  let source: SourceTokens
  /// The tokens between the braces.
  let range: Range<Int>

  /// A `case` of a `switch`, or of an `if` or a `guard`.
  struct Case {
    /// The names of the cases in its patterns, such as `add` and `remove`.
    let labels: [String]
    /// From behind `case` to the colon or the equals sign.
    let patterns: Range<Int>
  }

  /// The patterns of the body, in the order of the source.
  var cases: [Case] {
    range.filter { source.tokens[$0].text == "case" }.map { start in
      var end = start + 1
      while end < range.upperBound, ![":", "=", "in"].contains(source.tokens[end].text) {
        end = ["(", "["].contains(source.tokens[end].text) ? source.close(of: end) ?? end : end
        end += 1
      }
      let labels = (start + 1..<end).filter { place in
        source.tokens[place].kind == .word && source.tokens[place - 1].text == "."
          && (place == start + 2 || source.tokens[place - 2].text != "?")
      }
      return Case(labels: labels.map { source.tokens[$0].text.bare }, patterns: start + 1..<end)
    }
  }
}

/// The reduce blocks of a module, and the functions that they may call.
struct CodeIndex {
  /// By the names of the constants.
  var blocks: [String: CodeBody] = [:]
  /// By their names without arguments; computed properties are among them.
  private(set) var functions: [String: [CodeBody]] = [:]

  /// Adds the functions of a file, private ones included, of which symbol graphs have no places.
  mutating func add(_ source: SourceTokens) {
    let tokens = source.tokens
    let types = Self.types(in: source)
    for index in tokens.indices.dropLast() where ["func", "var"].contains(tokens[index].text) {
      guard let open = Self.brace(behind: index + 2, in: source), let close = source.close(of: open)
      else { continue }
      let isFunction = tokens[index].text == "func"
      let parenthesis = isFunction ? (index + 2..<open).first { tokens[$0].text == "(" } : nil
      let owner = types.last { $0.range.contains(index) }
      let body = CodeBody(
        name: tokens[index + 1].text.bare, owner: owner?.name,
        parameters: parenthesis.map { Self.parameters(at: $0, in: source) } ?? [],
        source: source, range: open + 1..<close)
      functions[body.name, default: []].append(body)
    }
  }

  /// The body of the closure, or of the function, that is the initial value of a constant.
  func body(ofConstantNamed name: String, at place: Int, in source: SourceTokens) -> CodeBody? {
    let tokens = source.tokens
    guard let equals = tokens[place...].firstIndex(where: { ["=", "{"].contains($0.text) }),
      equals + 1 < tokens.count
    else { return nil }
    let open = tokens[equals].text == "{" ? equals : equals + 1
    guard tokens[open].text == "{", let close = source.close(of: open) else {
      // `Self.reduceNotes`: the function of that name.
      let path = tokens[(open + 1)...].prefix {
        !$0.beginsLine && ($0.text == "." || $0.kind == .word)
      }
      return functions[(path.last ?? tokens[open]).text]?.first
    }
    let isStatement = ["for", "guard", "if", "let", "switch", "var"].contains(tokens[open + 1].text)
    let head = isStatement ? nil : (open + 1..<close).prefix(24).first { tokens[$0].text == "in" }
    let words = head.map { end in
      (open + 1..<end).filter {
        tokens[$0].kind == .word
          && (["{", "(", ","].contains(tokens[$0 - 1].text) || tokens[$0 - 2].text == "@")
      }.map { tokens[$0].text }
    }
    return CodeBody(
      name: name, owner: nil, parameters: (words ?? ["$0", "$1"]).map { ($0, []) }, source: source,
      range: (head ?? open) + 1..<close)
  }

  /// The brace that opens a body, behind a name; nil for a stored property, or a requirement.
  private static func brace(behind start: Int, in source: SourceTokens) -> Int? {
    var place = start
    while place < source.tokens.count {
      switch source.tokens[place].text {
      case "{": return ["didSet", "willSet"].contains(source.tokens[place + 1].text) ? nil : place
      case "(", "[": place = source.close(of: place) ?? place
      case "=", "}", "func", "var", "let", "init", "case", ";": return nil
      default: break
      }
      place += 1
    }
    return nil
  }

  /// The types and extensions of a file, each before those inside of it.
  private static func types(in source: SourceTokens) -> [(name: String, range: Range<Int>)] {
    let kinds: Set = ["class", "struct", "enum", "extension", "actor", "protocol"]
    var found: [(name: String, range: Range<Int>)] = []
    for index in source.tokens.indices.dropLast(2) where kinds.contains(source.tokens[index].text) {
      guard source.tokens[index + 1].kind == .word,
        let open = brace(behind: index + 2, in: source), let close = source.close(of: open)
      else { continue }
      let path = source.tokens[(index + 1)...].prefix { $0.kind == .word || $0.text == "." }
      let outer = found.last { $0.range.contains(index) }.map { $0.name + "." } ?? ""
      // `final class func` is no type.
      guard !["func", "var", "let"].contains(source.tokens[index + 1].text) else { continue }
      let names = path.map(\.text).prefix { !["where"].contains($0) }
      found.append((outer + names.joined().bare, index..<close))
    }
    return found
  }

  private static func parameters(
    at open: Int, in source: SourceTokens
  ) -> [(name: String, type: [String])] {
    let close = source.close(of: open) ?? open
    var found: [(name: String, type: [String])] = []
    var (depth, isType) = (0, false)
    for place in open + 1..<max(close, open + 1) {
      let token = source.tokens[place]
      if ["(", "[", "{", "<"].contains(token.text) { depth += 1 }
      if [")", "]", "}", ">"].contains(token.text) { depth -= 1 }
      if token.text == ",", depth == 0 { isType = false }
      if token.text == ":", depth == 0, !isType {
        found.append((source.tokens[place - 1].text.bare, []))
        isType = true
      } else if isType, token.kind == .word {
        found[found.count - 1].type.append(token.text)
      }
    }
    return found
  }
}
