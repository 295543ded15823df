/// Calls of functions and initializers of the module, replaced by their bodies.
extension BlockTranslator {
  /// Puts the body of a function of the module in the place of a call; nil where the module has none.
  func call(_ name: String, on object: Meaning?, at place: Int) throws -> (Meaning, Int)? {
    let graph = plan.graph
    let type = object.map { $0.object.flatMap(graph.declaration) ?? graph.root }
    let types = type.map { [$0] + graph.module.superclasses(of: $0) } ?? []
    let candidates = (graph.module.code.functions[name] ?? []).filter { function in
      type == nil
        ? function.owner == nil || function.owner == owner
        : types.contains { function.owner == $0.name || function.owner == $0.shortName }
    }
    guard !candidates.isEmpty else { return nil }
    let (element, unary) = (passed, candidates.first { $0.parameters.count == 1 })
    passed = nil
    // Helpers that call others twice double a draft with each level.
    guard inlined.count < 4, !inlined.contains(name),
      let (function, values) = try element.flatMap({ element in
        unary.map { ($0, [$0.parameters[0].name: element]) }
      }) ?? called(candidates, at: place + 1)
    else { throw reason("calls `\(name)`") }
    let next = text(place + 1) == "(" ? close(place + 1) + 1 : place + 1
    let isWhole = statement == next
    var result = try within(function, values, object) {
      if isWhole {
        try inline(function, values)
        return Meaning(text: "")
      }
      let isReturn = text(function.range.lowerBound) == "return"
      let body = function.range.dropFirst(isReturn ? 1 : 0)
      let isNested =
        values.values.contains { $0.text.contains("$") }
        && body.contains { text($0) == "{" }
      guard isOneExpression(body), !isNested
      else { throw reason("calls `\(name)`, which has several statements") }
      return try expression(body)
    }
    result.text = result.operand
    return (result, next)
  }

  /// The first of some functions that takes the labels of a call, with what the call passes to it.
  private func called(
    _ candidates: [CodeBody], at open: Int
  ) throws -> (CodeBody, [String: Meaning])? {
    let given = text(open) == "(" ? parts(open + 1..<close(open)) : []
    let labels = given.map { text($0.lowerBound + 1) == ":" ? text($0.lowerBound) : "_" }
    for function in candidates {
      guard let places = function.arguments(labeled: labels) else { continue }
      var values: [String: Meaning] = [:]
      for (parameter, place) in zip(function.parameters, places) {
        let text = parameter.defaultValue ?? ""
        let makes = plan.graph.uses.compactMap(plan.graph.declaration).contains { type in
          place == nil && SourceTokens(text).tokens.contains { $0.text == type.shortName }
        }
        if makes { throw reason("makes an object for `\(parameter.name)` unless one is given") }
        values[parameter.name] = try place.map { try argument(given[$0]) } ?? Meaning(text: text)
      }
      return (function, values)
    }
    return nil
  }

  /// Reads the body of a function or of an initializer, in which only its parameters have names.
  private func within<Result>(
    _ function: CodeBody, _ values: [String: Meaning], _ object: Meaning?,
    _ body: () throws -> Result
  ) throws -> Result {
    let outer = (source, names, this, owner, head, rebuilt)
    defer {
      (source, names, this, owner, head, rebuilt) = outer
      inlined.removeLast()
    }
    (source, this) = (function.source, object)
    this?.born = changes.count
    names = [:]
    for (name, value) in values { self.name(name, value) }
    (owner, head, rebuilt) = (function.owner, head.map { _ in -1 }, nil)
    inlined.append(function.name)
    return try body()
  }

  /// The statements of a function, in a block of their own where names or an end need one.
  private func inline(_ function: CodeBody, _ values: [String: Meaning]) throws {
    if values.values.contains(where: { $0.text.hasPrefix("{") }) {
      throw reason("passes a closure to `\(function.name)`")
    }
    let lets = function.parameters.filter { parameter in
      guard let value = values[parameter.name], value.isValue, value.text != parameter.name
      else { return false }
      return !value.text.allSatisfy { $0.isLetter || $0.isNumber }
    }
    // One with a value ends a closure.
    let ends = function.range.contains { place in
      text(place) == "return" && (isLast(place + 1) || place + 1 == function.range.upperBound)
    }
    if lets.isEmpty, !ends { return try statements(function.range) }
    let outer = exit
    exit = "break \(function.name)"
    try nested(ends ? "\(function.name): do {" : "do {") {
      for parameter in lets {
        let text = values[parameter.name]?.text ?? ""
        let hasType = text.prefix(1).contains { $0.isLetter || "([".contains($0) }
        let type = hasType || parameter.type.count != 1 ? "" : ": \(parameter.type[0])"
        add("let \(parameter.name)\(type) = \(text)")
        names[parameter.name] = Meaning(text: parameter.name)
      }
      try statements(function.range)
    }
    exit = outer
  }

  /// The value of a new object, from what its initializer assigns.
  func newObject(_ use: ClassUse, _ start: Int) throws -> Meaning {
    let owners = plan.graph.declaration(of: use).map { [$0.name, $0.shortName] } ?? []
    let all = plan.graph.module.code.initializers
    guard let object = plan.plan(of: use),
      let (body, values) = try called(all.filter { owners.contains($0.owner ?? "") }, at: start + 1)
    else { throw reason("makes a `\(text(start))`") }
    let found = try within(body, values, nil) { try self.values(assignedIn: body.range, object) }
    let assigned = object.parts.compactMap { part in
      found[part.name].map { "\(escaped(part.name)): \($0)" }
    }
    var made = Meaning(
      kind: .object(use), text: "\(object.valueName)(\(assigned.joined(separator: ", ")))")
    made.parts = found
    return made
  }

  /// The values of a new object, by the assignments of an initializer.
  private func values(
    assignedIn range: Range<Int>, _ object: ObjectPlan
  ) throws -> [String: String] {
    var (assigned, place) = ([String: Range<Int>](), range.lowerBound)
    while place < range.upperBound {
      let stop = end(ofStatementAt: place, in: range.upperBound)
      guard let equals = parts(place..<stop, at: "=").first?.upperBound, equals < stop
      else { throw reason("makes an object whose initializer does more than assign") }
      for (target, value) in pairs(place..<stop, equals) {
        assigned[text(target.upperBound - 1).bare] = value
      }
      place = text(stop) == ";" ? stop + 1 : stop
    }
    var values: [String: String] = [:]
    for part in object.parts where !part.isOmitted {
      if case .backReference = part.role { continue }
      guard let range = assigned[part.field.name] else {
        guard plan.defaultValue(of: part) != nil
        else { throw reason("makes an object without a value for `\(part.name)`") }
        continue
      }
      let value = try expression(range)
      switch part.role {
      case .alias where !value.isValue: values[part.name] = try id(of: value)
      case .dictionary where part.isSet && value.text == "[]": values[part.name] = "[:]"
      case _ where value.isValue: values[part.name] = value.text
      default: throw reason("makes an object with another one")
      }
    }
    return values
  }
}
