/// The literals of the reduce blocks and reducers of a module, and of what they call, with their places.
struct LiteralsDraft {
  /// The literals of each line of code that has some, in the order of the sources.
  private(set) var lines: [(place: String, literals: [String])] = []

  init(_ module: Module) {
    let (code, blocks) = (ComparedCode(module), module.constants.filter(\.type.isReduceBlock))
    let bodies = Set(blocks.map(\.name).flatMap(code.code) + code.slices.flatMap(\.reducer))
    for body in bodies.sorted(by: { $0.place < $1.place }) {
      let source = body.source
      for place in body.range where Self.decides(source.tokens[place]) {
        let (token, before) = (source.tokens[place], source.tokens[place - 1])
        let sign = token.kind == .number && before.text == "-" ? "-" : ""
        let name = "\(source.name):\(source.place(of: token.range.lowerBound).line + 1)"
        if lines.last?.place != name { lines.append((name, [])) }
        lines[lines.count - 1].literals.append(sign + token.text)
      }
    }
  }

  /// Whether a token is a literal on one line, without interpolations, that no boundary of a type is.
  private static func decides(_ token: SourceTokens.Token) -> Bool {
    switch token.kind {
    case .number: !["0", "1"].contains(token.text)
    case .string: !["\\(", "\n", "#"].contains(where: token.text.contains) && token.text != "\"\""
    case .word, .mark: false
    }
  }

  func add(to source: inout SourceBuilder) {
    guard !lines.isEmpty else { return }
    source.add("")
    source.add(
      "/// The literals of the blocks, for `Payloads(DraftedActions.literals)` of a check.")
    let head = "static let literals: KeyValuePairs<String, [any Encodable & Sendable]> = ["
    source.indented(head, end: "]") { source in
      for line in lines {
        source.add("\"\(line.place)\": [\(line.literals.joined(separator: ", "))],")
      }
    }
  }
}
