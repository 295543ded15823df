/// Finds the initializer that makes an object from its values.
struct ObjectCreation {
  let plan: SlicePlan
  private var samples: Samples { Samples(module: plan.graph.module) }

  /// The expression that makes an object of a class; nil when no initializer is called with its values alone,
  /// and keeps all constants.
  func expression(for object: ObjectPlan) -> String? {
    guard let type = plan.graph.declaration(of: object.use) else { return nil }
    let calls = initializers(of: type).filter { plan.graph.module.canUse($0, of: type) }
      .compactMap { arguments(of: $0, for: object, type) }
    return calls.min { ($0.samples, $0.list.count) < ($1.samples, $1.list.count) }
      .map { "\(plan.graph.spelling(of: object.use))(\($0.list.joined(separator: ", ")))" }
  }

  /// Its own, or those that it inherits when it has none.
  private func initializers(of type: TypeDeclaration) -> [Initializer] {
    let own = type.initializers
    if own.contains(where: { !$0.isConvenience }) { return own }
    let superclass = type.superclass.flatMap { plan.graph.module.types[$0] }
    return own + (superclass.map(initializers) ?? [])
  }

  private func arguments(
    of initializer: Initializer, for object: ObjectPlan, _ type: TypeDeclaration
  ) -> (list: [String], samples: Int)? {
    var (arguments, count) = ([String](), 0)
    var left = Set(object.constants.map(\.field.name))
    for parameter in initializer.parameters {
      let target = property(parameter, of: initializer, in: type)
      let expected = parameter.type.substituting(type.genericParameters, by: object.use.arguments)
      guard let part = object.parts.first(where: { matches(parameter, $0, named: target) }) else {
        if parameter.hasDefault { continue }
        // Any value serves where `write` sets all that the initializer could make of it.
        guard !object.parts.contains(where: \.isLost), let any = samples.value(of: expected, "0")
        else { return nil }
        arguments.append(parameter.argument(any))
        count += 1
        continue
      }
      left.remove(part.field.name)
      let isGiven = parameter.type.isOptional || !part.isOptional
      if isGiven, let value = value(of: part) {
        arguments.append(parameter.argument(value))
        continue
      }
      if parameter.hasDefault { continue }
      guard part.isLinked, let any = placeholder(expected, for: part) else { return nil }
      arguments.append(parameter.argument(any))
    }
    return left.isEmpty ? (arguments, count) : nil
  }

  /// The property that an initializer sets to a parameter, by its body.
  private func property(
    _ parameter: Parameter, of initializer: Initializer, in type: TypeDeclaration
  ) -> String? {
    let body = plan.graph.module.code.initializers.first {
      [type.name, type.shortName].contains($0.owner)
        && $0.parameters.map(\.label) == initializer.parameters.map(\.label)
    }
    return body.flatMap { body in
      let source = body.source
      return body.range.first { source[$0] == parameter.name && source[$0 - 1] == "=" }
        .map { source[$0 - 2].bare }
    }
  }

  private func matches(
    _ parameter: Parameter, _ part: ObjectPlan.Part, named target: String?
  ) -> Bool {
    [parameter.label, parameter.name, target].contains(part.field.name)
      && parameter.type.unwrapped == part.field.type.unwrapped
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
    _ type: TypeExpression, for part: ObjectPlan.Part, depth: Int = 0
  ) -> String? {
    switch type {
    case .optional: return "nil"
    case .array: return "[]"
    case .dictionary: return "[:]"
    case .named(_, "s:Sh", _): return "[]"
    default:
      let module = plan.graph.module
      // Classes may need each other in a circle.
      guard case .backReference = part.role, depth < 3, let use = module.classUse(type),
        let declaration = plan.graph.declaration(of: use)
      else { return nil }
      // An object of its own, with any values: the link replaces it.
      let calls = declaration.initializers.filter { module.canUse($0, of: declaration) }
        .compactMap { call -> [String]? in
          let required = call.parameters.filter { !$0.hasDefault }
          let values = required.compactMap { parameter in
            (samples.value(of: parameter.type, "0")
              ?? placeholder(parameter.type, for: part, depth: depth + 1)).map(parameter.argument)
          }
          return values.count == required.count ? values : nil
        }
      return calls.min { $0.count < $1.count }
        .map { "\(plan.graph.spelling(of: use))(\($0.joined(separator: ", ")))" }
    }
  }
}
