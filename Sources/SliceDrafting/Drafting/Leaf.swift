import Foundation

/// Whether a type of values can be a property of a drafted value.
struct Leaf {
  private(set) var isCodable = true
  private(set) var isHashable = true
  /// Why it cannot; nil when it can.
  private(set) var reason: String?

  /// Types of other modules are assumed to have what the compiler then checks.
  init(_ type: TypeExpression, in module: Module) {
    if let use = module.classes(inside: type).first {
      let name = module.types[use.identifier]?.name ?? "a class"
      reason = "it contains objects (\(name))"
      return
    }
    examine(type, in: module)
  }

  private mutating func examine(_ type: TypeExpression, in module: Module) {
    for part in type.parts { examine(part, in: module) }
    if case .other(let text) = type {
      reason = "\(text.trimmingCharacters(in: .whitespaces)) is no type that can be compared"
    }
    guard let declaration = type.identifier.flatMap({ module.types[$0] }) else { return }
    let conformances = declaration.conformances
    if declaration.kind == .protocol {
      reason = "\(declaration.name) is a protocol"
    } else if !conformances.contains("Equatable") {
      reason = "\(declaration.name) is not Equatable"
    } else if !module.sees(declaration.access, of: declaration.module) {
      reason = "\(declaration.name) is \(declaration.access)"
    } else if !conformances.contains("Sendable") {
      reason = "\(declaration.name) is not Sendable"
    }
    if !declaration.isCodable { isCodable = false }
    if !conformances.contains("Hashable") { isHashable = false }
  }

  /// An initial value that also compiles outside of its class; nil when it may not.
  static func portableValue(of field: Field, type: TypeExpression) -> String? {
    guard let text = field.initialValue else { return type.isOptional ? "nil" : nil }
    if ["true", "false", "nil", "[]", "[:]", "\"\""].contains(text) { return text }
    if text.first?.isNumber ?? false, text.allSatisfy({ $0.isNumber || "._".contains($0) }) {
      return text
    }
    if text.first == "-", text.dropFirst().allSatisfy({ $0.isNumber || "._".contains($0) }) {
      return text
    }
    if text.first == "\"", text.last == "\"", !text.contains("\\"), !text.contains("\n") {
      return text
    }
    let isWord = { (part: Substring) in part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if text.first == ".", text.count > 1, isWord(text.dropFirst()) { return text }
    // `Filter.all` inside of the class becomes `.all`.
    let parts = text.split(separator: ".")
    if case .named(let name, _, _) = type, parts.count == 2, parts.allSatisfy(isWord),
      name.split(separator: ".").last == parts[0]
    {
      return "." + parts[1]
    }
    return nil
  }
}

extension String {
  /// With a small first letter, or a small first word when it is an abbreviation.
  var uncapitalized: String {
    let capitals = prefix { $0.isUppercase }
    if capitals.count == count { return lowercased() }
    return capitals.dropLast(capitals.count > 1 ? 1 : 0).lowercased()
      + dropFirst(max(1, capitals.count) - (capitals.count > 1 ? 1 : 0))
  }

  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
