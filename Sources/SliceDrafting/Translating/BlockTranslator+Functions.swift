/// What functions and initializers of the module do, in the place of their calls.
extension BlockTranslator {
  /// Puts the body of a function of the module in the place of a call; nil where the module has none.
  mutating func call(
    _ name: String, on object: Meaning?, at place: Int, _ end: Int, _ isStatement: Bool
  ) throws -> (Meaning, Int)? {
    let graph = plan.graph
    let type = object.map { $0.object.flatMap(graph.declaration) ?? graph.root }
    let types = type.map { [$0] + graph.module.superclasses(of: $0) } ?? []
    let candidates = (graph.module.code.functions[name] ?? []).filter { function in
      type == nil
        ? function.owner == nil || function.owner == owner
        : types.contains { function.owner == $0.name || function.owner == $0.shortName }
    }
    guard !candidates.isEmpty else { return nil }
    let isCall = text(place + 1) == "("
    let next = isCall ? try close(place + 1) + 1 : place + 1
    let arguments = isCall ? parts(place + 2..<next - 1) : []
    guard let function = candidates.first(where: { $0.parameters.count == arguments.count }),
      inlined.count < 4, !inlined.contains(name)
    else { throw reason("calls `\(name)`") }
    var values: [String: Meaning] = [:]
    for (parameter, range) in zip(function.parameters, arguments) {
      values[parameter.name] = try argument(range)
    }
    let isWhole = isStatement && next == end
    let result = try within(function, values, object) { translator in
      if isWhole {
        try translator.inline(function, values)
        return Meaning(text: "")
      }
      let isReturn = translator.text(function.range.lowerBound) == "return"
      let body = function.range.dropFirst(isReturn ? 1 : 0)
      let isOne = translator.end(ofStatementAt: body.startIndex, in: body.endIndex) == body.endIndex
      guard isOne,
        !["guard", "if", "let", "var", "switch", "for"].contains(translator.text(body.startIndex)),
        !values.values.contains(where: { $0.text.contains("$") && translator.has("{", in: body) })
      else { throw translator.reason("calls `\(name)`, which has several statements") }
      return try translator.expression(body)
    }
    var found = result
    if next < end { found.text = result.operand }
    return (found, next)
  }

  func has(_ word: String, in range: Range<Int>) -> Bool { range.contains { text($0) == word } }

  private mutating func argument(_ range: Range<Int>) throws -> Meaning {
    let start = text(range.lowerBound + 1) == ":" ? range.lowerBound + 2 : range.lowerBound
    do { return try expression(start..<range.upperBound) } catch TranslationError.untranslatable(
      let reason)
    {
      // Only what uses it cannot be translated.
      return Meaning(kind: .foreign, text: reason)
    }
  }

  /// Reads the body of a function or of an initializer, in which only its parameters have names.
  private mutating func within<Result>(
    _ function: CodeBody, _ values: [String: Meaning], _ object: Meaning?,
    _ body: (inout Self) throws -> Result
  ) throws -> Result {
    let (source, names, this, owner, inlined) = (source, names, this, owner, inlined)
    (self.source, self.names, self.this) = (function.source, values, object)
    (self.owner, self.inlined) = (function.owner, inlined + [function.name])
    let result = try body(&self)
    (self.source, self.names, self.this, self.owner, self.inlined) = (
      source, names, this, owner, inlined
    )
    return result
  }

  /// The statements of a function, in a block of their own where names or an end need one.
  private mutating func inline(_ function: CodeBody, _ values: [String: Meaning]) throws {
    let lets = function.parameters.filter { parameter in
      guard let value = values[parameter.name], value.isValue, value.text != parameter.name else {
        return false
      }
      return value.text.hasPrefix(".") || !value.text.allSatisfy { $0.isLetter || $0.isNumber }
    }
    let ends = has("return", in: function.range)
    if lets.isEmpty, !ends { return try statements(function.range) }
    let outer = exit
    exit = "break \(function.name)"
    try nested(ends ? "\(function.name): do {" : "do {") { translator in
      for (name, type) in lets {
        let annotation = type.count == 1 ? ": \(type[0])" : ""
        translator.add("let \(name)\(annotation) = \(values[name]?.text ?? "")")
        translator.names[name] = Meaning(text: name)
      }
      try translator.statements(function.range)
    }
    exit = outer
  }

