/// The types of one or more modules, with what their sources add to the symbol graphs.
package struct Module: Sendable {
  let names: [String]
  private(set) var types: [String: TypeDeclaration]
  /// The static and global constants with a declared type, such as reduce blocks and slices.
  let constants: [Constant]
  /// The bodies of the reduce blocks among them, and of what they may call.
  var code = CodeIndex()
  var sources: [String: [SourceTokens]] = [:]
  /// Where the reduce blocks among them are listed.
  var blockLists = BlockLists()

  /// Whether the draft is in another module that imports this one, and Foundation.
  private(set) var isImported = false

  /// The module as tests spell its types.
  var inTests: Module {
    var module = self
    module.isImported = true
    return module
  }

  /// Whether the drafted files, which belong to the first module, see a declaration.
  func sees(_ access: String, of module: String) -> Bool {
    switch access {
    case "private", "fileprivate": false
    case "internal": module == names.first
    default: true
    }
  }

  /// The modules whose code blocks and reducers consist of: the first one, and those of the states, the values
  /// and the actions; all modules where no type of a block or a slice names one.
  var codeModules: Set<String> {
    // A graph lacks types that use those of a `package import`, but their identifiers have the module.
    let named = constants.flatMap(\.type.parts).flatMap(\.identifiers)
      .compactMap { types[$0]?.module ?? TypeExpression.module(ofIdentifier: $0) }
    let found = Set(named).intersection(names)
    return found.isEmpty ? Set(names) : found.union(names.prefix(1))
  }

  /// The type of all actions, or where that is a protocol, those that conform to it, by their names.
  func actions(of action: TypeDeclaration) -> [TypeDeclaration] {
    guard action.kind == .protocol else { return [action] }
    return types.values.filter {
      $0.conformances.contains(action.shortName) && $0.kind != .protocol
    }.sorted { $0.name < $1.name }
  }

  /// The classes, in the order of their names.
  var classes: [TypeDeclaration] {
    types.values.filter { $0.kind == .class }.sorted { $0.name < $1.name }
  }

  func canRead(_ field: Field, of type: TypeDeclaration?) -> Bool {
    sees(field.access, of: type?.module ?? "")
  }

  func canWrite(_ field: Field, of type: TypeDeclaration?) -> Bool {
    !field.isLet && sees(field.setterAccess, of: type?.module ?? "")
  }

  func canUse(_ initializer: Initializer, of type: TypeDeclaration) -> Bool {
    !initializer.isFailable && !initializer.canThrow && sees(initializer.access, of: type.module)
  }

  /// The direct subclasses of a class, in the order of their names.
  func subclasses(of type: TypeDeclaration) -> [TypeDeclaration] {
    classes.filter { $0.superclass == type.identifier }
  }

  /// The superclasses of a class that are in the module, the nearest first.
  func superclasses(of type: TypeDeclaration) -> [TypeDeclaration] {
    guard let superclass = type.superclass.flatMap({ types[$0] }) else { return [] }
    return [superclass] + superclasses(of: superclass)
  }

  /// The class that declares a property: the type itself, or one that it inherits from.
  func declaring(_ field: Field, from type: TypeDeclaration) -> TypeDeclaration? {
    ([type] + superclasses(of: type)).first {
      $0.fields.contains { $0.name == field.name && $0.location == field.location }
    }
  }

  /// The stored properties of a class, those that it inherits first.
  func storedFields(of type: TypeDeclaration) -> [Field] {
    (superclasses(of: type).reversed() + [type]).flatMap(\.fields)
  }

  /// The properties that the `==` of a type does not name, and no comparison of its values sees.
  func unequated(_ type: TypeDeclaration) -> [String] {
    let own = (code.functions["=="] ?? []).first {
      [type.name, "\(type.module).\(type.name)"].contains($0.owner ?? $0.parameters.first?.spelling)
    }
    guard let own, type.kind == .struct else { return [] }
    let words = Set(own.range.map { own.source[$0].bare })
    return type.fields.map(\.name).filter { !words.contains($0) }
  }

  /// The id, date or random number that an expression at a place of a source makes, such as `UUID()`; nil for others.
  func unrepeatable(_ place: Int, in source: SourceTokens) -> String? {
    let (name, next) = (source[place], source[place + 1])
    if source[place - 1] == ".", next == "(" {
      let isRandom = ["random", "randomElement", "shuffle", "shuffled"].contains(name)
      let arguments = place..<source.index(behind: place + 1)
      return isRandom && !arguments.contains { source[$0] == "using" } ? ".\(name)(...)" : nil
    }
    guard ["UUID", "Date"].contains(name), !types.values.contains(where: { $0.shortName == name })
    else { return nil }
    if next == ".", source[place + 2] == "now" { return "\(name).now" }
    return next + source[place + 2] == "()" ? "\(name)()" : nil
  }

  /// Finds a type by its name: `Note`, `Library.Note` or `Notes.Library.Note`.
  func type(named name: String, _ kinds: Set<TypeDeclaration.Kind>) throws -> TypeDeclaration {
    let all = types.values.filter { kinds.contains($0.kind) }
    let found = all.filter {
      $0.name == name || $0.name.hasSuffix("." + name) || $0.module + "." + $0.name == name
    }
    if let exact = found.first(where: { $0.name == name }) { return exact }
    if found.count == 1 { return found[0] }
    let target = names.joined(separator: ", ")
    if found.isEmpty {
      let similar = all.map(\.name).filter { $0.lowercased().contains(name.lowercased()) }.sorted()
      let hint = similar.isEmpty ? "" : "; similar: \(similar.prefix(5).joined(separator: ", "))"
      let what = kinds == [.class] ? "class" : "type"
      throw DraftingError("no \(what) named \(name) in \(target)\(hint)")
    }
    throw DraftingError(
      "\(name) is not unique: \(found.map(\.name).sorted().joined(separator: ", "))")
  }

  /// Refuses to draft from a class whose properties were not read alike in two ways.
  func checkReading(of type: TypeDeclaration) throws {
    guard !type.doubtful.isEmpty else { return }
    throw DraftingError(
      "\(type.name): the symbol graph and the source disagree on \(type.doubtful.joined(separator: ", "))"
        + "; a draft would lose them. Write their types out, or import what declares them publicly")
  }

  mutating func add(_ type: TypeDeclaration) { types[type.identifier] = type }
}

