/// Which properties of the state a reduce block reads and writes, and what of it cannot be known.
struct BlockUse: Equatable {
  fileprivate(set) var reads: Set<String> = []
  fileprivate(set) var writes: Set<String> = []
  /// Why there may be more, such as `passes the state to save`.
  private(set) var doubts: [String] = []

  /// The members that change a value.
  static let mutating: Set = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "sort", "reverse", "shuffle", "swapAt", "toggle", "formUnion", "negate", "merge",
    "formIntersection", "formSymmetricDifference", "subtract", "updateValue", "update", "popLast",
    "popFirst", "move", "replaceSubrange", "partition", "replace", "trimPrefix",
  ]

  fileprivate mutating func doubt(_ text: String) {
    if !doubts.contains(text) { doubts.append(text) }
  }
  fileprivate mutating func add(_ other: BlockUse) {
    reads.formUnion(other.reads)
    writes.formUnion(other.writes)
    doubts += other.doubts.filter { !doubts.contains($0) }
  }
}

extension StateGraph {
  /// The properties that a block uses, functions of the module that it calls included.
  ///
  /// Names are followed, not types: a local name stands for the properties of the state that its value was
  /// made from, and an object of which no more is known for those that own objects with such a property.
  func use(of block: Constant) -> BlockUse {
    var reader = BlockUseReader(graph: self)
    guard let body = module.code.blocks[block.name] else {
      var use = BlockUse()
      use.doubt("is no closure in the sources")
      return use
    }
    return reader.use(of: body, isBlock: true)
  }

  /// The properties that some parts of a block use, one behind the other.
  func use(of parts: [Range<Int>], in block: CodeBody) -> BlockUse {
    var reader = BlockUseReader(graph: self)
    return reader.use(of: block, isBlock: true, parts)
  }
}

/// Follows names from the state to what is assigned.
private struct BlockUseReader {
  let graph: StateGraph
  /// The use of each function; empty while it is read, so that recursion ends.
  private var known: [String: BlockUse] = [:]
  private var names: [String: Origin] = [:]
  private var owner: TypeDeclaration?
  /// The name of the type around the function that is read.
  private var scope: String?
  private var use = BlockUse()

  /// The meaning of a name or an expression: the state, or objects and values of some of its properties.
  private struct Origin {
    var isState = false
    var fields: Set<String> = []
  }

  init(graph: StateGraph) { self.graph = graph }

  mutating func use(
    of body: CodeBody, isBlock: Bool = false, _ parts: [Range<Int>]? = nil
  ) -> BlockUse {
    let key = "\(body.owner ?? "").\(body.name) \(body.range.lowerBound)"
    if let use = known[key] { return use }
    known[key] = BlockUse()
    let outer = (names, owner, scope, use)
    (names, owner, scope, use) = ([:], type(named: body.owner), body.owner, BlockUse())
    for (place, parameter) in body.parameters.enumerated() {
      let isState = isBlock ? place == 0 : parameter.type.contains(graph.root.shortName)
      let types = isBlock ? [] : parameter.type.compactMap { type(named: $0) }
      let fields = Set(types.flatMap(self.fields(of:)))
      if isState || !fields.isEmpty {
        names[parameter.name] = Origin(isState: isState, fields: fields)
      }
    }
    if let owner { names["self"] = origin(of: owner) }
    for place in (parts ?? [body.range]).joined() { visit(place, in: body) }
    let result = use
    (names, owner, scope, use) = outer
    known[key] = result
    return result
  }

  // MARK: Types

  private func type(named name: String?) -> TypeDeclaration? {
    let types = graph.uses.compactMap(graph.declaration)
    return types.first { $0.name == name } ?? types.first { $0.shortName == name }
  }

  private func fields(of type: TypeDeclaration) -> Set<String> {
    graph.rootFields(of: ClassUse(identifier: type.identifier, arguments: []))
  }

  private func origin(of type: TypeDeclaration) -> Origin {
    graph.isRoot(ClassUse(identifier: type.identifier, arguments: []))
      ? Origin(isState: true) : Origin(fields: fields(of: type))
  }

