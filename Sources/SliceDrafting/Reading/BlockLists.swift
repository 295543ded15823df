/// Where the sources list the reduce blocks of a module: in `legacy:` of slices and in `.blocks(...)` of entries.
///
/// Closures have no identity at run time, so only the sources show a block that is listed twice, or that was
/// forgotten when the list of blocks became a list of entries.
struct BlockLists {
  /// The places of each block that has a name, such as `AppSlices.swift:12`, in the order of the sources.
  private(set) var places: [String: [String]] = [:]
  /// Those among them that are lists of slices, rather than of blocks that belong to none.
  private(set) var slices: [String: [String]] = [:]
  /// Whether there is any list: an app that has not begun to migrate has none.
  private(set) var isEmpty = true
  /// The blocks of each list of a store or a slice, in their order.
  private var orders: [(isSlice: Bool, blocks: [String])] = []
  /// The lists with entries that are no known block, such as a closure: how many, where, and how they begin.
  private(set) var unread: [(place: String, text: String)] = []

  private let blocks: [(name: String, owner: Substring?, member: Substring)]
  /// The blocks in arrays that have a name.
  private var arrays: [String: [String]] = [:]

  init() { blocks = [] }

  init(_ sources: [SourceTokens], of blocks: [String]) {
    self.blocks = blocks.map { name in
      let parts = name.split(separator: ".")
      return (name, parts.dropLast().last, parts.last ?? "")
    }
    for source in sources { readArrays(in: source) }
    for source in sources { readLists(in: source) }
  }

  /// Whether some list names a block.
  func names(_ block: String) -> Bool { orders.contains { $0.blocks.contains(block) } }

  private mutating func readArrays(in source: SourceTokens) {
    let tokens = source.tokens
    for index in tokens.indices.dropFirst(2) where tokens[index].text == "[" {
      guard ["=", "{", "return"].contains(tokens[index - 1].text),
        let close = source.close(of: index)
      else { continue }
      let found = names(in: index...close, of: source)
      // The name comes before its type: `static let all: [Block] = [a, b]`, `func all() -> [Block] { [a, b] }`.
      let name = (0..<index).reversed().first { ["let", "var", "func"].contains(tokens[$0].text) }
      guard let name, !found.isEmpty else { continue }
      arrays[tokens[name + 1].text, default: []] += found
      orders.append((false, found))
    }
  }

  /// Some blocks in the order in which they run; nil where no list has all of them, or two lists differ.
  func order(of blocks: [String]) -> [String]? {
    if blocks.count < 2 { return blocks }
    let all = [false, true].map { isSlice in
      let lists = orders.filter { $0.isSlice == isSlice }.map { $0.blocks.filter(blocks.contains) }
      return Set(lists.filter { $0.count == blocks.count })
    }
    guard let found = all.first(where: { !$0.isEmpty }), found.count == 1 else { return nil }
    return found.first
  }

  private mutating func readLists(in source: SourceTokens) {
    let (tokens, reader) = (source.tokens, DeclarationReader(source: source))
    for index in tokens.indices.dropLast(2) {
      let range: ClosedRange<Int>
      switch (tokens[index].text, tokens[index + 1].text) {
      case ("legacy", ":"), ("reducers", ":"):
        range = index + 2...max(index + 2, reader.endOfExpression(from: index + 2) - 1)
      case (".", "blocks") where tokens[index + 2].text == "(":
        range = index + 2...(source.close(of: index + 2) ?? index + 2)
      default: continue
      }
      let found = names(in: range, of: source)
      let isSlice = tokens[index].text == "legacy"
      orders.append((isSlice, found))
      noteUnread(range, of: source, at: index)
      if tokens[index].text == "reducers" { continue }
      isEmpty = false
      let line = source.place(of: tokens[index].range.lowerBound).line + 1
      for name in Set(found) {
        places[name, default: []].append("\(source.name):\(line)")
        if isSlice { slices[name, default: []].append(source.name) }
      }
    }
  }

  /// Counts the entries of a list that name no block, but for a parameter that passes a list on.
  private mutating func noteUnread(
    _ range: ClosedRange<Int>, of source: SourceTokens, at label: Int
  ) {
    let around = source.open(around: label)
    let isParameter = around.map { source[$0 - 1] == "init" && source[$0 - 2] != "." } ?? false
    if isParameter || source[label - 1] == "func" || blocks.isEmpty { return }
    let isList = ["[", "("].contains(source[range.lowerBound])
    let inner =
      isList ? range.lowerBound + 1..<range.upperBound : range.lowerBound..<range.upperBound + 1
    let entries = source.parts(of: inner)
    let missing = entries.filter { entry in
      let text = source[entry.lowerBound]
      return names(in: entry.lowerBound...entry.upperBound - 1, of: source).isEmpty
        && !(entry.count == 1 && ["reducers", "blocks"].contains(text))
    }
    guard !missing.isEmpty else { return }
    let texts = missing.map { entry in
      let line = source.text(entry.lowerBound...entry.upperBound - 1).prefix { !$0.isNewline }
      return "`\(line.count > 40 ? line.prefix(37) + "..." : line)`"
    }
    let line = source.place(of: source.tokens[label].range.lowerBound).line + 1
    unread.append(
      (
        "\(source.name):\(line)",
        "\(missing.count) of \(entries.count) entries of this list were not read: "
          + texts.joined(separator: ", ")
      ))
  }

  /// The blocks that some tokens name, directly or as an array, in their order.
  private func names(in range: ClosedRange<Int>, of source: SourceTokens) -> [String] {
    var found: [String] = []
    for index in range where source.tokens[index].kind == .word {
      let word = source.tokens[index].text
      found += arrays[word] ?? []
      // A list has at least two tokens in front of it.
      let isMember = source.tokens[index - 1].text == "."
      let owner = isMember ? source.tokens[index - 2].text : ""
      for block in blocks where block.member == word {
        let isOwner = block.owner.map { $0 == owner || owner == "Self" } ?? false
        if isMember ? isOwner : true { found.append(block.name) }
      }
    }
    return found
  }
}

extension CodeIndex {
  /// The functions of a state and an action that a list of blocks names.
  func blocks(
    listedIn sources: [SourceTokens], _ types: [String: TypeDeclaration]
  ) -> [(block: Constant, body: CodeBody)] {
    let found = functions.values.joined().compactMap { body -> (Constant, CodeBody)? in
      let parts = body.parameters.map { parameter -> TypeExpression in
        let type = types.values.first { $0.name == parameter.spelling }
        return type.map { .named($0.name, identifier: $0.identifier, []) }
          ?? .other(parameter.spelling)
      }
      guard parts.count == 2, body.result == nil,
        parts[0].identifier.flatMap({ types[$0]?.kind }) == .class
      else { return nil }
      let start = body.source.place(
        of: body.source.tokens[body.signature.lowerBound].range.lowerBound)
      let block = Constant(
        name: [body.owner, escaped(body.name)].compactMap(\.self).joined(separator: "."),
        type: .named("ReduceBlock", identifier: nil, parts),
        location: Location(file: body.source.path, line: start.line, character: start.character))
      return (block, body)
    }
    let lists = BlockLists(sources, of: found.map(\.0.name))
    return found.filter { lists.names($0.0.name) }.sorted { $0.1.place < $1.1.place }
  }
}
