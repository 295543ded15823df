/// The body of a reduce block, a function or a computed property: its tokens, and what they may refer to.
///
/// The value of a constant, and an argument of a slice, are bodies as well, so that code is
/// followed in one way.
struct CodeBody {
  let name: String
  /// The type around a function, such as `Library` or `Library.Note`.
  let owner: String?
  let parameters: [Parameter]
  let source: SourceTokens
  /// The tokens between the braces; those of a value or an argument.
  let range: Range<Int>
  /// The tokens from the name of a function to its brace.
  var signature = 0..<0

  /// A parameter with its type and the words of that; that of a closure has none.
  struct Parameter {
    var label = "_"
    let name: String
    var type: [String] = []
    var spelling = ""
    var defaultValue: String?
    /// The tokens of the default.
    var value: Range<Int>?
  }

  /// The type that a function returns, or that of a computed property; nil for none.
  var result: String? {
    let mark = source[signature.lowerBound - 1] == "func" ? "->" : ":"
    guard let start = source.parts(of: signature, at: mark).first?.upperBound,
      start + 1 < signature.upperBound, source[start + 1] != "Void"
    else { return nil }
    return source.text(start + 1...signature.upperBound - 1)
  }

  /// The name of the type around it, without those around that.
  var shortOwner: String? { owner?.split(separator: ".").last.map(String.init) }

  /// Whether it is a `mutating` method.
  var isMutating: Bool {
    DeclarationReader(source: source).modifiers(at: signature.lowerBound).contains("mutating")
  }

  var place: (String, Int) { (source.path, range.lowerBound) }

  /// The tokens with the braces, at which a coverage run counts a function.
  var region: Range<Int> {
    let hasBraces = range.lowerBound > 0 && source.tokens[range.lowerBound - 1].text == "{"
    return hasBraces ? range.lowerBound - 1..<range.upperBound + 1 : range
  }

  /// Whether it has statements, rather than being a value without closures.
  var hasBraces: Bool { source.tokens[region].contains { $0.text == "{" } }

  /// A part of the code, such as the default of a parameter.
  func part(_ range: Range<Int>) -> CodeBody {
    CodeBody(name: name, owner: owner, parameters: [], source: source, range: range)
  }

  /// The place of each parameter among the arguments of a call, nil for a default; nil where the call has
  /// other labels.
  func arguments(labeled labels: [String]) -> [Int?]? {
    var next = 0
    var places: [Int?] = []
    for parameter in parameters {
      let isGiven = next < labels.count && labels[next] == parameter.label
      guard isGiven || parameter.defaultValue != nil else { return nil }
      places.append(isGiven ? next : nil)
      next += isGiven ? 1 : 0
    }
    return next == labels.count ? places : nil
  }

  /// Whether it names a property of its first parameter, such as `state.account`.
  func reads(_ property: String) -> Bool {
    range.dropLast(2).contains { place in
      (0..<3).map { source.tokens[place + $0].text } == [
        parameters.first?.name ?? "", ".", property,
      ]
    }
  }
}

extension CodeBody: Hashable {
  static func == (first: CodeBody, second: CodeBody) -> Bool {
    first.source.path == second.source.path && first.range == second.range
  }

  func hash(into hasher: inout Hasher) { hasher.combine(range) }
}

/// The reduce blocks of a module, and the functions that they may call.
struct CodeIndex {
  /// By the names of the constants.
  var blocks: [String: CodeBody] = [:]
  /// By their names without arguments; computed properties are among them.
  private(set) var functions: [String: [CodeBody]] = [:]
  private(set) var initializers: [CodeBody] = []
  /// The values of the constants and variables that are not local, by their names.
  private(set) var constants: [String: [CodeBody]] = [:]
  /// The types that functions and constants of a name have in the sources.
  private(set) var types: [String: Set<String>] = [:]

  /// Adds the code of a file, private functions included, of which symbol graphs have no places.
  mutating func add(_ source: SourceTokens) {
    let (tokens, reader) = (source.tokens, DeclarationReader(source: source))
    let owners = Self.types(in: source)
    // Where the last function or value ends: a constant inside of one is local.
    var end = 0
    for index in tokens.indices.dropLast()
    where ["func", "var", "let", "init"].contains(tokens[index].text) {
      let isInitializer = tokens[index].text == "init"
      if isInitializer, source[index - 1] == "." || source[index + 1] != "(" { continue }
      let isFunction = isInitializer || tokens[index].text == "func"
      let head = isInitializer ? index + 1 : index + 2
      // A brace behind `case .remove(let id): if id > 1` belongs to a statement.
      let open = tokens[index].text == "let" ? nil : Self.brace(behind: head, in: source)
      let body: CodeBody
      let name = isInitializer ? "init" : tokens[index + 1].text.bare
      let owner = owners.last { $0.range.contains(index) }?.name
      if let open, let close = source.close(of: open) {
        let parenthesis = isFunction ? (head..<open).first { tokens[$0].text == "(" } : nil
        body = CodeBody(
          name: name, owner: owner,
          parameters: parenthesis.map { Self.parameters(at: $0, in: source) } ?? [],
          source: source, range: open + 1..<close, signature: index + 1..<open)
        if isInitializer { initializers.append(body) }
        if !isInitializer { functions[name, default: []].append(body) }
      } else if !isFunction, index >= end, let value = reader.value(ofNameAt: index + 1) {
        body = CodeBody(name: name, owner: owner, parameters: [], source: source, range: value)
        constants[name, default: []].append(body)
      } else {
        continue
      }
      end = max(end, body.range.upperBound)
      let words = tokens[index..<body.range.lowerBound]
      let mark = words.lastIndex { $0.text == (isFunction ? "->" : ":") }
      let type = (mark.map { words[$0...] } ?? tokens[body.range].prefix(isFunction ? 0 : 4))
        .first { $0.text.first?.isUppercase == true }
      if let type { types[name, default: []].insert(type.text) }
    }
  }