  /// Whether all properties of a name are values, whose methods are none of a class.
  private func isValue(_ name: String) -> Bool {
    let fields = graph.uses.compactMap(graph.declaration).flatMap(\.fields).filter {
      $0.name == name
    }
    return !fields.isEmpty && fields.allSatisfy { graph.module.classes(inside: $0.type).isEmpty }
  }

  /// Whether a method changes the value that it is called on: one of the standard library, or of the module.
  private func isMutating(_ member: String) -> Bool {
    let own = (graph.module.code.functions[member] ?? []).filter { type(named: $0.owner) == nil }
    return BlockUse.mutating.contains(member) || own.contains(where: \.isMutating)
  }

  /// The properties of the state that own objects with a property of a name.
  private func fields(withProperty name: String) -> Set<String> {
    let types = graph.uses.compactMap(graph.declaration).filter { type in
      !graph.isRoot(ClassUse(identifier: type.identifier, arguments: []))
        && type.fields.contains { $0.name == name }
    }
    return Set(types.flatMap { fields(of: $0) })
  }

  // MARK: Tokens

  private mutating func visit(_ place: Int, in body: CodeBody) {
    let (tokens, token) = (body.source.tokens, body.source.tokens[place])
    if token.kind == .string {
      for inner in SourceTokens.interpolations(in: token.text) ?? [] {
        let part = CodeBody(
          name: "", owner: nil, parameters: [], source: inner, range: 1..<inner.tokens.count - 1)
        for place in part.range { visit(place, in: part) }
      }
    }
    guard token.kind == .word, place > 0 else { return }
    switch token.text {
    case "let", "var": bind(place + 1, to: "=", in: body)
    case "for": bind(place + 1, to: "in", in: body)
    default:
      guard tokens[place - 1].text != ".", body.source[place + 1] != ":" else { return }
      _ = follow(place, in: body, isCounted: true)
    }
  }

  /// Remembers what a name stands for, by the names in its value.
  private mutating func bind(_ name: Int, to mark: String, in body: CodeBody) {
    let tokens = body.source.tokens
    // Behind a name there are at most a type and the mark; `if let note {` binds the name to itself.
    guard
      let start = tokens[name...].prefix(16).firstIndex(where: {
        $0.text == mark || ["{", ",", ")", "else"].contains($0.text)
      }), tokens[start].text == mark
    else { return }
    var origin = Origin()
    var place = start + 1
    // A new object is none of the state until it is put there.
    let isNew = tokens[place].text.first?.isUppercase == true && tokens[place + 1].text == "("
    let end = DeclarationReader(source: body.source).endOfExpression(from: place)
    while place < min(end, body.range.upperBound), !isNew,
      !["else", "where"].contains(tokens[place].text)
    {
      if tokens[place].isWord, tokens[place - 1].text != "." {
        let found = follow(place, in: body, isCounted: false)
        origin.fields.formUnion(found?.fields ?? [])
        origin.isState = origin.isState || found?.isState ?? false
      }
      place = body.source.index(behind: place)
    }
    names[tokens[name].text] = isNew || origin.isState || !origin.fields.isEmpty ? origin : nil
  }

