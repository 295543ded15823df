/// The code that comparisons of the slices run: blocks, reducers, and the functions that they call.
///
/// Names are followed, in the modules of the blocks alone: an app in the package of its libraries
/// would lead into these. A member is looked for in the types that its receiver's name has in the
/// file, or as a property or a function of a module, and where that finds none in the types that
/// the file mentions. The argument `$0` of a closure has no name, so its members are not followed.
struct ComparedCode {
  /// The code that each listed block of a slice, and its reducer, leads to.
  struct Slice {
    let name: String
    var blocks: [[CodeBody]] = []
    var reducer: [CodeBody] = []
  }

  private(set) var slices: [Slice] = []
  private var code = CodeIndex()
  /// The types of the modules that properties and functions of a name have.
  private var types: [String: Set<String>]
  /// The classes above each class, and the initial values of its properties, by their names.
  private var superclasses: [String: [String]] = [:]
  private var values: [String: [CodeBody]] = [:]
  /// The types that names of a file have in it, and under an empty name those that the file mentions.
  private var localTypes: [String: [String: Set<String>]] = [:]

  init(_ module: Module) {
    let sources = module.codeModules.sorted().flatMap { module.sources[$0] ?? [] }
    for source in sources { code.add(source) }
    types = code.types
    for field in module.types.values.flatMap(\.fields) {
      let names = field.type.identifiers.compactMap { module.types[$0]?.shortName }
      types[field.name, default: []].formUnion(names)
    }
    for type in module.classes {
      superclasses[type.shortName] = module.superclasses(of: type).map(\.shortName)
      values[type.shortName] = type.fields.flatMap { code.constants[$0.name] ?? [] }
        .filter { $0.shortOwner == type.shortName }
    }
    for source in sources { readTypes(in: source) }
    readTypes(ofBlocksIn: module)
    for source in sources { readSlices(in: source) }
  }

  /// The code that a constant, such as `AppReducers.library`, leads to, with the values that objects begin with.
  func code(of constant: String) -> [CodeBody] {
    let path = constant.split(separator: ".").map(String.init)
    return declarations(named: path.last ?? "")
      .filter { path.dropLast().last ?? $0.shortOwner == $0.shortOwner }.flatMap(reached)
  }

  private func declarations(named name: String) -> [CodeBody] {
    (code.functions[name] ?? []) + (code.constants[name] ?? [])
  }

  /// Reads what the file says of the types of parameters and local constants.
  private mutating func readTypes(in source: SourceTokens) {
    let tokens = source.tokens
    var known = ["": Set(tokens.map(\.text).filter { $0.first?.isUppercase == true })]
    for place in tokens.indices.dropFirst().dropLast() where tokens[place].kind == .word {
      let (before, next) = (tokens[place - 1].text, tokens[place + 1].text)
      guard [":", "="].contains(next) || (next == "in" && before == "for") else { continue }
      // The beginning of a value decides its type, as in `state.library.notes`.
      let words = tokens[(place + 2)...].prefix(8)
        .prefix { ![",", "{", "else"].contains($0.text) }.filter(\.isWord)
      // `any` and `inout` come before a type.
      let type = words.prefix(2).first { $0.text.first?.isUppercase == true }
      let all = words.reversed().compactMap { known[$0.text] ?? types[$0.text] }.first ?? []
      known[tokens[place].text, default: []].formUnion(type.map { [$0.text] } ?? all)
    }
    // `Reducer<Value, Action> { value, action in`: a closure receives the types in the brackets.
    for open in tokens.indices.dropFirst()
    where tokens[open].text == "{" && tokens[open - 1].text == ">" {
      let arguments = tokens[(tokens[..<open].lastIndex { $0.text == "<" } ?? open)..<open]
      let names = tokens[(open + 1)...].prefix(8).prefix { $0.text != "in" }
      for (name, type) in zip(names.filter(\.isWord), arguments.filter(\.isWord)) {
        known[name.text] = [type.text]
      }
    }
    localTypes[source.path] = known
  }

  /// Reads the types of what the blocks receive, which only the graph has.
  private mutating func readTypes(ofBlocksIn module: Module) {
    for constant in module.constants {
      guard let body = module.code.blocks[constant.name] else { continue }
      for (parameter, type) in zip(body.parameters, constant.type.parts) {
        let names = type.identifiers.compactMap { module.types[$0]?.shortName }
        localTypes[body.source.path, default: [:]][parameter.name] = Set(names)
      }
    }
  }

  /// Finds the calls with a name in quotes, with `legacy:` and with `reducer:`.
  private mutating func readSlices(in source: SourceTokens) {
    let reader = DeclarationReader(source: source)
    func argument(_ range: Range<Int>) -> CodeBody {
      CodeBody(name: "", owner: nil, parameters: [], source: source, range: range)
    }
    for open in source.tokens.indices.dropLast() where source.tokens[open].text == "(" {
      let name = source.tokens[open + 1]
      guard name.kind == .string, let close = source.close(of: open) else { continue }
      var slice = Slice(name: name.text.filter { $0 != "\"" })
      for (label, range) in reader.arguments(in: open + 1..<close) {
        if label == "reducer" { slice.reducer = followed(argument(range)) }
        guard label == "legacy" else { continue }
        let isList = source.tokens[range.lowerBound].text == "["
        let list = isList ? range.dropFirst().dropLast() : range
        slice.blocks = reader.arguments(in: list).map { followed(argument($0.range)) }
      }
      if !slice.blocks.isEmpty || !slice.reducer.isEmpty { slices.append(slice) }
    }
  }

