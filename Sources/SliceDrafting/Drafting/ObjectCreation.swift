/// Finds the initializer that makes an object from its values.
struct ObjectCreation {
  let plan: SlicePlan

  /// The expression that makes an object of a class; nil when no initializer is called with its values alone,
  /// and keeps all constants.
  func expression(for object: ObjectPlan) -> String? {
    guard let type = plan.graph.declaration(of: object.use) else { return nil }
    let calls = initializers(of: type).filter { plan.graph.module.canUse($0, of: type) }
      .compactMap { arguments(of: $0, for: object, type) }
    return calls.min { ($0.invented, $0.list.count) < ($1.invented, $1.list.count) }
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
  ) -> (list: [String], invented: Int)? {
    var (arguments, invented) = ([String](), 0)
    var left = Set(object.constants.map(\.field.name))
    // A value that an initializer changes stays so, unless `write` sets each property.
    let isKept = object.parts.contains { $0.isOmitted && !$0.field.isFixed }
    for parameter in initializer.parameters {
      let target = property(parameter, of: initializer, in: type)
      let part = object.parts.first { matches(parameter, $0, named: target) }
      if let part, parameter.type.isOptional || !part.isOptional, let value = value(of: part) {
        arguments.append(parameter.argument(value))
        left.remove(part.field.name)
      } else if !parameter.hasDefault {
        let type = parameter.type.substituting(type.genericParameters, by: object.use.arguments)
        let any =
          switch part?.role {
          case nil: isKept ? nil : Samples(module: plan.graph.module).value(of: type, "0")
          case .backReference: type.emptyValue ?? placeholder(type)
          case .alias: type.emptyValue
          default: String?.none
          }
        guard let any else { return nil }
        arguments.append(parameter.argument(any))
        invented += part == nil ? 1 : 0
      }
    }
    return left.isEmpty ? (arguments, invented) : nil
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

  /// An object with any values, which the link replaces; nil where values alone make none.
  private func placeholder(_ type: TypeExpression) -> String? {
    let module = plan.graph.module
    guard let use = module.classUse(type), let type = module.types[use.identifier] else {
      return nil
    }
    let calls = type.initializers.filter { module.canUse($0, of: type) }.compactMap { call in
      Samples(module: module).arguments(call.parameters.filter { !$0.hasDefault }, "0")
    }
    return calls.min { $0.count < $1.count }.map { "\(plan.graph.spelling(of: use))(\($0))" }
  }
}
