import Foundation

/// The code that comparisons of the slices run: blocks, reducers, and the functions of the module that they call.
///
/// Names are followed: a member is looked for in the types that its receiver's name has in the file, or as a property
/// or a function of the module, and where that finds none in the types that the file mentions. What a closure receives
/// as `$0` has no name, so its members are not followed.
struct ComparedCode {
  /// A function, a constant or an argument: its tokens, and where it stands.
  struct Body: Hashable {
    let name: String
    let owner: String?
    let file: String
    let tokens: Range<Int>
  }

  /// What each listed block of a slice, and its reducer, leads to.
  struct Slice {
    let name: String
    var blocks: [[Body]] = []
    var reducer: [Body] = []
  }

  let sources: [String: SourceTokens]
  private(set) var slices: [Slice] = []
  private var declarations: [String: [Body]] = [:]
  /// The types of the module that properties and parameters of a name have.
  private var types: [String: Set<String>] = [:]
  /// The types that names of a file have in it, and under an empty name those that the file mentions.
  private var localTypes: [String: [String: Set<String>]] = [:]

  init(files: Set<String>) {
    let texts = files.map { ($0, (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "") }
    sources = Dictionary(uniqueKeysWithValues: texts).mapValues(SourceTokens.init)
    let inOrder = sources.sorted { $0.key < $1.key }
    for (file, source) in inOrder { readDeclarations(in: file, source) }
    for (file, source) in inOrder { readTypes(in: file, source) }
    for (file, source) in inOrder { readSlices(in: file, source) }
  }

  /// What a constant, such as `AppReducers.library`, leads to.
  func code(of constant: String) -> [Body] {
    let path = constant.split(separator: ".").map(String.init)
    let named = declarations[path.last ?? ""] ?? []
    return named.filter { path.dropLast().last ?? $0.owner == $0.owner }.flatMap(followed)
  }

  private mutating func readDeclarations(in file: String, _ source: SourceTokens) {
    let tokens = source.tokens
    var types: [(name: String, end: Int)] = []
    var place = 0
    while place < tokens.count - 2 {
      types.removeAll { $0.end <= place }
      let (word, name) = (tokens[place].text, tokens[place + 1].text)
      let start = place
      switch word {
      case "struct", "class", "enum", "extension", "actor", "protocol":
        guard !["func", "var", "let"].contains(name),
          let open = tokens[place...].firstIndex(where: { $0.text == "{" }),
          let close = source.close(of: open)
        else { break }
        let path = tokens[(place + 1)..<open].prefix { $0.kind == .word || $0.text == "." }
        types.append((path.last?.text ?? name, close))
        place = open
      case "func":
        let behind = tokens[place...].firstIndex { $0.text == "(" }.flatMap(source.close) ?? place
        let next = tokens[behind...].firstIndex {
          ["{", "}", "func", "var", "let"].contains($0.text)
        }
        place = next.flatMap { tokens[$0].text == "{" ? source.close(of: $0) : nil } ?? behind
      case "let", "var": place = end(ofConstantAt: place + 1, in: source)
      case "{": place = source.close(of: place) ?? place
      default: break
      }
      if ["func", "let", "var"].contains(word) {
        let body = Body(name: name, owner: types.last?.name, file: file, tokens: start..<place + 1)
        declarations[name, default: []].append(body)
        let type = word == "func" ? "->" : tokens[start + 2].text == ":" ? ":" : "="
        let mark = tokens[start...place].firstIndex { $0.text == type } ?? place
        let words = tokens[mark...place].prefix(4).filter { $0.text.first?.isUppercase == true }
        self.types[name, default: []].formUnion(words.prefix(1).map(\.text))
      }
      place += 1
    }
  }

  /// Reads what the file says of the types of parameters and local constants.
  private mutating func readTypes(in file: String, _ source: SourceTokens) {
    let tokens = source.tokens
    var known = ["": Set(tokens.map(\.text).filter { $0.first?.isUppercase == true })]
    for place in tokens.indices.dropFirst().dropLast(2) where tokens[place].kind == .word {
      let (before, next) = (tokens[place - 1].text, tokens[place + 1].text)
      guard [":", "="].contains(next) || (next == "in" && before == "for") else { continue }
      let words = tokens[(place + 2)...].prefix(8)
        .prefix { ![",", "{", "else"].contains($0.text) }.filter { $0.kind == .word }
      // `any` and `inout` stand before a type.
      let type = words.prefix(2).first { $0.text.first?.isUppercase == true }
      let all = words.reversed().compactMap { known[$0.text] ?? types[$0.text] }.first ?? []
      known[tokens[place].text, default: []].formUnion(type.map { [$0.text] } ?? all)
    }
    localTypes[file] = known
  }

  /// The last token of a constant or a computed property.
  private func end(ofConstantAt name: Int, in source: SourceTokens) -> Int {
    var place = name
    while place + 1 < source.tokens.count {
      let next = source.tokens[place + 1]
      let isOpen = ["=", ":", ",", "->"].contains(source.tokens[place].text)
      let begins = next.kind == .word || ["@", "#"].contains(next.text)
      if next.text == "}" || (next.beginsLine && begins && !isOpen) { return place }
      place += 1
      if ["(", "[", "{"].contains(next.text) { place = source.close(of: place) ?? place }
    }
    return place
  }

  /// Finds the calls with a name in quotes, with `legacy:` and with `reducer:`.
  private mutating func readSlices(in file: String, _ source: SourceTokens) {
    for open in source.tokens.indices.dropLast() where source.tokens[open].text == "(" {
      let name = source.tokens[open + 1]
      guard name.kind == .string, let close = source.close(of: open) else { continue }
      var slice = Slice(name: name.text.filter { $0 != "\"" })
      for (label, range) in arguments(open + 1..<close, in: source) {
        if label == "reducer" { slice.reducer = followed(Body(range, of: file)) }
        guard label == "legacy" else { continue }
        let isList = source.tokens[range.lowerBound].text == "["
        let list = isList ? range.dropFirst().dropLast() : range
        slice.blocks = arguments(list, in: source).map { followed(Body($0.range, of: file)) }
      }
      if !slice.blocks.isEmpty || !slice.reducer.isEmpty { slices.append(slice) }
    }
  }

  /// The arguments between two brackets, with their labels.
  private func arguments(
    _ range: Range<Int>, in source: SourceTokens
  ) -> [(label: String?, range: Range<Int>)] {
    var arguments: [(String?, Range<Int>)] = []
    var (start, place) = (range.lowerBound, range.lowerBound)
    while place <= range.upperBound {
      if place == range.upperBound || source.tokens[place].text == "," {
        let hasLabel = start + 2 < place && source.tokens[start + 1].text == ":"
        let label = hasLabel ? source.tokens[start].text : nil
        if start < place { arguments.append((label, (hasLabel ? start + 2 : start)..<place)) }
        start = place + 1
      } else if ["(", "[", "{"].contains(source.tokens[place].text) {
        place = source.close(of: place) ?? place
      }
      place += 1
    }
    return arguments
  }

  /// What an argument leads to, by what has braces; the argument itself where nothing is found.
  private func followed(_ argument: Body) -> [Body] {
    var next = [argument]
    var (seen, all): (Set<Body>, [Body]) = ([], [])
    while let body = next.popLast() {
      guard seen.insert(body).inserted, let source = sources[body.file] else { continue }
      let runs = source.tokens[body.tokens].contains { $0.text == "{" }
      if runs { all.append(body) }
      for place in body.tokens where source.tokens[place].kind == .word {
        next += declarations(of: place, in: body, source.tokens, callsOnly: runs)
      }
    }
    return all.isEmpty ? [argument] : all
  }

  private func declarations(
    of place: Int, in body: Body, _ tokens: [SourceTokens.Token], callsOnly: Bool
  ) -> [Body] {
    func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }
    guard text(place - 1) != "func", let known = declarations[text(place)] else { return [] }
    guard text(place - 1) == "." else {
      let isCall = ["(", "{"].contains(text(place + 1))
      let isOwnName = place == body.tokens.lowerBound + 1 && !body.name.isEmpty
      if isOwnName || (!isCall && callsOnly) { return [] }
      let isArgument = body.name.isEmpty && !isCall
      return known.filter { isArgument || $0.owner == nil || $0.owner == body.owner }
    }
    var receiver = place - 2
    while ["?", "!", ")"].contains(text(receiver)) {
      receiver = tokens[receiver].text == ")" ? open(of: receiver, in: tokens) - 1 : receiver - 1
    }
    let name = text(receiver)
    let local = localTypes[body.file] ?? [:]
    let owners = name.first?.isUppercase == true ? [name] : local[name] ?? types[name] ?? []
    let isOwn = ["Self", "self"].contains(name)
    let owned = known.filter { owners.contains($0.owner ?? "") || isOwn && $0.owner == body.owner }
    // A closure's parameter has no type in the source.
    let isWord = tokens.indices.contains(receiver) && tokens[receiver].kind == .word
    let isNamed =
      isWord && !name.hasPrefix("$") && name.first?.isUppercase == false && name != "case"
    let isGuess = owned.isEmpty && callsOnly && isNamed && text(place + 1) == "("
    guard isGuess, !Self.members.contains(text(place)) else { return owned }
    return known.filter { local[""]?.contains($0.owner ?? "") == true }
  }

  /// Members of collections and optionals, which the functions of a module are seldom meant by.
  private static let members: Set = [
    "append", "compactMap", "contains", "filter", "first", "flatMap", "forEach", "insert", "last",
    "map",
    "merge", "reduce", "remove", "removeAll", "sort", "sorted", "update",
  ]

  /// The bracket that the one at a place closes.
  private func open(of close: Int, in tokens: [SourceTokens.Token]) -> Int {
    var depth = 0
    for place in (0...close).reversed() {
      if tokens[place].text == ")" { depth += 1 }
      if tokens[place].text == "(" { depth -= 1 }
      if depth == 0 { return place }
    }
    return 0
  }
}

extension ComparedCode.Body {
  /// An argument.
  fileprivate init(_ tokens: Range<Int>, of file: String) {
    self.init(name: "", owner: nil, file: file, tokens: tokens)
  }
}
