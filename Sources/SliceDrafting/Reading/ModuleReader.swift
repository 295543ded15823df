package import Foundation

extension Module {
  /// Reads the symbol graphs in some folders, which may be of several modules, and the sources that they name.
  package init(symbolGraphsIn folders: [URL]) throws {
    var reader = ModuleReader()
    for graph in try folders.flatMap({ try SymbolGraph.graphs(in: $0) }) { reader.read(graph) }
    self = try reader.module()
  }
}

/// Joins the symbols of graphs to types.
private struct ModuleReader {
  private var names: [String] = []
  private var symbols: [String: SymbolGraph.Symbol] = [:]
  private var owners: [String: String] = [:]
  private var types: [String: TypeDeclaration] = [:]
  private var constants: [Constant] = []
  private var aliases: [String: (parameters: [String], type: TypeExpression)] = [:]
  /// The properties of each type that are stored by the symbol graph alone.
  private var stored: [String: Set<String>] = [:]
  private var relationships: [SymbolGraph.Relationship] = []
  private var modules: [String: String] = [:]
  private let files = SourceFiles()

  mutating func read(_ graph: SymbolGraph) {
    if !names.contains(graph.module.name) { names.append(graph.module.name) }
    for symbol in graph.symbols where symbols[symbol.identifier.precise] == nil {
      symbols[symbol.identifier.precise] = symbol
      addType(symbol, in: graph.module.name)
      if let file = location(of: symbol)?.file { modules[file] = graph.module.name }
    }
    relationships += graph.relationships
  }

  mutating func module() throws -> Module {
    for relationship in relationships { join(relationship) }
    for type in types.values {
      var (next, above) = (type.superclass, Set<String>())
      while let identifier = next, above.insert(identifier).inserted {
        next = types[identifier]?.superclass
      }
      if next != nil {
        throw DraftingError("a symbol graph is damaged: \(type.name) inherits itself")
      }
    }
    let inOrder = symbols.values.sorted { Self.order($0) < Self.order($1) }
    for symbol in inOrder { addAlias(symbol) }
    for symbol in inOrder { addMember(symbol) }
    types = types.mapValues { checked(resolved($0)) }
    let sources = modules.keys.sorted().compactMap { files.reader(of: $0)?.source }
    var code = CodeIndex()
    for source in sources { code.add(source) }
    readCodingKeys(code)
    let functions = code.blocks(listedIn: sources, types)
    var module = Module(names: names, types: types, constants: constants + functions.map(\.block))
    let blocks = constants.filter(\.type.isReduceBlock)
    module.code = code
    for (block, body) in functions { module.code.blocks[block.name] = body }
    module.sources = Dictionary(grouping: sources) { modules[$0.path] ?? "" }
    for block in blocks {
      module.code.blocks[block.name] = read(block.location) { reader, index in
        module.code.body(ofConstantNamed: block.name, at: index, in: reader.source)
      }
    }
    module.blockLists = BlockLists(sources, of: (blocks + functions.map(\.block)).map(\.name))
    return module
  }

  /// Reads the code at a place of a source; nil where there is none.
  private func read<Part>(_ place: Location?, _ part: (DeclarationReader, Int) -> Part?) -> Part? {
    guard let place, let reader = files.reader(of: place.file),
      let index = reader.index(place.line, place.character)
    else { return nil }
    return part(reader, index)
  }

  /// Properties are in the order of the source, which the compiler's graph does not promise.
  private static func order(_ symbol: SymbolGraph.Symbol) -> (String, UInt32, UInt32, String) {
    let place = symbol.location
    return (
      place?.uri ?? "", place?.position.line ?? 0, place?.position.character ?? 0,
      symbol.identifier.precise
    )
  }

  private mutating func addType(_ symbol: SymbolGraph.Symbol, in module: String) {
    let name = symbol.kind.identifier.split(separator: ".").last ?? ""
    guard let kind = TypeDeclaration.Kind(rawValue: String(name)) else { return }
    var type = TypeDeclaration(
      identifier: symbol.identifier.precise, kind: kind,
      name: symbol.pathComponents.joined(separator: "."), module: module,
      access: symbol.accessLevel, location: location(of: symbol))
    type.genericParameters = symbol.swiftGenerics?.parameters?.map(\.name) ?? []
    type.body = read(type.location) { $0.type(at: $1) }
    types[type.identifier] = type
  }