  /// Follows `state.account(id)?.name`, and counts what it reads, what it calls, and whether it is assigned.
  private mutating func follow(_ start: Int, in body: CodeBody, isCounted: Bool) -> Origin? {
    let tokens = body.source.tokens
    let name = tokens[start].text.bare
    // The value of a name is read where the name is used, so following it for its origin counts nothing.
    let before = use
    defer { if !isCounted { use = before } }
    func text(_ place: Int) -> String { body.source[place] }
    var origin = names[name]
    var place = start + 1
    // The property that an assignment would change, if there is one, and whether it is a value or part of one.
    var changed: String?
    var isPart = false
    if origin == nil, let owner,
      graph.module.storedFields(of: owner).contains(where: { $0.name == name })
    {
      origin = step(to: name, from: self.origin(of: owner))
      (changed, isPart) = (name, isValue(name))
    } else if origin == nil {
      // A function, or a computed property of the same type.
      var found = BlockUse()
      let isCall = text(place) == "("
      if call(name, on: scope, &found), isCall || scope != nil {
        use.add(found)
        origin = Origin(fields: found.reads)
      }
    }
    if origin?.isState == true, ![".", "?", "!"].contains(text(place)), isCounted {
      noteStateAsArgument(start, in: body)
    }
    while place < tokens.count {
      switch text(place) {
      case "?", "!":
        guard
          [".", "?", "!", "[", "("].contains(text(place + 1))
            || body.source.isAssignment(at: place + 1)
        else { return origin }
        place += 1
      case "[" where !tokens[place].beginsLine: place = body.source.index(behind: place)
      case ".":
        let member = text(place + 1).bare
        let isCall =
          text(place + 2) == "(" || (text(place + 2) == "{" && BlockUse.mutating.contains(member))
        place += 2
        guard isCall else {
          origin = step(to: member, from: origin)
          (changed, isPart) = (member, isPart || isValue(member))
          continue
        }
        if !isPart, let found = called(member, from: origin, typeName: name) {
          origin = found
        } else if let changed,
          isMutating(member) || isPart && body.source.isStatement(start, upTo: place)
        {
          write(changed, origin)
        }
        if text(place) == "(" { place = body.source.index(behind: place) }
        changed = nil
      default:
        if let changed, body.source.isAssignment(at: place) || (start > 0 && text(start - 1) == "&")
        {
          write(changed, origin)
        }
        return origin
      }
    }
    return origin
  }

  /// The meaning of a member of an object; a computed property of the state is read as a function is.
  private mutating func step(to member: String, from origin: Origin?) -> Origin? {
    guard let origin else { return nil }
    guard origin.isState else {
      use.reads.formUnion(origin.fields)
      return origin
    }
    if graph.module.storedFields(of: graph.root).contains(where: { $0.name == member }) {
      use.reads.insert(member)
      return Origin(fields: [member])
    }
    return called(member, from: origin, typeName: "")
  }

  private mutating func write(_ member: String, _ origin: Origin?) {
    let fields = origin?.fields ?? fields(withProperty: member)
    // An object of unknown origin may belong to any property whose objects have such a member.
    guard origin == nil, fields.count > 1 else { return use.writes.formUnion(fields) }
    use.doubt(
      "writes `\(member)` of an object that \(fields.sorted().joined(separator: " or ")) owns")
  }

  /// Follows a method, and returns what its result stands for; nil for one of another module.
  private mutating func called(_ name: String, from origin: Origin?, typeName: String) -> Origin? {
    var found = BlockUse()
    let isType = typeName.first?.isUppercase == true
    guard call(name, on: isType ? typeName : nil, isMethod: !isType, &found) else { return nil }
    use.add(found)
    return origin?.isState == true || origin == nil ? Origin(fields: found.reads) : origin
  }

  /// Adds what the functions of a name do; false where the module has none.
  private mutating func call(
    _ name: String, on type: String?, isMethod: Bool = false, _ result: inout BlockUse
  ) -> Bool {
    let functions = (graph.module.code.functions[name] ?? []).filter { function in
      isMethod
        ? self.type(named: function.owner) != nil : function.owner == nil || function.owner == type
    }
    for function in functions { result.add(use(of: function)) }
    return !functions.isEmpty
  }

  /// The state as a whole goes to a function: one of the module is read by itself.
  private mutating func noteStateAsArgument(_ place: Int, in body: CodeBody) {
    let tokens = body.source.tokens
    var open = place - 1
    if tokens[open].text == ":" { open -= 2 }
    while open > body.range.lowerBound, tokens[open].text == "," || tokens[open].kind == .word {
      open -= 1
    }
    guard tokens[open].text == "(", open > 0, tokens[open - 1].kind == .word else { return }
    let name = tokens[open - 1].text
    if graph.module.code.functions[name] == nil { use.doubt("passes the state to \(name)") }
  }
}
