/// The type of a property or of a payload, as far as a draft distinguishes types.
indirect enum TypeExpression: Hashable, Sendable {
  /// A nominal type or a generic parameter; the identifier is nil for the latter.
  case named(String, identifier: String?, [TypeExpression])
  case optional(TypeExpression)
  case array(TypeExpression)
  case dictionary(TypeExpression, TypeExpression)
  /// A function, a tuple, an existential: as written.
  case other(String)
}

extension TypeExpression {
  /// Reads the type that the fragments of a declaration spell.
  init(_ fragments: some Sequence<SymbolGraph.Fragment>) {
    var reader = TypeReader(fragments)
    self = reader.wholeType()
  }

  /// This type with some named types replaced: generic parameters, or typealiases.
  func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> TypeExpression {
    switch self {
    case .named(let name, let identifier, let arguments):
      replacement(self)
        ?? .named(name, identifier: identifier, arguments.map { $0.replacing(replacement) })
    case .optional(let wrapped): .optional(wrapped.replacing(replacement))
    case .array(let element): .array(element.replacing(replacement))
    case .dictionary(let key, let value):
      .dictionary(key.replacing(replacement), value.replacing(replacement))
    case .other: self
    }
  }

  /// The types that this one names: generic arguments, or what a collection or an optional holds.
  var parts: [TypeExpression] {
    switch self {
    case .named(_, _, let arguments): arguments
    case .optional(let part), .array(let part): [part]
    case .dictionary(let key, let value): [key, value]
    case .other: []
    }
  }

  var identifier: String? {
    if case .named(_, let identifier, _) = self { identifier } else { nil }
  }

  /// The module of a type: `Foundation` in `s:10Foundation4DataV`; nil for the standard library's.
  static func module(ofIdentifier identifier: String) -> String? {
    let mangled = identifier.dropFirst(2)
    let length = Int(mangled.prefix { $0.isNumber })
    return length.map { String(mangled.drop { $0.isNumber }.prefix($0)) }
  }

  var identifiers: [String] { (identifier.map { [$0] } ?? []) + parts.flatMap(\.identifiers) }

  var unwrapped: TypeExpression { if case .optional(let wrapped) = self { wrapped } else { self } }

  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// A value without content; nil for other types than optionals and collections.
  var emptyValue: String? {
    switch self {
    case .optional: "nil"
    case .array, .named(_, "s:Sh", _): "[]"
    case .dictionary: "[:]"
    case .named, .other: nil
    }
  }
}

/// Reads a type from fragments such as `[`, `Note`, `]?`.
private struct TypeReader {
  private enum Piece: Equatable {
    case name(String, identifier: String?)
    case mark(Character)
  }

  private var pieces: [Piece] = []
  private var text = ""
  private var next = 0

  init(_ fragments: some Sequence<SymbolGraph.Fragment>) {
    // Graphs have the name of a module as text: `: Foundation`, `.`, `Date`.
    var isModule = false
    for fragment in fragments {
      text += fragment.spelling
      switch fragment.kind {
      case "typeIdentifier", "genericParameter", "identifier":
        pieces.append(.name(fragment.spelling, identifier: fragment.preciseIdentifier))
      case "text":
        for mark in fragment.spelling where mark != " " {
          let isPart = mark.isLetter || mark.isNumber || mark == "_" || (isModule && mark == ".")
          isModule = isPart && mark != "."
          if !isPart { pieces.append(.mark(mark)) }
        }
      case "keyword" where fragment.spelling == "any": pieces.append(.mark("a"))
      default: pieces.append(.mark("\u{0}"))  // a keyword or an attribute: no simple type
      }
    }
  }

  /// The type, or its text when it is not a simple one.
  mutating func wholeType() -> TypeExpression {
    guard let type = type(), next == pieces.count else { return .other(text) }
    return type
  }

  private mutating func type() -> TypeExpression? {
    guard var type = simpleType() else { return nil }
    while take("?") || take("!") { type = .optional(type) }
    return type
  }

  private mutating func simpleType() -> TypeExpression? {
    if take("[") { return bracketedType() }
    if take("a") {
      guard case .named(let name, _, _)? = simpleType() else { return nil }
      return .other("any " + name)
    }
    guard var (name, identifier) = takeName() else { return nil }
    var arguments = argumentList()
    while take(".") {
      guard let (inner, innerIdentifier) = takeName() else { return nil }
      (name, identifier) = (name + "." + inner, innerIdentifier)
      arguments = argumentList() ?? arguments
    }
    return Self.known(name, identifier, arguments ?? [])
  }

  private mutating func bracketedType() -> TypeExpression? {
    guard let first = type() else { return nil }
    if take(":") {
      guard let value = type(), take("]") else { return nil }
      return .dictionary(first, value)
    }
    return take("]") ? .array(first) : nil
  }

  private mutating func argumentList() -> [TypeExpression]? {
    guard take("<") else { return nil }
    var arguments: [TypeExpression] = []
    repeat {
      guard let argument = type() else { return nil }
      arguments.append(argument)
    } while take(",")
    return take(">") ? arguments : nil
  }

  /// The long forms of the types that have a short one become the short one.
  private static func known(
    _ name: String, _ identifier: String?, _ arguments: [TypeExpression]
  ) -> TypeExpression {
    switch (identifier, arguments.count) {
    case ("s:Sq", 1): .optional(arguments[0])
    case ("s:Sa", 1): .array(arguments[0])
    case ("s:SD", 2): .dictionary(arguments[0], arguments[1])
    default: .named(name, identifier: identifier, arguments)
    }
  }

  private mutating func take(_ mark: Character) -> Bool {
    guard next < pieces.count, pieces[next] == .mark(mark) else { return false }
    next += 1
    return true
  }

  private mutating func takeName() -> (String, String?)? {
    guard next < pieces.count, case .name(let name, let identifier) = pieces[next]
    else { return nil }
    next += 1
    return (name, identifier)
  }
}
