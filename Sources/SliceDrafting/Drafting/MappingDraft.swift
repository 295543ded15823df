/// The source that reads the values of an object, makes one from them, and brings one to them.
struct MappingDraft {
  let plan: SlicePlan
  let object: ObjectPlan

  private var objectType: String { plan.graph.spelling(of: object.use) }

  func addReading(_ source: inout SourceBuilder) {
    source.block("init(_ object: \(objectType))") { source in
      for part in object.parts {
        guard let value = reading(part) else { continue }
        source.add("self.\(escaped(part.name)) = \(value)")
      }
    }
  }

  private func reading(_ part: ObjectPlan.Part) -> String? {
    let property = "object.\(part.property)"
    let each = property + (part.isOptional ? "?" : "")
    switch part.role {
    case .plain: return property
    case .object(let use, let isOptional):
      let value = plan.valueName(of: use)
      return isOptional ? "\(property).map { \(value)($0) }" : "\(value)(\(property))"
    case .list(let use): return "\(each).map { \(plan.valueName(of: use))($0) }"
    case .dictionary(_, let use) where part.isSet:
      let pair = "($0.\(plan.id(of: use)?.path ?? ""), \(plan.valueName(of: use))($0))"
      let list = part.isOptional ? "$0" : property
      let values = "Dictionary(\(list).map { \(pair) }, uniquingKeysWith: { first, _ in first })"
      return part.isOptional ? "\(property).map { \(values) }" : values
    case .dictionary(_, let use): return "\(each).mapValues { \(plan.valueName(of: use))($0) }"
    case .alias(let alias): return reading(alias, property, part)
    case .backReference, .omitted: return nil
    }
  }

  private func reading(
    _ alias: ObjectPlan.Alias, _ property: String, _ part: ObjectPlan.Part
  ) -> String {
    let each = property + (part.isOptional ? "?" : "")
    let id = alias.id.path
    return switch alias.shape {
    case .one: "\(property).\(id)"
    case .optional: "\(property)?.\(id)"
    case .list: "\(each).map { $0.\(id) }"
    case .set where part.isOptional: "\(property).map { Set($0.map { $0.\(id) }) }"
    case .set: "Set(\(property).map { $0.\(id) })"
    case .dictionary, .other: "\(each).mapValues { $0.\(id) }"
    }
  }

  func addMaking(_ source: inout SourceBuilder) {
    let expression = ObjectCreation(plan: plan).expression(for: object)
    source.section("func makeObject() -> \(objectType)") {
      $0.add(
        expression
          ?? "#error(\"CHECK: no initializer of \(objectType) is called with these values alone, and keeps "
          + "all its constants: make an object here.\")")
    }
    guard plan.asksWhetherFits(object.use) else { return }
    let comment =
      "/// Whether the object has the constants of this value, so that it can take on the rest."
    source.section("func fits(_ object: \(objectType)) -> Bool", comment: comment) {
      $0.add(
        object.constants.map { "object.\($0.property) == \(escaped($0.name))" }
          .joined(separator: " && "))
    }
  }

  func addWriting(_ source: inout SourceBuilder) {
    let comment = "/// Brings an object to these values; its references follow in `link`."
    source.section("func write(to object: \(objectType))", comment: comment) { source in
      // Observers may change other properties, which are written behind them.
      let observed = object.parts.filter(\.field.isObserved)
      let names = observed.filter { !$0.isOmitted }.map { "`\($0.field.name)`" }
      if !names.isEmpty {
        source.add(
          "// CHECK: observers of \(names.joined(separator: ", ")) run here: let them return while a flag that "
            + "you set around this says so.")
      }
      let others = object.parts.filter { !$0.field.isObserved }
      for part in observed + others { addWriting(part, &source) }
    }
  }

