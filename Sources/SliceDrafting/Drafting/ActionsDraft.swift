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

          /// A small domain, for searches that try every list of actions.
          static let domain: [\(spelling)] = actions { $0.upperBound } + actions { $0.lowerBound }

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
    let uses = graph.uses.filter {
      graph.top(of: $0) == $0 && SlicePlanner.id(of: $0, in: graph)?.type == type
    }
    func named(in text: String) -> [ClassUse] {
      uses.filter {
        let name = graph.declaration(of: $0)?.shortName.lowercased() ?? ""
        return text.lowercased().contains(name)
      }
    }
    let found = [named(in: parameter.label), named(in: name), uses].first { !$0.isEmpty } ?? []
    guard let range = StateGraph.hull(of: found.map(graph.numbers)) else { return "number(0...5)" }
    return "number(\(range.lowerBound)...\(range.upperBound + 1))"
  }

  /// The payloads of a case: one for each case of an action inside of an action.
  private func payloads(of enumCase: EnumCase) -> [String] {
    var lists: [[String]] = [[]]
    for parameter in enumCase.payload {
      var choices: [String] = []
      if case .named(_, let identifier?, _) = parameter.type, let inner = module.types[identifier],
        inner.kind == .enum, inner.identifier != action.identifier,
        !inner.cases.flatMap(\.payload).flatMap(\.type.identifiers).contains(identifier)
      {
        choices = expressions(of: inner).flatMap { $0.values }
      } else if let value = Samples(module: module).value(
        of: parameter.type, number(parameter, in: enumCase.name))
      {
        choices = [value]
        if parameter.type.isOptional, value != "nil" { choices.append("nil") }
      }
      lists = lists.flatMap { list in choices.map { list + [parameter.argument($0)] } }
    }
    return lists.map { $0.joined(separator: ", ") }
  }
}
