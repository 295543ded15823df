/// The source that makes random actions, and a small domain of all kinds of them.
struct ActionsDraft {
  let module: Module
  /// The state, whose ids occur in the actions.
  let graph: StateGraph?
  let action: TypeDeclaration
  /// The module with the actions.
  let target: String

  private var spelling: String { module.actionSpelling(action) }

  /// The actions, without their payloads.
  var names: [String] { module.actions(of: action).flatMap(expressions).map(\.name) }

  var text: String {
    let all = module.actions(of: action).flatMap(expressions)
    let values = all.flatMap { $0.values }
    let known = values.filter { !Self.removes($0) } + values.filter(Self.removes)
    var source = SourceBuilder()
    var imports = ["Foundation"] + module.names.filter { $0 != target }
    // The one payload type of the value store that is known.
    if known.contains(where: { $0.contains("WindowUUID(") }) { imports.append("ValueRedux") }
    source.add(Set(imports).sorted().map { "import \($0)" })
    source.add(["@testable import \(target)", ""])
    source.add("/// Actions for checks: random ones, and a few of each kind.")
    source.block("enum DraftedActions") { source in
      for (name, values) in all where values.isEmpty {
        source.add("// CHECK: no payload is known for \(name); add such an action here.")
      }
      source.add(
        text: """
          /// The actions, those that remove last. Each range has the numbers of the objects in the samples,
          /// whose ids the payload may name, and one that is new.
          static func actions(_ number: (ClosedRange<Int>) -> Int) -> [\(spelling)] {
            [
          """)
      source.add(known.map { "    \($0)," })
      source.add(
        text: """
            ]
          }

          /// A small domain, for searches that try every list of actions: ids that are there, and new ones in every
          /// second place.
          static let domain: [\(spelling)] = {
            var isNew = false
            func mixed(_ numbers: ClosedRange<Int>) -> Int {
              isNew.toggle()
              return isNew ? numbers.upperBound : numbers.lowerBound
            }
            let first = actions(mixed)
            isNew = true
            return first + actions(mixed) + actions { $0.lowerBound }
          }()

          /// A random action; few numbers, so that ids meet.
          static func random(using generator: inout any RandomNumberGenerator) -> \(spelling) {
            let actions = actions { .random(in: $0, using: &generator) }
            return actions[.random(in: 0..<actions.count, using: &generator)]
          }
          """)
      LiteralsDraft(module).add(to: &source)
    }
    return source.text
  }

  /// The expressions of a type, or of each of its cases, by their names; none where no payload is known.
  private func expressions(of type: TypeDeclaration) -> [(name: String, values: [String])] {
    let spelling = module.spelling(of: type)
    guard type.kind == .enum else {
      let named = TypeExpression.named(type.name, identifier: type.identifier, [])
      let value = Samples(module: module).value(of: named, "number(0...5)")
      return [(spelling, [value].compactMap(\.self))]
    }
    return type.cases.map { enumCase in
      let name = "\(spelling).\(escaped(enumCase.name))"
      let payloads = payloads(of: enumCase).map { "\(name)(\($0))" }
      return (name, enumCase.payload.isEmpty ? [name] : payloads)
    }
  }

  private static func removes(_ expression: String) -> Bool {
    let name = expression.prefix { $0 != "(" }.split(separator: ".").last?.lowercased() ?? ""
    return ["remove", "delete", "clear", "reset", "close", "discard", "erase"].contains {
      name.contains($0)
    }
  }

  /// The numbers that a payload is made of: those of the objects that it may name by their ids.
  private func number(_ parameter: Parameter, in name: String) -> String {
    guard let graph else { return "number(0...5)" }
    let type = parameter.type.unwrapped.parts.first ?? parameter.type.unwrapped
    func isKnown(_ use: ClassUse) -> Bool {
      graph.top(of: use) == use && SlicePlanner.id(of: use, in: graph)?.type == type
    }
    let found =
      [named(in: parameter.label), named(in: name), graph.uses].map { $0.filter(isKnown) }
      .first { !$0.isEmpty } ?? []
    guard let range = StateGraph.hull(of: found.map(graph.numbers)) else { return "number(0...5)" }
    return "number(\(range.lowerBound)...\(range.upperBound + 1))"
  }

  /// The value of a payload, all of which follows from one number, as a key of several parts does.
  private func value(of parameter: Parameter, in name: String) -> String? {
    let (samples, number) = (Samples(module: module), number(parameter, in: name))
    let text = samples.value(of: parameter.type, number)
    let type = parameter.type.identifier.flatMap { module.types[$0] }
    guard type?.kind == .struct, let text, text.ranges(of: number).count > 1 else { return text }
    return samples.value(of: parameter.type, "number").map { "{ number in \($0) }(\(number))" }
  }

  /// The classes whose names a text contains.
  private func named(in text: String) -> [ClassUse] {
    graph?.uses.filter { use in
      graph?.declaration(of: use).map { text.lowercased().contains($0.shortName.lowercased()) }
        == true
    } ?? []
  }

  /// The payloads of a case: one for each case of an action inside of an action, and such in which one part is nil,
  /// an empty text or an empty list.
  private func payloads(of enumCase: EnumCase) -> [String] {
    var (lists, others): ([[String]], [[String]]) = ([[]], [])
    for parameter in enumCase.payload {
      var choices: [String] = []
      if case .named(_, let identifier?, _) = parameter.type, let inner = module.types[identifier],
        inner.kind == .enum, inner.identifier != action.identifier,
        !inner.cases.flatMap(\.payload).flatMap(\.type.identifiers).contains(identifier)
      {
        choices = expressions(of: inner).flatMap { $0.values }
      } else {
        choices = [value(of: parameter, in: enumCase.name)].compactMap(\.self)
      }
      func adding(_ values: [String], to lists: [[String]]) -> [[String]] {
        lists.flatMap { list in values.map { list + [parameter.argument($0)] } }
      }
      others = adding(Array(choices.prefix(1)), to: others)
      if !choices.isEmpty { others += adding(rare(parameter), to: Array(lists.prefix(1))) }
      lists = adding(choices, to: lists)
    }
    return (lists + others).map { $0.joined(separator: ", ") }
  }

  /// The values of a payload that blocks often forget.
  private func rare(_ parameter: Parameter) -> [String] {
    let type = parameter.type.unwrapped
    let label = parameter.label.lowercased()
    let isID = label == "_" || label.hasSuffix("id") || !named(in: label).isEmpty
    let empty: String? =
      switch type {
      case .named("String", _, _) where !isID: "\"\""
      case .array: "[]"
      case .dictionary: "[:]"
      default: nil
      }
    let missing = parameter.type.isOptional ? ["nil"] : []
    return missing + [empty].compactMap(\.self)
  }
}
