/// Finds the initializer that makes an object from its values.
struct ObjectCreation {
  let plan: SlicePlan

  /// The expression that makes an object of a class; nil when no initializer takes values that are there.
  func expression(for object: ObjectPlan) -> String? {
    guard let type = plan.graph.declaration(of: object.use) else { return nil }
    let calls = initializers(of: type).filter { plan.graph.module.canUse($0, of: type) }.compactMap
    { initializer in
      arguments(of: initializer, for: object, type).map { arguments in
        let isKnown = { (parameter: Parameter) in object.parts.contains { matches(parameter, $0) } }
        let unknown = initializer.parameters.filter { !$0.hasDefault && !isKnown($0) }.count
        return (arguments, initializer, unknown: unknown)
      }
    }
    // The one that takes most on; of these the one with the fewest arguments that are any values.
    let best = calls.max { first, second in
      let (one, other) = (taken(first.1, object), taken(second.1, object))
      return (one, -first.unknown, -first.0.count) < (other, -second.unknown, -second.0.count)
    }
    return best.map { "\(plan.graph.spelling(of: object.use))(\($0.0.joined(separator: ", ")))" }
  }

  /// Its own, or those that it inherits when it has none.
  private func initializers(of type: TypeDeclaration) -> [Initializer] {
    let own = type.initializers
    if own.contains(where: { !$0.isConvenience }) { return own }
    let superclass = type.superclass.flatMap { plan.graph.module.types[$0] }
    return own + (superclass.map(initializers) ?? [])
  }

  private func taken(_ initializer: Initializer, _ object: ObjectPlan) -> Int {
    object.constants.filter { constant in initializer.parameters.contains { matches($0, constant) }
    }.count
  }

  private func arguments(
    of initializer: Initializer, for object: ObjectPlan, _ type: TypeDeclaration
  ) -> [String]? {
    // Once the constants are given, `write` sets the rest.
    let takesConstants = taken(initializer, object) == object.constants.count
    var arguments: [String] = []
    for parameter in initializer.parameters {
      let expected = parameter.type.substituting(type.genericParameters, by: object.use.arguments)
      let part = object.parts.first { matches(parameter, $0) } ?? near(parameter, object)
      guard let value = part.flatMap({ value(of: $0) }) ?? placeholder(parameter, expected) else {
        if parameter.hasDefault { continue }
        guard takesConstants, !object.parts.contains(where: { $0.field.name == parameter.name }),
          let any = Samples(module: plan.graph.module).value(of: expected, "0")
        else { return nil }
        arguments.append(parameter.argument(any))
        continue
      }
      if parameter.hasDefault, value == "nil" { continue }
      arguments.append(parameter.argument(value))
    }
    return arguments
  }

  private func matches(_ parameter: Parameter, _ part: ObjectPlan.Part) -> Bool {
    guard parameter.label == part.field.name || parameter.name == part.field.name
    else { return false }
    return parameter.type == part.field.type || parameter.type == part.field.type.unwrapped
  }

  /// The one property whose name contains that of a parameter: `nameForDisplay` for `name`.
  private func near(_ parameter: Parameter, _ object: ObjectPlan) -> ObjectPlan.Part? {
    let parts = object.parts.filter {
      $0.field.name.lowercased().contains(parameter.name.lowercased())
        && $0.field.type == parameter.type
    }
    return parts.count == 1 ? parts[0] : nil
  }

  private func value(of part: ObjectPlan.Part) -> String? {
    let name = escaped(part.name)
    let each = name + (part.isOptional ? "?" : "")
    return switch part.role {
    case .plain: name
    case .object(_, let isOptional): isOptional ? "\(name)?.makeObject()" : "\(name).makeObject()"
    case .list: "\(each).map { $0.makeObject() }"
    case .dictionary where part.isSet && part.isOptional:
      "\(name).map { Set($0.values.map { $0.makeObject() }) }"
    case .dictionary where part.isSet: "Set(\(name).values.map { $0.makeObject() })"
    case .dictionary: "\(each).mapValues { $0.makeObject() }"
    case .alias, .backReference, .omitted: nil
    }
  }

  /// A placeholder for a reference until the objects are linked.
  private func placeholder(
    _ parameter: Parameter, _ type: TypeExpression, depth: Int = 0
  ) -> String? {
    if parameter.hasDefault { return nil }
    switch type {
    case .optional: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .named(_, "s:Sh", _): return "[]"
    default:
      let module = plan.graph.module
      // Classes may need each other in a circle.
      guard depth < 3, let use = module.classUse(type),
        let declaration = plan.graph.declaration(of: use)
      else { return nil }
      // An object of its own, with any values: the link replaces it.
      let calls = declaration.initializers.filter { module.canUse($0, of: declaration) }
        .compactMap { call -> [String]? in
          let required = call.parameters.filter { !$0.hasDefault }
          let values = required.compactMap { parameter in
            (Samples(module: module).value(of: parameter.type, "0")
              ?? placeholder(parameter, parameter.type, depth: depth + 1)).map(parameter.argument)
          }
          return values.count == required.count ? values : nil
        }
      return calls.min { $0.count < $1.count }
        .map { "\(plan.graph.spelling(of: use))(\($0.joined(separator: ", ")))" }
    }
  }
}