  private mutating func join(_ relationship: SymbolGraph.Relationship) {
    switch relationship.kind {
    case "memberOf", "optionalMemberOf": owners[relationship.source] = relationship.target
    case "inheritsFrom": types[relationship.source]?.superclass = relationship.target
    case "conformsTo":
      let name = relationship.targetFallback ?? types[relationship.target]?.name ?? ""
      guard let last = name.split(separator: ".").last else { return }
      types[relationship.source]?.conformances.insert(String(last))
    default: break
    }
  }

  // MARK: Members

  private mutating func addAlias(_ symbol: SymbolGraph.Symbol) {
    let fragments = symbol.fragments
    // Blocks are known by the name of their type, where its module is read as well.
    guard symbol.kind.identifier == "swift.typealias", symbol.pathComponents != ["ReduceBlock"],
      let equals = fragments.firstIndex(where: { $0.spelling.contains(" = ") }),
      let mark = fragments[equals].spelling.range(of: " = ")
    else { return }
    // The type may begin in the same fragment, as in ` = [`.
    let rest = SymbolGraph.Fragment.text(fragments[equals].spelling[mark.upperBound...])
    aliases[symbol.identifier.precise] = (
      symbol.swiftGenerics?.parameters?.map(\.name) ?? [],
      TypeExpression([rest] + fragments[(equals + 1)...])
    )
  }

  private mutating func addMember(_ symbol: SymbolGraph.Symbol) {
    let owner = owners[symbol.identifier.precise]
    switch symbol.kind.identifier {
    case "swift.property":
      guard let owner else { return }
      // A property that a macro adds is in no file of the class.
      let isOfMacro = location(of: symbol).map { $0.file != types[owner]?.location?.file } ?? false
      if isStored(symbol), !isOfMacro { stored[owner, default: []].insert(symbol.name) }
      if let field = field(symbol, of: owner) { types[owner]?.fields.append(field) }
    case "swift.init": if let owner { addInitializer(symbol, to: owner) }
    case "swift.enum.case":
      guard let owner else { return }
      let enumCase = enumCase(symbol)
      types[owner]?.cases.append(enumCase)
    case "swift.type.property", "swift.var":
      if let constant = constant(symbol) { constants.append(constant) }
    default: break
    }
  }

  /// Whether a property is stored for certain: the compiler prints `{ get }` behind a computed one, and
  /// behind some stored ones.
  private func isStored(_ symbol: SymbolGraph.Symbol) -> Bool {
    !symbol.fragments.contains { $0.kind == "text" && $0.spelling.contains("{") }
  }

  /// The stored property of a symbol; nil when it is computed.
  private func field(_ symbol: SymbolGraph.Symbol, of owner: String) -> Field? {
    guard let place = location(of: symbol) ?? privatePlace(of: symbol, in: owner),
      let property = read(place, { $0.property(at: $1) }), !property.isComputed || isStored(symbol)
    else { return nil }
    var field = Field(
      name: symbol.name, type: Self.declaredType(symbol.fragments), access: symbol.accessLevel,
      location: place, setterAccess: symbol.accessLevel)
    field.isLet = symbol.fragments.contains { $0.kind == "keyword" && $0.spelling == "let" }
    field.isLazy = property.modifiers.contains("lazy")
    field.isObserved = property.isObserved
    field.isConditional = property.isConditional
    field.initialValue = property.initialValue
    field.wrapper = property.attributes.first { wrapsProperty($0) }
    if property.modifiers.contains("weak") { field.ownership = .weak }
    if property.modifiers.contains(where: { $0.hasPrefix("unowned") }) {
      field.ownership = .unowned
    }
    if let setter = property.modifiers.first(where: { $0.hasSuffix("(set)") }) {
      field.setterAccess = String(setter.dropLast(5))
    }
    return field
  }

  private func privatePlace(of symbol: SymbolGraph.Symbol, in owner: String) -> Location? {
    guard let type = types[owner], let body = type.body, let file = type.location?.file,
      let place = files.reader(of: file)?.place(ofPropertyNamed: symbol.name, in: body)
    else { return nil }
    return Location(file: file, line: place.line, character: place.character)
  }

  /// Attributes of the language and of macros do not wrap a property.
  private func wrapsProperty(_ attribute: String) -> Bool {
    let known: Set = [
      "objc", "available", "MainActor", "ObservationIgnored", "ObservationTracked", "nonobjc",
      "usableFromInline", "inlinable", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying",
      "NSManaged", "Sendable", "preconcurrency", "GlobalActor",
    ]
    return !known.contains(attribute)
  }