  /// The bodies with braces that an argument leads to; the argument itself where none is found.
  private func followed(_ argument: CodeBody) -> [CodeBody] {
    let all = reached(from: argument).filter(\.hasBraces)
    return all.isEmpty ? [argument] : all
  }

  private func reached(from argument: CodeBody) -> [CodeBody] {
    [argument].reaching { body in
      body.range.filter { body.source.tokens[$0].isWord }.flatMap {
        declarations(of: $0, in: body, callsOnly: body.hasBraces) + initial(calledAt: $0, in: body)
      }
    }
  }

  /// The initializer of a call, the defaults that the call leaves, and the values that its class begins with.
  private func initial(calledAt place: Int, in body: CodeBody) -> [CodeBody] {
    let (source, name) = (body.source, body.source[place])
    guard source[place + 1] == "(", let close = source.close(of: place + 1) else { return [] }
    let isSuper = name == "init" && source[place - 2] == "super"
    let type = isSuper ? superclasses[body.shortOwner ?? ""]?.first ?? "" : name
    let labels = DeclarationReader(source: source).arguments(in: place + 2..<close)
      .map { $0.label ?? "_" }
    let made = code.initializers.filter { $0.shortOwner == type }.flatMap { made -> [CodeBody] in
      guard let given = made.arguments(labeled: labels) else { return [] }
      return [made]
        + zip(made.parameters, given).compactMap { parameter, given in
          given == nil ? parameter.value.map { made.part($0) } : nil
        }
    }
    return made + (values[type] ?? [])
  }

  private func declarations(of place: Int, in body: CodeBody, callsOnly: Bool) -> [CodeBody] {
    let tokens = body.source.tokens
    func text(_ place: Int) -> String { body.source[place] }
    let known = declarations(named: text(place))
    if body.name.isEmpty, text(place - 1) != ".", let value = local(place, in: body.source),
      !value.overlaps(body.range)
    {
      return [CodeBody(name: "", owner: nil, parameters: [], source: body.source, range: value)]
    }
    guard text(place - 1) != "func", !known.isEmpty else { return [] }
    guard text(place - 1) == "." else {
      let isCall = ["(", "{"].contains(text(place + 1))
      if !isCall && callsOnly { return [] }
      let isArgument = body.name.isEmpty && !isCall
      return known.filter { isArgument || $0.owner == nil || $0.shortOwner == body.shortOwner }
    }
    var receiver = place - 2
    while ["?", "!", ")", "]"].contains(text(receiver)) {
      let isBracket = !["?", "!"].contains(text(receiver))
      let open = isBracket ? body.source.open(of: receiver) : receiver
      receiver = (open ?? 0) - 1
    }
    let name = text(receiver)
    let local = localTypes[body.source.path] ?? [:]
    let owners =
      name.first?.isUppercase == true
      ? [name] : types(of: name, isMember: text(receiver - 1) == ".", local)
    let own = ["Self", "self"].contains(name) ? [body.shortOwner ?? ""] : []
    let all = owners.union(own).flatMap { [$0] + (superclasses[$0] ?? []) }
    let owned = known.filter { all.contains($0.shortOwner ?? "") }
    // A closure's parameter has no type in the source.
    let isWord = tokens.indices.contains(receiver) && tokens[receiver].kind == .word
    let isNamed =
      isWord && !name.hasPrefix("$") && name.first?.isUppercase == false && name != "case"
    let isGuess = owned.isEmpty && callsOnly && isNamed && text(place + 1) == "("
    guard isGuess, !Self.members.contains(text(place)) else { return owned }
    return known.filter { local[""]?.contains($0.shortOwner ?? "") == true }
  }

  /// The types that a name may have: those of properties, or of what the file binds to it.
  private func types(of name: String, isMember: Bool, _ local: [String: Set<String>]) -> Set<String>
  {
    (isMember ? types[name] ?? local[name] : local[name] ?? types[name]) ?? []
  }

  /// The value of the local variable that a name in an argument stands for.
  private func local(_ place: Int, in source: SourceTokens) -> Range<Int>? {
    let name = source[place]
    let found = source.tokens[..<place].indices.dropFirst().last { variable in
      guard source[variable] == name, ["let", "var"].contains(source[variable - 1]) else {
        return false
      }
      // Its scope ends at a bracket that was opened in front of it.
      var next = variable
      while next < place, !["}", ")", "]"].contains(source[next]) {
        next = source.index(behind: next)
      }
      return next >= place
    }
    return found.flatMap { DeclarationReader(source: source).value(ofNameAt: $0) }
  }

  /// Members of collections and optionals, which the functions of a module are seldom meant by.
  private static let members: Set = [
    "append", "compactMap", "contains", "filter", "first", "flatMap", "forEach", "insert", "last",
    "map", "merge", "reduce", "remove", "removeAll", "sort", "sorted", "update",
  ]
}
