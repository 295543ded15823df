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
    guard let identifier = type.identifier else { return }
    guard let declaration = module.types[identifier] else {
      // Classes of other modules, by their mangled names.
      if identifier.hasSuffix("C") || identifier.hasPrefix("c:objc(cs)") {
        reason = "\(module.spelling(of: type)) is a class of another module"
      }
      return
    }
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
    let literal = /\[:?\]|-?\d[\d._]*|"[^\\\n]*"|\.\w+/
    let isWord = ["true", "false", "nil"].contains(text)
    if isWord || text.wholeMatch(of: literal) != nil { return text }
    // `Filter.all` inside of the class becomes `.all`.
    guard case .named(let name, _, _) = type, let match = text.wholeMatch(of: /(\w+)\.(\w+)/),
      name.split(separator: ".").last == match.1
    else { return nil }
    return "." + match.2
  }
}

extension String {
  /// With a small first letter, or a small first word when it is an abbreviation.
  var uncapitalized: String {
    let capitals = prefix { $0.isUppercase }.count
    let first = capitals == count ? count : max(1, capitals - 1)
    return prefix(first).lowercased() + dropFirst(first)
  }

  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
