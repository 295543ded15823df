/// The copy hook of a class: the initializer that ``GraphCopyable`` requires, and what it makes necessary.
struct CopyDraft {
  let module: Module
  let type: TypeDeclaration
  /// The initializers that people wrote, rather than a former draft.
  let initializers: [Initializer]
  let decodesItself: Bool

  private var top: TypeDeclaration { module.top(of: type) }
  private var superclass: TypeDeclaration? { type.superclass.flatMap { module.types[$0] } }

  /// The properties that a copy takes over: those that the coding of the class includes.
  private var fields: [Field] { type.fields.filter(type.isCoded) }

  /// Whether the class inherits the hook, since it adds nothing to its superclass.
  var isInherited: Bool { superclass != nil && type.fields.isEmpty && designated.isEmpty }

  private var designated: [Initializer] { initializers.filter { !$0.isConvenience } }

  /// The lines of the hook, without indentation; an error where it has to be written by hand.
  func lines() throws -> [String] {
    if let field = type.fields.first(where: \.isConditional) {
      throw DraftingError(
        "\(type.name).\(field.name) stands inside of #if: write this hook by hand")
    }
    if let field = type.fields.first(where: {
      !fields.map(\.name).contains($0.name) && $0.initialValue == nil && !$0.isLazy
        && $0.wrapper == nil && ($0.isLet || !$0.type.isOptional)
    }) {
      throw DraftingError(
        "\(type.name).\(field.name) is in no CodingKeys and has no initial value, so the hook would "
          + "not compile: give it one, or write this hook by hand")
    }
    if !top.isCodable { throw DraftingError("\(type.name) is not Codable") }
    var source = SourceBuilder()
    addInitializers(&source)
    let access = ["public", "open"].contains(type.access) ? "public " : ""
    let required = type.isFinal && superclass == nil ? "" : "required "
    let parameter = Self.spelling(of: top, in: module)
    source.block(
      "\(access)\(required)init(copying source: \(parameter), "
        + "with children: borrowing ChildCopier) throws"
    ) { source in
      if superclass != nil, !fields.isEmpty {
        source.add("let own = unsafe unsafeDowncast(source, to: \(type.spelling).self)")
      }
      for field in fields { source.add(copying(field, of: superclass == nil ? "source" : "own")) }
      if superclass != nil {
        source.add("try super.init(copying: source, with: children)")
      } else if type.superclass != nil {
        source.add("super.init()")
      }
    }
    return source.lines
  }

  private static func spelling(of type: TypeDeclaration, in module: Module) -> String {
    let parameters = type.genericParameters.joined(separator: ", ")
    return parameters.isEmpty ? type.spelling : "\(type.spelling)<\(parameters)>"
  }

  private func copying(_ field: Field, of source: String) -> String {
    let isWrapped = field.wrapper != nil
    let name = isWrapped ? "_" + field.name : escaped(field.name)
    let target = isWrapped ? name : (name == "source" || name == "children" ? "self.\(name)" : name)
    if !field.isBackReference, isValue(field.type), !isWrapped || isValueWrapper(field) {
      return "\(target) = \(source).\(name)"
    }
    return "\(target) = try children.copy(\(source).\(name), named: \"\(field.name)\")"
  }

  /// Whether the wrapper is a struct of the module without objects.
  private func isValueWrapper(_ field: Field) -> Bool {
    guard let wrapper = module.types.values.first(where: { $0.name == field.wrapper })
    else { return false }
    return wrapper.kind == .struct && wrapper.conformances.contains("Sendable")
  }

  /// Whether a plain copy of a value is a deep one.
  private func isValue(_ type: TypeExpression) -> Bool {
    guard module.classes(inside: type).isEmpty else { return false }
    if case .other = type { return false }
    guard type.parts.allSatisfy(isValue) else { return false }
    guard case .named(_, let identifier, _) = type else { return true }
    guard let identifier else { return false }
    if let declaration = module.types[identifier] {
      return declaration.conformances.contains("Sendable") && declaration.kind != .protocol
    }
    // The structs and enums of the standard library and of Foundation are values: `V` and `O` end
    // their identifiers, and those of up to four characters, such as `s:SS`, are common ones.
    let isSystem =
      identifier.hasPrefix("s:S") || identifier.contains("Foundation")
      || identifier.hasPrefix("s:s")
    return isSystem && (["V", "O"].contains(identifier.suffix(1)) || identifier.count <= 4)
  }

  /// A class with an initializer in its body does not have the implicit one, and inherits none.
  private func addInitializers(_ source: inout SourceBuilder) {
    guard designated.isEmpty else { return }
    guard let superclass else {
      if type.fields.allSatisfy({
        $0.initialValue != nil || $0.type.isOptional || $0.wrapper != nil
      }) {
        source.add(type.superclass == nil ? "init() {}" : "override init() { super.init() }")
        source.add("")
      }
      return
    }
    for initializer in inherited(from: superclass) {
      let modifier = initializer.isRequired ? "required" : "override"
      source.block("\(modifier) \(initializer.text)") { source in
        let arguments = initializer.parameters.map { $0.argument($0.name) }
        source.add(
          "\(initializer.canThrow ? "try " : "")super.init(\(arguments.joined(separator: ", ")))")
      }
      source.add("")
    }
    guard !decodesItself else { return }
    source.add("required init(from decoder: any Decoder) throws { try super.init(from: decoder) }")
    source.add("")
  }

  private func inherited(from type: TypeDeclaration) -> [Initializer] {
    let own = type.initializers.filter { !$0.isConvenience }
    if !own.isEmpty { return own }
    return type.superclass.flatMap { module.types[$0] }.map { inherited(from: $0) } ?? []
  }
}
