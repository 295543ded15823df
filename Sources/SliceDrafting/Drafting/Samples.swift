/// Expressions of values that are unlike each other for unlike numbers.
struct Samples {
  let module: Module

  /// The expression of a value that follows from that of an `Int`; nil when none of the type is known.
  func value(of type: TypeExpression, _ number: String, inside: [String] = []) -> String? {
    func inner(_ type: TypeExpression) -> String? { value(of: type, number, inside: inside) }
    switch type {
    case .optional(let wrapped): return inner(wrapped) ?? "nil"
    case .array(let element):
      // Two that are unlike; the number of the first one is that of no object.
      let values = ["\(number) + 101", number].compactMap { value(of: element, $0, inside: inside) }
      return "[\(values.joined(separator: ", "))]"
    case .dictionary(let key, let value):
      guard let key = inner(key), let value = inner(value) else { return "[:]" }
      return "[\(key): \(value)]"
    case .named(let name, let identifier, let arguments):
      if let declaration = identifier.flatMap({ module.types[$0] }) {
        // A type that contains itself, in an optional or a collection, has values of any depth.
        guard inside.count(where: { $0 == identifier }) < 2 else { return nil }
        return value(of: declaration, number, inside: inside + [declaration.identifier])
      }
      if name == "Set" { return arguments.first.flatMap(inner).map { "[\($0)]" } ?? "[]" }
      let spelling = module.spelling(of: .named(name, identifier: identifier, []))
      return Self.known(name, number).map { text in
        text.hasPrefix(name) ? spelling + text.dropFirst(name.count) : text
      }
    case .other: return nil
    }
  }

  private static func known(_ name: String, _ number: String) -> String? {
    switch name {
    case "Int", "Int64", "UInt", "UInt64", "Int128", "UInt128": "\(name)(\(number))"
    case "Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32":
      "\(name)(truncatingIfNeeded: (\(number)) % 100)"
    case "Double", "Float", "CGFloat", "TimeInterval": "\(name)(\(number)) + 0.5"
    case "Decimal": "Decimal(\(number))"
    case "Bool": "(\(number)).isMultiple(of: 2)"
    case "String": "\"text \\(\(number))\""
    case "Date": "Date(timeIntervalSince1970: Double(\(number)))"
    case "UUID":
      "UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8((\(number)) / 256 % 256), "
        + "UInt8((\(number)) % 256)))"
    case "WindowUUID": known("UUID", number).map { "WindowUUID(\($0))" }
    case "URL": "URL(fileURLWithPath: \"/\\(\(number))\")"
    case "Data": "Data([UInt8((\(number)) % 256)])"
    case "Duration": "Duration.seconds(\(number))"
    case "Locale": "Locale(identifier: \"en\")"
    case "TimeZone": "TimeZone(secondsFromGMT: (\(number)) % 12 * 3_600)!"
    default: nil
    }
  }

  private func value(
    of declaration: TypeDeclaration, _ number: String, inside: [String]
  ) -> String? {
    switch declaration.kind {
    case .enum:
      let all = declaration.cases.lazy.compactMap { call(declaration, $0, number, inside) }
      let cases = Array(all.prefix(inside.count < 3 ? 8 : 2))
      if let number = Int(number), !cases.isEmpty { return cases[number % cases.count] }
      return cases.count > 1
        ? "[\(cases.joined(separator: ", "))][(\(number)) % \(cases.count)]" : cases.first
    case .struct:
      // One without parameters only where no other can be called.
      let usable = declaration.initializers.filter { module.canUse($0, of: declaration) }
      let inOrder = usable.filter { !$0.parameters.isEmpty } + usable.filter(\.parameters.isEmpty)
      return inOrder.lazy.compactMap { arguments($0.parameters, number, inside) }.first
        .map { "\(module.spelling(of: declaration))(\($0))" }
    case .class, .protocol: return nil
    }
  }

  private func call(
    _ declaration: TypeDeclaration, _ enumCase: EnumCase, _ number: String, _ inside: [String]
  ) -> String? {
    let name = "\(module.spelling(of: declaration)).\(escaped(enumCase.name))"
    if enumCase.payload.isEmpty { return name }
    return arguments(enumCase.payload, number, inside).map { "\(name)(\($0))" }
  }

  func arguments(_ parameters: [Parameter], _ number: String, _ inside: [String] = []) -> String? {
    var arguments: [String] = []
    for parameter in parameters {
      guard let value = value(of: parameter.type, number, inside: inside) else {
        if parameter.hasDefault { continue }
        return nil
      }
      arguments.append(parameter.argument(value))
    }
    return arguments.joined(separator: ", ")
  }
}
