/// Which properties of the state a reduce block reads and writes, and what of it cannot be known.
struct BlockUse: Equatable {
  fileprivate(set) var reads: Set<String> = []
  fileprivate(set) var writes: Set<String> = []
  /// The functions that it leads to.
  fileprivate(set) var follows: Set<CodeBody> = []
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
    follows.formUnion(other.follows)
    doubts += other.doubts.filter { !doubts.contains($0) }
  }
}

extension StateGraph {
  /// The properties that a block uses, functions of the module that it calls included.
  ///
  /// Names are followed, not types: a local name stands for the properties of the state that its value was
  /// made from, and an object of which no more is known for those that own objects with such a property.
  func use(of block: Constant) -> BlockUse {
    guard let body = module.code.blocks[block.name] else {
      var use = BlockUse()
      use.doubt("is no closure in the sources")
      return use
    }
    return use(of: [body.range], in: body)
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
  /// The classes of the state, and its stored properties.
  let classes: [TypeDeclaration]
  let stored: [Field]
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

  init(graph: StateGraph) {
    (self.graph, stored) = (graph, graph.module.storedFields(of: graph.root))
    classes = graph.uses.compactMap(graph.declaration)
  }

  mutating func use(
    of body: CodeBody, isBlock: Bool = false, _ parts: [Range<Int>]? = nil
  ) -> BlockUse {
    let key = "\(body.owner ?? "").\(body.name) \(body.range.lowerBound)"
    if let use = known[key] { return use }
    known[key] = BlockUse()
    let outer = (names, owner, scope, use)
    let path = isBlock ? body.name.split(separator: ".").dropLast().joined(separator: ".") : nil
    (names, owner, scope, use) = ([:], type(named: body.owner), path ?? body.owner, BlockUse())
    if !isBlock { use.follows.insert(body) }
    for (place, parameter) in body.parameters.enumerated() {
      let isState = isBlock ? place == 0 : parameter.type.contains(graph.root.shortName)
      let types = isBlock ? [] : parameter.type.compactMap { type(named: $0) }
      let fields = Set(types.map(\.use).flatMap(graph.rootFields))
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
    classes.first { $0.name == name } ?? classes.first { $0.shortName == name }
      ?? classes.first { $0.conformances.contains(name ?? "") }
  }

  private func origin(of type: TypeDeclaration) -> Origin {
    Origin(isState: graph.isRoot(type.use), fields: graph.rootFields(of: type.use))
  }

  private func fields(named name: String) -> [Field] {
    classes.flatMap(\.fields).filter { $0.name == name }
  }

  /// Whether all properties of a name are values, whose methods are none of a class.
  private func isValue(_ name: String) -> Bool {
    let fields = fields(named: name)
    return !fields.isEmpty && fields.allSatisfy { graph.module.classes(inside: $0.type).isEmpty }
  }

  /// Whether a method changes the value that it is called on: one of the standard library, or of the module.
  private func isMutating(_ member: String) -> Bool {
    let own = (graph.module.code.functions[member] ?? []).filter { type(named: $0.owner) == nil }
    return BlockUse.mutating.contains(member) || own.contains(where: \.isMutating)
  }

  /// The properties of the state that own objects with a property of a name.
  private func fields(withProperty name: String) -> Set<String> {
    let types = classes.filter { $0.fields.contains { $0.name == name } }
    return Set(types.map(\.use).flatMap(graph.rootFields))
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
    if token.kind == .mark {
      for function in graph.module.code.functions[token.text] ?? []
      where !use(of: function).writes.isEmpty { use.doubt("uses the operator \(token.text)") }
    }
    guard token.kind == .word, place > 0 else { return }
    switch token.text {
    case "let", "var": bind(place + 1, to: "=", in: body)
    case "for": bind(place + 1, to: "in", in: body)
    default:
      let isLabel = body.source[place + 1] == ":" && ["(", ","].contains(tokens[place - 1].text)
      let isKeyword = keywords.contains(token.text) && token.text != "self"
      if body.source[place - 2] == "\\" { _ = called(token.text, from: nil) }
      guard tokens[place - 1].text != ".", !isLabel, !isKeyword else { return }
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
    let isOther = graph.module.classes.contains { $0.shortName == tokens[place].text }
    if isNew, isOther, type(named: tokens[place].text) == nil {
      use.doubt("makes a `\(tokens[place].text)`, whose methods are not read")
    }
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
    let (source, tokens) = (body.source, body.source.tokens)
    let name = tokens[start].text.bare
    // The value of a name is read where the name is used, so following it for its origin counts nothing.
    let before = use
    defer { if !isCounted { use = before } }
    func text(_ place: Int) -> String { source[place] }
    var place = start + 1
    let isFunction = text(place) == "(" && graph.module.code.functions[name] != nil
    var origin = isFunction ? nil : names[name]
    // The property that an assignment would change, if there is one, its object, and whether it is a value.
    var (changed, object): (String?, Origin?) = (nil, origin)
    var isPart = false
    if origin == nil, let owner,
      graph.module.storedFields(of: owner).contains(where: { $0.name == name })
    {
      object = self.origin(of: owner)
      origin = step(to: name, from: object)
      (changed, isPart) = (name, isValue(name))
    } else if origin == nil {
      // A function, or a computed property of the same type.
      let isLocal = body.owner == nil || body.parameters.contains { $0.name == name }
      if !isLocal || ["(", "{"].contains(text(place)) {
        origin = called(name, from: nil, of: [nil, scope])
      }
    }
    if origin?.isState == true, ![".", "?", "!"].contains(text(place)), isCounted {
      noteStateAsArgument(start, in: body)
    }
    while place < tokens.count {
      switch text(place) {
      case "?", "!":
        guard [".", "?", "!", "["].contains(text(place + 1)) || source.isAssignment(at: place + 1)
        else { return origin }
        place += 1
      case "[" where !tokens[place].beginsLine:
        let isPath = text(place + 1) == "keyPath"
        if origin?.isState == true { use.doubt("uses a \(isPath ? "key path" : "subscript")") }
        place = source.index(behind: place)
      case ".":
        let member = text(place + 1).bare
        place += 2
        let next = source.index(behind: place)
        let isClosure = BlockUse.mutating.contains(member) || [".", "?", "!"].contains(text(next))
        guard text(place) == "(" || text(place) == "{" && isClosure else {
          let outer = origin
          origin = step(to: member, from: origin) ?? called(member, from: nil, of: [name])
          if !isPart { (changed, object) = (member, outer) }
          isPart = isPart || isValue(member)
          continue
        }
        let types = origin == nil && name.first?.isUppercase == true ? [nil, name] : nil
        if !isPart, let found = called(member, from: origin, of: types) {
          origin = found
        } else if let changed,
          isMutating(member) || isPart && source.isStatement(start, upTo: place)
        {
          write(changed, object)
        }
        (place, changed) = (next, nil)
      default:
        let tuple = source.open(around: start).map { source.index(behind: $0) } ?? 0
        let isTuple = [",", ")"].contains(text(place)) && text(tuple) == "="
        if let changed, isTuple || source.isAssignment(at: place) || text(start - 1) == "&" {
          write(changed, object)
        }
        return origin
      }
    }
    return origin
  }

  /// The meaning of a member of an object; a computed property of the state is read as a function is.
  private mutating func step(to member: String, from origin: Origin?) -> Origin? {
    guard let origin else { return nil }
    if !origin.isState {
      use.reads.formUnion(origin.fields)
      if fields(named: member).isEmpty, let found = called(member, from: origin) { return found }
      return Origin(fields: owners(of: member, in: origin))
    }
    guard stored.contains(where: { $0.name == member }) else { return called(member, from: origin) }
    use.reads.insert(member)
    return Origin(fields: owners(of: member, in: origin))
  }

  /// The properties that own what a member refers to: others than that of its object where it is no owner.
  private func owners(of member: String, in origin: Origin) -> Set<String> {
    let fields = origin.isState ? [member] : origin.fields
    let links = graph.links.filter { $0.field.name == member }
    let owners = Set(links.flatMap { graph.rootFields(of: $0.target) })
    return links.contains(where: graph.owns) || owners.isEmpty ? fields : owners
  }

  private mutating func write(_ member: String, _ origin: Origin?) {
    let own = origin?.isState == true ? stored.filter { $0.name == member } : []
    let fields = (origin?.fields ?? fields(withProperty: member)).union(own.map(\.name))
    if own.contains(where: \.isObserved) { use.doubt("sets `\(member)`, which has observers") }
    // An object of unknown origin may belong to any property whose objects have such a member.
    guard origin == nil, fields.count > 1 else { return use.writes.formUnion(fields) }
    use.doubt(
      "writes `\(member)` of an object that \(fields.sorted().joined(separator: " or ")) owns")
  }

  /// Follows the functions of a name, those of some types or the methods of an object, and returns what their
  /// result stands for; nil where the module has none.
  private mutating func called(
    _ name: String, from origin: Origin?, of types: [String?]? = nil
  ) -> Origin? {
    let functions = (graph.module.code.functions[name] ?? []).filter {
      types?.contains($0.owner) ?? isMethod($0, of: origin)
    }
    guard !functions.isEmpty else { return nil }
    var found = BlockUse()
    for function in functions { found.add(use(of: function)) }
    use.add(found)
    return origin?.isState == false ? origin : Origin(fields: found.reads)
  }

  /// Whether a function may be a method of an object: one of the same properties has such an object, too.
  private func isMethod(_ function: CodeBody, of origin: Origin?) -> Bool {
    guard let own = type(named: function.owner).map({ self.origin(of: $0) }) else { return false }
    guard let origin, !own.isState else { return origin?.isState ?? true }
    return own.fields.isEmpty || !own.fields.isDisjoint(with: origin.fields)
  }

  /// The state as a whole goes to a function: one of the module is read by itself.
  private mutating func noteStateAsArgument(_ place: Int, in body: CodeBody) {
    guard let open = body.source.open(around: place), open > 0, body.source[open] == "(",
      case let name = body.source[open - 1], body.source.tokens[open - 1].isWord,
      graph.module.code.functions[name] == nil, !keywords.contains(name)
    else { return }
    use.doubt("passes the state to \(name)")
  }
}