  /// The body of the closure, or of the function, that is the initial value of a constant.
  func body(ofConstantNamed name: String, at place: Int, in source: SourceTokens) -> CodeBody? {
    let tokens = source.tokens
    let marks = tokens[place...].dropLast()
    guard let equals = marks.firstIndex(where: { ["=", "{"].contains($0.text) }) else { return nil }
    let open = tokens[equals].text == "{" ? equals : equals + 1
    guard tokens[open].text == "{", let close = source.close(of: open) else {
      // `Self.reduceNotes`: the function of that name.
      let path = tokens[open...].prefix {
        !$0.beginsLine && ($0.text == "." || $0.kind == .word)
      }
      let words = path.filter(\.isWord).map(\.text)
      let named = functions[words.last ?? ""] ?? []
      let around = name.split(separator: ".").dropLast().last.map(String.init)
      let owner = words.count > 1 && words[0] != "Self" ? words.dropLast().last : around
      return named.first { $0.shortOwner == owner } ?? named.first { $0.owner == nil }
    }
    // The `in` of a head is near the brace; a later one, or that of a statement, is a loop's.
    let isStatement = ["for", "guard", "if", "let", "switch", "var"].contains(tokens[open + 1].text)
    let head = isStatement ? nil : (open + 1..<close).prefix(24).first { tokens[$0].text == "in" }
    let words = head.map { end in
      (open + 1..<end).filter {
        tokens[$0].kind == .word
          && (["{", "(", ","].contains(tokens[$0 - 1].text) || tokens[$0 - 2].text == "@")
      }.map { tokens[$0].text }
    }
    return CodeBody(
      name: name, owner: nil, parameters: (words ?? ["$0", "$1"]).map { .init(name: $0) },
      source: source, range: (head ?? open) + 1..<close)
  }

  /// The brace that opens a body, behind a name; nil for a stored property, or a requirement.
  private static func brace(behind start: Int, in source: SourceTokens) -> Int? {
    var place = start
    while place < source.tokens.count {
      switch source.tokens[place].text {
      case "{": return ["didSet", "willSet"].contains(source[place + 1]) ? nil : place
      case "=", "}", "func", "var", "let", "init", "case", ";": return nil
      default: place = source.index(behind: place)
      }
    }
    return nil
  }

  /// The types and extensions of a file, each before those inside of it.
  private static func types(in source: SourceTokens) -> [(name: String, range: Range<Int>)] {
    let kinds: Set = ["class", "struct", "enum", "extension", "actor", "protocol"]
    var found: [(name: String, range: Range<Int>)] = []
    for index in source.tokens.indices.dropLast(2) where kinds.contains(source.tokens[index].text) {
      let path = source.tokens[(index + 1)...].prefix { $0.kind == .word || $0.text == "." }
      // `final class func` is no type, and neither is the case `.class`.
      guard let first = path.first, !["func", "var", "let"].contains(first.text),
        let open = brace(behind: index + 2, in: source), let close = source.close(of: open)
      else { continue }
      let outer = found.last { $0.range.contains(index) }.map { $0.name + "." } ?? ""
      let names = path.map(\.text).prefix { !["where"].contains($0) }
      found.append((outer + names.joined().bare, index..<close))
    }
    return found
  }

  private static func parameters(at open: Int, in source: SourceTokens) -> [CodeBody.Parameter] {
    guard let close = source.close(of: open) else { return [] }
    return DeclarationReader(source: source).elements(in: open + 1..<close).compactMap { range in
      guard let colon = range.first(where: { source[$0] == ":" }) else { return nil }
      let equals = range.first { source[$0] == "=" }
      let type = colon + 1..<(equals ?? range.upperBound)
      return CodeBody.Parameter(
        label: source[range.lowerBound].bare, name: source[colon - 1].bare,
        type: source.tokens[type].filter(\.isWord).map(\.text),
        spelling: type.isEmpty ? "" : source.text(type.lowerBound...type.upperBound - 1),
        defaultValue: equals.map { source.text($0 + 1...range.upperBound - 1) },
        value: equals.map { $0 + 1..<range.upperBound })
    }
  }
}
