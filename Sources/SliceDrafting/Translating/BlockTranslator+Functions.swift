/// Calls of functions and initializers of the module.
extension BlockTranslator {
  /// Translates a call of a function of the module; nil where the module has none.
  ///
  /// One expression that changes nothing replaces the call; other functions become methods.
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
    let element = passed
    passed = nil
    guard let (function, values, next) = try called(candidates, at: place + 1, element)
    else { throw reason("calls `\(name)`") }
    let isOverridden = candidates.contains {
      $0.owner != function.owner && $0.parameters.map(\.label) == function.parameters.map(\.label)
    }
    if isOverridden { throw reason("calls `\(name)`, which is overridden") }
    let isStatement = statement == next
    let isReturn = function.source[function.range.lowerBound] == "return"
    let body = function.range.dropFirst(isReturn ? 1 : 0)
    let isNested =
      values.contains { $0.value?.text.hasPrefix("{") == true }
      || values.contains { $0.value?.text.contains("$") == true }
        && body.contains { function.source[$0] == "{" }
    // Helpers that call others twice double a draft with each level.
    if !isStatement, !isNested, function.result != nil, inlined.count < 4, !inlined.contains(name),
      within(function, values, object, { isOneExpression(body) })
    {
      var result = try within(function, values, object) { try expression(body) }
      result.text = result.operand
      return (result, next)
    }
    do {
      var result = try callMethod(function, values, on: object)
      if isStatement {
        result = Meaning(text: (function.result == nil ? "" : "_ = ") + result.text)
      }
      return (result, next)
    } catch TranslationError.untranslatable(let reason) {
      throw self.reason("calls `\(name)`, which \(reason)")
    }
  }

  /// The first of some functions that takes the labels of a call, with what the call passes to each parameter,
  /// nil for a default, and the place behind the call.
  private func called(
    _ candidates: [CodeBody], at open: Int, _ element: Meaning? = nil
  ) throws -> (CodeBody, [(parameter: CodeBody.Parameter, value: Meaning?)], Int)? {
    if let element, let function = candidates.first(where: { $0.parameters.count == 1 }) {
      return (function, [(function.parameters[0], element)], open)
    }
    let given = text(open) == "(" ? parts(open + 1..<close(open)) : []
    let end = text(open) == "(" ? close(open) + 1 : open
    let labels = given.map { text($0.lowerBound + 1) == ":" ? text($0.lowerBound) : "_" }
    for function in candidates {
      let last = function.parameters.last
      let isTrailing = text(end) == "{" && end != head && last?.spelling.contains("->") == true
      let all = given + (isTrailing ? [end..<close(end) + 1] : [])
      let names = labels + (isTrailing ? [last?.label ?? ""] : [])
      guard let places = function.arguments(labeled: names) else { continue }
      let values = try zip(function.parameters, places).map { parameter, place in
        (parameter, try place.map { try argument(all[$0], for: parameter) })
      }
      return (function, values, isTrailing ? close(end) + 1 : end)
    }
    return nil
  }

  /// The class of the one parameter that a closure has; nil for one of values.
  func element(of parameter: CodeBody.Parameter) throws -> ClassUse? {
    let words = parameter.type
    let classes = plan.graph.uses.filter { use in
      plan.graph.declaration(of: use).map { words.contains($0.shortName) } ?? false
    }
    guard let use = classes.first else { return nil }
    let isFirst = parameter.spelling.prefix { $0 != ">" }.filter { $0 == "," }.isEmpty
    guard classes.count == 1, isFirst, parameter.spelling.hasPrefix("("),
      words.count(where: { $0 == plan.graph.declaration(of: use)?.shortName }) == 1,
      SourceTokens(parameter.spelling)[1] == words.first
    else { throw reason("passes a closure of objects") }
    return use
  }

  /// The text of an argument that is not given.
  func defaultValue(of parameter: CodeBody.Parameter) throws -> String {
    let text = parameter.defaultValue ?? ""
    let makes = plan.graph.uses.compactMap(plan.graph.declaration).contains { type in
      SourceTokens(text).tokens.contains { $0.text == type.shortName }
    }
    if makes { throw reason("makes an object for `\(parameter.name)` unless one is given") }
    let source = SourceTokens(text)
    for place in source.tokens.indices { try checkIsSame(place, of: source) }
    return text
  }

  /// Reads an expression of a function or of an initializer, in which only its parameters have names.
  private func within<Result>(
    _ function: CodeBody, _ values: [(parameter: CodeBody.Parameter, value: Meaning?)],
    _ object: Meaning?, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = (source, names, this, owner, head, rebuilt)
    defer {
      (source, names, this, owner, head, rebuilt) = outer
      inlined.removeLast()
    }
    (source, this) = (function.source, object)
    this?.born = changes.count
    names = [:]
    for (parameter, value) in values {
      name(parameter.name, value ?? Meaning(text: parameter.defaultValue ?? ""))
    }
    (owner, head, rebuilt) = (function.owner, head.map { _ in -1 }, nil)
    inlined.append(function.name)
    return try body()
  }

  /// The value of a new object, from what its initializer assigns.
  func newObject(_ use: ClassUse, _ start: Int) throws -> Meaning {
    guard let object = plan.plan(of: use), let type = plan.graph.declaration(of: use),
      let found = try values(made: object, by: type, start + 1)
    else { throw reason("makes a `\(text(start))`") }
    let parts = object.parts.filter { part in
      if case .backReference = part.role { false } else { !part.isOmitted }
    }
    for part in parts where found[part.name] == nil && plan.defaultValue(of: part) == nil {
      throw reason("makes an object without a value for `\(part.name)`")
    }
    let assigned = parts.compactMap { part in
      found[part.name].map { "\(escaped(part.name)): \($0)" }
    }
    var made = Meaning(
      kind: .object(use), text: "\(object.valueName)(\(assigned.joined(separator: ", ")))")
    made.parts = found
    return made
  }

  /// The values that an initializer of a class assigns, called at a place; nil where it has none.
  private func values(
    made object: ObjectPlan, by type: TypeDeclaration, _ open: Int
  ) throws -> [String: String]? {
    let all = plan.graph.module.code.initializers
    let own = all.filter { [type.name, type.shortName].contains($0.owner) }
    guard let (body, arguments, _) = try called(own, at: open) else { return nil }
    for (parameter, value) in arguments where value == nil { _ = try defaultValue(of: parameter) }
    return try within(body, arguments, nil) {
      var (values, place) = ([String: String](), body.range.lowerBound)
      while place < body.range.upperBound {
        let stop = end(ofStatementAt: place, in: body.range.upperBound)
        if text(place) == "super", text(place + 2) == "init" {
          // The initializer of a class of another module sets no property of the state.
          if let base = plan.graph.module.superclasses(of: type).first {
            guard let found = try self.values(made: object, by: base, place + 3)
            else { throw reason("makes an object by an initializer that is not found") }
            values.merge(found) { $1 }
          }
        } else if let equals = parts(place..<stop, at: "=").first?.upperBound, equals < stop {
          for (target, value) in pairs(place..<stop, equals) {
            let name = text(target.upperBound - 1).bare
            guard let part = object.parts.first(where: { $0.field.name == name }) else { continue }
            if let value = try self.value(of: part, value) { values[part.name] = value }
          }
        } else {
          throw reason("makes an object whose initializer does more than assign")
        }
        place = text(stop) == ";" ? stop + 1 : stop
      }
      return values
    }
  }

  /// The value that an initializer assigns to a property; nil for one that the value does not have.
  private func value(of part: ObjectPlan.Part, _ range: Range<Int>) throws -> String? {
    if case .backReference = part.role { return nil }
    if part.isOmitted { return nil }
    let value = try expression(range)
    switch part.role {
    case .alias where !value.isValue: return try id(of: value)
    case .dictionary where part.isSet && value.text == "[]": return "[:]"
    case _ where value.isValue: return value.text
    default: throw reason("makes an object with another one")
    }
  }
}