  private func addWriting(_ part: ObjectPlan.Part, _ source: inout SourceBuilder) {
    let name = escaped(part.name)
    let property = "object.\(part.property)"
    switch part.role {
    case .plain:
      if part.field.isLet { return }
      // Observers run for each assignment.
      let condition = part.field.isObserved ? "if \(property) != \(name) { " : ""
      source.add(condition + "\(property) = \(name)" + (condition.isEmpty ? "" : " }"))
    case .object(let use, isOptional: false):
      if plan.asksWhetherFits(use), !part.field.isLet {
        source.add("if !\(name).fits(\(property)) { \(property) = \(name).makeObject() }")
      }
      source.add("\(name).write(to: \(property))")
    case .object(let use, isOptional: true):
      source.block("if let \(name)", end: "} else {") { source in
        source.add("let child = \(present(property, name, use)) ?? \(name).makeObject()")
        source.add("\(name).write(to: child)")
        source.add("if \(property) !== child { \(property) = child }")
      }
      source.add("  \(property) = nil")
      source.add("}")
    case .list(let use):
      if plan.id(of: use) != nil, !part.isOptional {
        source.add("Self.\(listName(part)).write(object, \(name))")
      } else {
        addWritingByPlace(use, part, &source)
      }
    case .dictionary(_, let use): addWritingByKey(use, part, &source)
    case .alias, .backReference, .omitted: break
    }
  }

  /// The present object when it can take the value on.
  private func present(_ property: String, _ value: String, _ use: ClassUse) -> String {
    guard plan.asksWhetherFits(use) else { return property }
    return "\(property).flatMap { \(value).fits($0) ? $0 : nil }"
  }

  private func addWritingByKey(
    _ use: ClassUse, _ part: ObjectPlan.Part, _ source: inout SourceBuilder
  ) {
    let (name, list) = (escaped(part.name), "present\(part.name.bare.identifier.capitalized)")
    let elements = part.elements(of: "object")
    if part.isSet, let id = plan.id(of: use)?.path {
      source.add("let \(list) = Dictionary(")
      source.add("  \(elements).map { ($0.\(id), $0) }, uniquingKeysWith: { first, _ in first })")
    } else {
      source.add("let \(list) = \(elements)")
    }
    func addObjects(_ head: String, _ values: String, _ source: inout SourceBuilder) {
      let collection = part.isSet ? "Set(" : "Dictionary(uniqueKeysWithValues: "
      source.indented("\(head)\(collection)\(values).map { key, value in", end: "})") { source in
        let found = present("\(list)[key]", "value", use)
        addChild(found, returning: part.isSet ? "child" : "(key, child)", &source)
      }
    }
    let head = "object.\(part.property) = "
    guard part.isOptional else { return addObjects(head, name, &source) }
    source.indented("\(head)\(name).map { values in", end: "}") { addObjects("", "values", &$0) }
  }

  private func addWritingByPlace(
    _ use: ClassUse, _ part: ObjectPlan.Part, _ source: inout SourceBuilder
  ) {
    let (name, list) = (escaped(part.name), "present\(part.name.bare.identifier.capitalized)")
    source.add("let \(list) = \(part.elements(of: "object"))")
    let id = plan.id(of: use)?.path
    let values = name + (part.isOptional ? "?" : "")
    let head = "object.\(part.property) = \(values).enumerated().map { place, value in"
    source.indented(head, end: "}") { source in
      let found =
        id.map { "\(list).first(where: { $0.\($0) == value.\($0) })" }
        ?? "(place < \(list).count ? \(list)[place] : nil)"
      addChild(present(found, "value", use), returning: "child", &source)
    }
  }

  /// The body of a closure that brings a present object, or a new one, to a value.
  private func addChild(_ found: String, returning result: String, _ source: inout SourceBuilder) {
    source.add("let child = \(found) ?? value.makeObject()")
    source.add("value.write(to: child)")
    source.add("return \(result)")
  }

  private func listName(_ part: ObjectPlan.Part) -> String { part.field.name.bare + "List" }

  func addLists(_ source: inout SourceBuilder) {
    for part in object.parts {
      guard case .list(let use) = part.role, !part.isOptional, let id = plan.id(of: use) else {
        continue
      }
      let (value, element) = (plan.valueName(of: use), plan.graph.spelling(of: use))
      let idOf = "{ $0.\(id.path) }"
      source.add("")
      source.indented(
        "private static let \(listName(part)) = Projection<\(objectType), [\(value)]>.list("
      ) { source in
        source.add("\\.\(part.property), objectID: \(idOf), valueID: \(idOf),")
        source.add(
          "element: Projection<\(element), \(value)>(read: { \(value)($0) }, "
            + "write: { $1.write(to: $0) }),")
        let fits = plan.asksWhetherFits(use) ? "fits: { $1.fits($0) }, " : ""
        source.add(fits + "make: { $0.makeObject() })")
      }
    }
  }
}