  /// The type in `var name: Type { get }`.
  private static func declaredType(_ fragments: [SymbolGraph.Fragment]) -> TypeExpression {
    guard
      let colon = fragments.firstIndex(where: { $0.kind == "text" && $0.spelling.hasPrefix(":") })
    else { return .other("") }
    let rest = [.text(fragments[colon].spelling.dropFirst())] + fragments[(colon + 1)...]
    guard let brace = rest.firstIndex(where: { $0.kind == "text" && $0.spelling.contains("{") })
    else { return TypeExpression(rest) }
    return TypeExpression(rest[..<brace] + [.text(rest[brace].spelling.prefix { $0 != "{" })])
  }

  private mutating func addInitializer(_ symbol: SymbolGraph.Symbol, to owner: String) {
    let place = location(of: symbol)
    // A synthesized initializer has the place of its type, or none; so has a private one.
    let isWritten = place != nil && place != types[owner]?.location
    let modifiers = read(isWritten ? place : nil) { $0.modifiers(at: $1) } ?? []
    if symbol.name == "init(from:)", isWritten { types[owner]?.decodesItself = true }
    let text = symbol.fragments.map(\.spelling).joined()
    guard !["init(from:)", "init(copying:with:)"].contains(symbol.name),
      let start = text.range(of: "init")
    else { return }
    let initializer = Initializer(
      parameters: parameters(symbol), access: symbol.accessLevel,
      isConvenience: modifiers.contains("convenience") || text.hasPrefix("convenience"),
      isFailable: text[start.upperBound...].hasPrefix("?"), canThrow: text.contains(" throws"))
    types[owner]?.initializers.append(initializer)
  }