  /// The value of a new object, from what its initializer assigns.
  mutating func newObject(_ use: ClassUse, _ start: Int) throws -> (Meaning, Int) {
    let close = try close(start + 1)
    let arguments = parts(start + 2..<close)
    let labels = arguments.map { text($0.lowerBound + 1) == ":" ? text($0.lowerBound) : "_" }
    guard let object = plan.plan(of: use), plan.hierarchies.isEmpty,
      let type = plan.graph.declaration(of: use),
      let initializer = type.initializers.first(where: { $0.accepts(labels) }),
      let body = plan.graph.module.code.initializers.first(where: {
        [type.name, type.shortName].contains($0.owner)
          && $0.parameters.map(\.name) == initializer.parameters.map(\.name)
      })
    else { throw reason("makes a `\(text(start))`") }
    var (values, rest) = ([String: Meaning](), Array(zip(labels, arguments))[...])
    for parameter in initializer.parameters {
      if let (label, range) = rest.first, label == parameter.label {
        values[parameter.name] = try argument(range)
        rest = rest.dropFirst()
      } else {
        values[parameter.name] = initializer.defaultValue(of: parameter).map { Meaning(text: $0) }
      }
    }
    let found = try within(body, values, nil) { try $0.values(assignedIn: body.range, object) }
    let assigned = object.parts.compactMap { part in
      found[part.name].map { "\(escaped(part.name)): \($0)" }
    }
    var made = Meaning(
      kind: .object(use), text: "\(object.valueName)(\(assigned.joined(separator: ", ")))")
    made.parts = found
    return (made, close + 1)
  }

  /// The values of a new object, by the assignments of an initializer.
  private mutating func values(
    assignedIn range: Range<Int>, _ object: ObjectPlan
  ) throws -> [String: String] {
    var (assigned, place) = ([String: Range<Int>](), range.lowerBound)
    while place < range.upperBound {
      let stop = end(ofStatementAt: place, in: range.upperBound)
      guard let equals = parts(place..<stop, at: "=").first?.upperBound, equals < stop else {
        throw reason("makes an object whose initializer does more than assign")
      }
      let isTuple = text(place) == "(" && text(equals + 1) == "("
      let targets = isTuple ? parts(place + 1..<equals - 1) : [place..<equals]
      let values = isTuple ? parts(equals + 2..<stop - 1) : [equals + 1..<stop]
      for (target, value) in zip(targets, values) {
        assigned[text(target.upperBound - 1).bare] = value
      }
      place = text(stop) == ";" ? stop + 1 : stop
    }
    var values: [String: String] = [:]
    for part in object.parts {
      guard let range = assigned[part.field.name] else {
        guard ValueDefaults(plan: plan).hasDefault(part) else {
          throw reason("makes an object without a value for `\(part.name)`")
        }
        continue
      }
      switch part.role {
      case .backReference, .omitted: break
      case .alias:
        let value = try expression(range)
        values[part.name] = value.isValue ? value.text : try id(of: value)
      case .dictionary where part.isSet && text(range.lowerBound) == "[": values[part.name] = "[:]"
      default:
        let value = try expression(range)
        guard value.isValue else { throw reason("makes an object with another one") }
        values[part.name] = value.text
      }
    }
    return values
  }
}

extension Initializer {
  /// Whether a call has these labels; parameters with a default may be left out.
  fileprivate func accepts(_ labels: [String]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if rest.first == parameter.label {
        rest = rest.dropFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return rest.isEmpty
  }

  /// The default of a parameter, as written.
  fileprivate func defaultValue(of parameter: Parameter) -> String? {
    let part = text.split(separator: ", ").first { $0.contains("\(parameter.name): ") }
    return part?.firstRange(of: " = ").map { range in
      let value = part?[range.upperBound...] ?? ""
      return String(value.hasSuffix(")") ? value.dropLast() : value)
    }
  }
}