struct TypeDeclaration {
  enum Kind: String { case `class`, `struct`, `enum`, `protocol` }

  let identifier: String
  let kind: Kind
  /// The name with the names of the types around it, such as `Library.Note`.
  let name: String
  let module: String
  let access: String
  var location: Location?
  var body: DeclarationReader.Body?
  var genericParameters: [String] = []
  /// The identifier of the superclass, which may be in another module.
  var superclass: String?
  /// The names of the protocols without that of their module.
  var conformances: Set<String> = []
  /// The stored properties, in the order of the source.
  var fields: [Field] = []
  /// The properties that only the symbol graph or only the tokens of the source call stored.
  var doubtful: [String] = []
  var effects: [ClassEffect] = []
  var initializers: [Initializer] = []
  var cases: [EnumCase] = []
  /// The coded properties; nil where the compiler codes all of them.
  var codingKeys: [String]?
  /// The names under which properties are coded, where they differ.
  var codingNames: [String: String] = [:]
  /// Whether `init(from:)` is written by hand.
  var decodesItself = false

  var isCodable: Bool { conformances.isSuperset(of: ["Encodable", "Decodable"]) }
  var use: ClassUse { ClassUse(identifier: identifier, arguments: []) }
  var isObservable: Bool { conformances.contains("Observable") }
  var shortName: String { String(name.split(separator: ".").last ?? "") }
  var spelling: String {
    name.split(separator: ".").map { escaped(String($0)) }.joined(separator: ".")
  }
}

/// The place of a declaration, from 0 as in symbol graphs.
struct Location: Hashable {
  let file: String
  let line: Int
  let character: Int

  /// The file and the line, from 1 as in editors.
  var description: String { "\(file.split(separator: "/").last ?? ""):\(line + 1)" }
}

struct Field {
  enum Ownership: String { case strong, weak, unowned }

  let name: String
  var type: TypeExpression
  let access: String
  let location: Location?
  var isLet = false
  var isLazy = false
  var isObserved = false
  var isConditional = false
  var ownership = Ownership.strong
  var wrapper: String?
  var setterAccess: String
  var initialValue: String?
  /// The constant of its value that objects are known by, as in `record.id`; nil for the property itself.
  var member: String?

  /// The property and its member, as they are written in code.
  var path: String { ([name] + [member].compactMap(\.self)).map(escaped).joined(separator: ".") }
  /// Whether a copy sets the reference to its target and does not follow it.
  var isBackReference: Bool { wrapper == "BackReference" || wrapper == "StrongBackReference" }
  /// Whether it is a constant with its initial value, which no initializer and no copy sets.
  var isFixed: Bool { isLet && initialValue != nil }
  /// Whether the property keeps its object alive.
  var isStrong: Bool { ownership == .strong && wrapper != "BackReference" }
}

struct Parameter {
  /// The argument label; `_` for none.
  let label: String
  let name: String
  var type: TypeExpression
  let hasDefault: Bool

  /// A value with the label, as it is written in a call.
  func argument(_ value: String) -> String { label == "_" ? value : "\(label): \(value)" }
}

struct Initializer {
  var parameters: [Parameter]
  let access: String
  let isConvenience: Bool
  let isFailable: Bool
  let canThrow: Bool
}

struct EnumCase {
  let name: String
  var payload: [Parameter]
  let rawValue: String?
}

struct Constant {
  let name: String
  let type: TypeExpression
  let location: Location?
}

/// A name as it is written in a declaration: keywords and raw identifiers need backticks.
func escaped(_ name: String) -> String {
  keywords.contains(name) || name != name.identifier ? "`\(name)`" : name
}

extension Sequence where Element: Hashable {
  /// These elements and all to which steps lead from them, each once and in front of what it leads to.
  func reaching(_ step: (Element) -> [Element]) -> [Element] {
    var (all, seen, next) = ([Element](), Set<Element>(), Array(reversed()))
    while let element = next.popLast() {
      guard seen.insert(element).inserted else { continue }
      all.append(element)
      next += step(element).reversed()
    }
    return all
  }
}

extension String {
  /// The name without backticks.
  var bare: String { filter { $0 != "`" } }

  /// The name as a part of a longer one: a raw identifier without what only backticks allow.
  var identifier: String {
    let name = String(unicodeScalars.filter { $0.properties.isXIDContinue })
    return name.first?.isNumber == true ? "_" + name : name
  }
}

let keywords: Set<String> = [
  "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
  "inout", "internal", "let", "open", "operator", "private", "precedencegroup", "protocol",
  "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case",
  "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
  "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false", "is",
  "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
]