  private func parameters(_ symbol: SymbolGraph.Symbol) -> [Parameter] {
    let labels = symbol.name.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":")
    // From each label to the next one.
    let parts = symbol.fragments.split { $0.kind == "externalParam" }.dropFirst()
    let parameters = symbol.functionSignature?.parameters ?? []
    return zip(parameters, zip(labels, parts)).map { parameter, written in
      Parameter(
        label: String(written.0), name: parameter.internalName ?? parameter.name,
        type: Self.declaredType(parameter.declarationFragments ?? []),
        hasDefault: written.1.contains { $0.kind == "text" && $0.spelling.contains(" = ") })
    }
  }

  private func enumCase(_ symbol: SymbolGraph.Symbol) -> EnumCase {
    EnumCase(
      name: String(symbol.name.prefix { $0 != "(" }), payload: Self.payload(symbol.fragments),
      rawValue: read(location(of: symbol)) { $0.rawValue(at: $1) })
  }

  /// The payload of an enum case, from fragments such as `case add(id: Int, String)`.
  private static func payload(_ fragments: [SymbolGraph.Fragment]) -> [Parameter] {
    // Each mark becomes a fragment, since one may hold the end of a type and the comma behind it.
    let marks = fragments.flatMap { fragment in
      fragment.kind == "text" ? fragment.spelling.map { .text(String($0)) } : [fragment]
    }
    var (depth, parts) = (0, [[SymbolGraph.Fragment]()])
    for fragment in marks.drop(while: { $0.spelling != "(" }).dropFirst().dropLast() {
      let mark = fragment.spelling
      depth += ["(", "[", "<"].contains(mark) ? 1 : [")", "]", ">"].contains(mark) ? -1 : 0
      if depth == 0, mark == "," { parts.append([]) }
      parts[parts.count - 1].append(fragment)
    }
    return parts.filter { !$0.isEmpty }.map { part in
      let part = part.drop { [",", " "].contains($0.spelling) }
      // `name: Type`; a dictionary has its colon inside of brackets.
      let hasLabel = part.dropFirst().first?.spelling == ":"
      let label = hasLabel ? part.first?.spelling ?? "_" : "_"
      return Parameter(
        label: label, name: label, type: TypeExpression(part.dropFirst(hasLabel ? 2 : 0)),
        hasDefault: false)
    }
  }

  private func constant(_ symbol: SymbolGraph.Symbol) -> Constant? {
    guard let place = location(of: symbol) else { return nil }
    let type = resolved(Self.declaredType(symbol.fragments))
    guard case .named(let name, _, _) = type, ["ReduceBlock", "StateSlice"].contains(name)
    else { return nil }
    return Constant(
      name: symbol.pathComponents.map(escaped).joined(separator: "."), type: type, location: place)
  }

  // MARK: Steps that need all symbols

  /// A type with the typealiases of the module replaced.
  private func resolved(_ type: TypeDeclaration) -> TypeDeclaration {
    var type = type
    type.fields.sort {
      ($0.location?.line ?? 0, $0.location?.character ?? 0)
        < ($1.location?.line ?? 0, $1.location?.character ?? 0)
    }
    for index in type.fields.indices { type.fields[index].type = resolved(type.fields[index].type) }
    for index in type.cases.indices {
      type.cases[index].payload = type.cases[index].payload.map(resolved)
    }
    for index in type.initializers.indices {
      type.initializers[index].parameters = type.initializers[index].parameters.map(resolved)
    }
    return type
  }

  private func resolved(_ parameter: Parameter) -> Parameter {
    var parameter = parameter
    parameter.type = resolved(parameter.type)
    return parameter
  }

  private func resolved(_ type: TypeExpression, inside: Set<String> = []) -> TypeExpression {
    type.replacing { type in
      guard let identifier = type.identifier, let alias = aliases[identifier],
        !inside.contains(identifier)
      else { return nil }
      return resolved(
        alias.type.substituting(alias.parameters, by: type.parts),
        inside: inside.union([identifier]))
    }
  }

  /// A class whose properties are counted twice: those of the graph, and those that its tokens declare.
  private func checked(_ type: TypeDeclaration) -> TypeDeclaration {
    guard type.kind == .class else { return type }
    var type = type
    guard let body = type.body, let file = type.location?.file, let reader = files.reader(of: file)
    else {
      // Without its source, all is doubtful.
      type.doubtful = stored[type.identifier, default: []].sorted()
      return type
    }
    let (fields, tokens) = (type.fields.map(\.name), reader.storedProperties(in: body))
    let known = stored[type.identifier, default: []].union(fields)
    // Macros and property wrappers store `name` as `_name`.
    let hidden = known.filter {
      $0.hasPrefix("_$") || ($0.hasPrefix("_") && fields.contains(String($0.dropFirst())))
    }
    let conditional = type.fields.filter(\.isConditional).map(\.name)
    type.effects = reader.effects(in: body)
    type.doubtful = known.subtracting(hidden.subtracting(tokens)).subtracting(conditional)
      .symmetricDifference(tokens).sorted()
    return type
  }

  private mutating func readCodingKeys(_ code: CodeIndex) {
    for keys in types.values where keys.kind == .enum && keys.name.hasSuffix(".CodingKeys") {
      guard let owner = owners[keys.identifier] else { continue }
      types[owner]?.codingKeys = keys.cases.map(\.name)
      for key in keys.cases {
        guard let value = key.rawValue, value.hasPrefix("\"") else { continue }
        types[owner]?.codingNames[key.name] = String(value.dropFirst().dropLast())
      }
    }
    // Coding by hand may give a property a key of another name.
    for body in code.functions["encode"] ?? [] {
      for type in types.values where [type.name, type.shortName].contains(body.owner) {
        for place in body.range {
          let isOwn = body.source[place - 1] == "." && body.source[place - 2] == "self"
          let name = String(body.source[place].trimmingPrefix("_"))
          guard isOwn || body.source[place - 1] == "(", type.codingKeys?.contains(name) == false,
            type.fields.contains(where: { $0.name == name })
          else { continue }
          types[type.identifier]?.codingKeys?.append(name)
          guard body.source[place + 2] == "forKey" else { continue }
          let key = body.source[place + 5]
          types[type.identifier]?.codingNames[name] = type.codingNames[key] ?? key
        }
      }
    }
  }

  private func location(of symbol: SymbolGraph.Symbol) -> Location? {
    symbol.location.map { location in
      Location(
        file: files.path(of: location.uri), line: Int(location.position.line),
        character: Int(location.position.character))
    }
  }
}

/// The sources that the graphs name, each read once.
private final class SourceFiles {
  private var readers: [String: DeclarationReader?] = [:]
  private var paths: [String: String] = [:]

  /// The path in an address; some compilers encode a space in it, and some do not.
  func path(of address: String) -> String {
    if let known = paths[address] { return known }
    let path = String(address.trimmingPrefix("file://"))
    let isPlain = FileManager.default.fileExists(atPath: path)
    paths[address] = isPlain ? path : path.removingPercentEncoding ?? path
    return paths[address] ?? path
  }

  func reader(of file: String) -> DeclarationReader? {
    if let known = readers[file] { return known }
    let text = (try? DraftFile.text(of: file)) ?? nil
    let reader = text.map { DeclarationReader(source: SourceTokens($0, path: file)) }
    readers[file] = .some(reader)
    return reader
  }
}
