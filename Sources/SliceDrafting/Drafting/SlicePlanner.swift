/// Decides what becomes of each class and property of a slice.
struct SlicePlanner {
  let graph: StateGraph
  let action: TypeDeclaration
  private var objects: [ObjectPlan] = []
  private var planned: Set<ClassUse> = []
  /// The class whose properties several slices share, and the properties that this slice has.
  private var split: (use: ClassUse, fields: Set<String>)?

  init(_ graph: StateGraph, action: TypeDeclaration) { (self.graph, self.action) = (graph, action) }

  /// Plans the slice at properties of the root, each of which is named itself or by the class of its objects.
  ///
  /// It has the properties of its object that `only` names; all of them where it names none.
  mutating func plan(_ subjects: [String], name: String?, only: [String] = []) throws -> SlicePlan {
    let fields = try subjects.map(rootField)
    let sliceName = name ?? fields[0].name
    let root = graph.root.use
    if fields.count == 1, let use = graph.module.classUse(fields[0].type), isPlain(use) {
      if !only.isEmpty { split = (use, try checked(only, of: use)) }
      add(use)
      if var top = objects.first(where: { $0.use == use }), top.constants.isEmpty {
        if !only.isEmpty { top.valueName = sliceName.capitalized.identifier + "Value" }
        return finished(sliceName, fields, top, path: fields)
      }
      (objects, planned) = ([], [])
    }
    guard only.isEmpty else {
      throw DraftingError(
        "--only splits one object that is always there, of a class without subclasses, and without "
          + "its constants: move what belongs together in `\(fields[0].name)` into a class of its own"
      )
    }
    planned.insert(root)
    let parts = fields.map { part(for: $0, of: root) }
    addChildren(of: ObjectPlan(use: root, valueName: "", parts: parts))
    let taken = objects.map(\.valueName)
    let name = sliceName.capitalized.identifier
    let top = ObjectPlan(
      use: root, valueName: name + (taken.contains(name + "Value") ? "SliceValue" : "Value"),
      parts: parts)
    return finished(sliceName, fields, top, path: [])
  }

  private func checked(_ names: [String], of use: ClassUse) throws -> Set<String> {
    let known = graph.declaration(of: use).map(graph.module.storedFields)?.map(\.name) ?? []
    for name in names where !known.contains(name) {
      let type = graph.spelling(of: use)
      throw DraftingError(
        "\(type) has no property \(name); it has \(known.joined(separator: ", "))")
    }
    return Set(names)
  }

  private func finished(
    _ name: String, _ fields: [Field], _ top: ObjectPlan, path: [Field]
  ) -> SlicePlan {
    let others = objects.filter { $0.use != top.use }
    return SlicePlan(
      name: name, graph: graph, rootFields: fields, path: path, objects: [top] + others,
      needs: needs(of: [top] + others), action: action)
  }

  private func rootField(_ subject: String) throws -> Field {
    let root = graph.root
    let inherited = graph.module.storedFields(of: root)
    if let field = inherited.first(where: { $0.name == subject }) { return field }
    let type = try graph.module.type(named: subject, [.class])
    guard let use = graph.uses.first(where: { $0.identifier == type.identifier })
    else { throw DraftingError("\(root.name) does not reach \(type.name)") }
    let names = graph.rootFields(of: use).sorted()
    let fields = inherited.filter { names.contains($0.name) }
    guard fields.count == 1 else {
      throw DraftingError(
        "\(type.name) belongs to several properties of \(root.name): "
          + "name one of \(names.joined(separator: ", "))")
    }
    let targets = graph.links.filter {
      graph.isRoot($0.holder) && $0.field.name == fields[0].name
    }
    guard targets.contains(where: { graph.top(of: $0.target) == graph.top(of: use) }) else {
      throw DraftingError(
        "\(type.name) is part of `\(fields[0].name)`: draft-slice \(fields[0].name)")
    }
    return fields[0]
  }

  /// Whether all objects of a class are of the class itself.
  private func isPlain(_ use: ClassUse) -> Bool {
    guard let type = graph.declaration(of: use) else { return false }
    return graph.module.subclasses(of: type).isEmpty
  }

  // MARK: Classes

  private mutating func add(_ use: ClassUse) {
    guard planned.insert(use).inserted, let type = graph.declaration(of: use) else { return }
    let parts = graph.module.storedFields(of: type).map { part(for: $0, of: use) }
    let plan = ObjectPlan(use: use, valueName: name(of: use) + "Value", parts: parts)
    objects.append(plan)
    addChildren(of: plan)
  }

  private mutating func addChildren(of plan: ObjectPlan) {
    for child in plan.parts.compactMap(\.child) { add(child) }
  }

  /// `CrateBox` for `Box<Crate>`; the names around a nested class only where they are needed.
  private func name(of use: ClassUse) -> String {
    guard let type = graph.declaration(of: use) else { return "" }
    let isUnique = graph.module.classes.filter { $0.shortName == type.shortName }.count == 1
    let own = isUnique ? type.shortName : type.name.split(separator: ".").joined()
    let arguments = use.arguments.map {
      graph.module.spelling(of: $0).filter { $0.isLetter || $0.isNumber }.capitalized
    }
    return (arguments.joined() + own).identifier
  }

  // MARK: Properties

  private func part(for field: Field, of use: ClassUse) -> ObjectPlan.Part {
    let holder = declaringUse(of: field, from: use)
    let link = graph.links.first { $0.holder == holder && $0.field.name == field.name }
    let role =
      obstacle(of: field, in: holder, of: use)
      ?? link.map { graph.owns($0) ? owned($0) : reference($0) } ?? value(of: field, in: holder)
    return ObjectPlan.Part(
      field: field, name: Self.name(of: field, as: role),
      accessor: graph.accessor(of: field, in: holder), role: role)
  }

  /// The name of a property in the value: `chosenID` for the reference `chosen`.
  private static func name(of field: Field, as role: ObjectPlan.Part.Role) -> String {
    switch role {
    case .alias(let alias):
      if [.one, .optional].contains(alias.shape) { return field.name + "ID" }
      return (field.name.hasSuffix("s") ? String(field.name.dropLast()) : field.name) + "IDs"
    default: return field.name
    }
  }

  /// A property without objects.
  private func value(of field: Field, in holder: ClassUse) -> ObjectPlan.Part.Role {
    let type = substituted(field.type, of: holder)
    if let reason = Leaf(type, in: graph.module).reason { return .omitted(reason) }
    return field.isLet || canWrite(field, of: holder) ? .plain(type) : .omitted(Self.unwritable)
  }

  private static let hierarchy = "its class has subclasses, whose values you write by hand"

  private static let unwritable =
    "only its own file can set it: give it an internal setter and draft again"

  /// Why a property is no part of the value; nil when it may be one.
  private func obstacle(
    of field: Field, in holder: ClassUse, of use: ClassUse
  ) -> ObjectPlan.Part.Role? {
    guard let type = graph.declaration(of: holder) else { return nil }
    if let split, split.use == use, !split.fields.contains(field.name) {
      return .omitted("it is left to another slice", isHarmless: true)
    }
    if field.isLazy { return .omitted("it is lazy: derived from the others", isHarmless: true) }
    if field.isLet, let value = field.initialValue, graph.module.classUse(field.type) == nil {
      return value.contains("(")
        ? .omitted("each object makes its own, `\(value)`")
        : .omitted("it is always \(value)", isHarmless: true)
    }
    if field.isConditional { return .omitted("it is inside of #if") }
    if !type.isCoded(field), !field.isFixed {
      return .omitted("no CodingKeys name it, so copies do not have it", isHarmless: true)
    }
    if !graph.module.canRead(field, of: type), graph.accessor(of: field, in: holder) == nil {
      return .omitted("it is \(field.access)")
    }
    return nil
  }

  private func owned(_ link: Link) -> ObjectPlan.Part.Role {
    let field = link.field
    guard canWrite(field, of: link.holder) || (field.isLet && link.multiplicity == .one)
    else { return .omitted(Self.unwritable) }
    let target = graph.declaration(of: link.target)
    guard target.map({ graph.module.sees($0.access, of: $0.module) }) ?? false
    else { return .omitted("its class is private") }
    guard isPlain(link.target) else { return .omitted(Self.hierarchy) }
    switch link.multiplicity {
    case .one: return .object(link.target, isOptional: false)
    case .optional: return .object(link.target, isOptional: true)
    case .list: return .list(link.target)
    case .dictionary:
      return key(of: link).map { .dictionary(key: $0, link.target) }
        ?? .omitted("it contains objects inside of values")
    case .set:
      return Self.id(of: link.target, in: graph).map { .dictionary(key: $0.type, link.target) }
        ?? .omitted(reason(withoutID: link.target))
    case .other: return .omitted("it contains objects inside of values")
    }
  }

  private func key(of link: Link) -> TypeExpression? {
    let type = substituted(link.field.type, of: link.holder).unwrapped
    return if case .dictionary(let key, _) = type { key } else { nil }
  }

  private func reference(_ link: Link) -> ObjectPlan.Part.Role {
    let (field, top) = (link.field, graph.top(of: link.target))
    if let base = [link.holder, link.target].first(where: graph.isBase) {
      return .omitted(
        "classes below \(graph.spelling(of: base)) have owners of their own, and it may refer to any"
      )
    }
    guard canWrite(field, of: link.holder)
    else { return .omitted("it is a reference that this file cannot set") }
    let isOwnTree = top == graph.top(of: link.holder)
    if graph.ancestors(of: link.holder).contains(top),
      !isOwnTree || field.isBackReference || !field.isStrong
    {
      return link.multiplicity == .optional
        ? .backReference(.ancestor(top))
        : .omitted("a reference back that is not optional is set by its class")
    }
    guard let owners = graph.owners[top], let owner = owners.first
    else { return .omitted("no property of the state owns its object") }
    if owner.isCollection { return alias(link) }
    guard owners.count == 1, isUnique(owner)
    else { return .omitted("the object may be one of several that single properties own") }
    switch link.multiplicity {
    case .one: return .backReference(.unique(top))
    case .optional where field.isBackReference || !field.isStrong:
      return .backReference(.unique(top))
    default: return .omitted("it refers to the one object of its class, which it may not")
    }
  }

  private func alias(_ link: Link) -> ObjectPlan.Part.Role {
    let (shape, top) = (link.multiplicity, graph.top(of: link.target))
    guard shape != .other else { return .omitted("it refers to objects inside of values") }
    let isHere = !graph.rootFields(of: top).isDisjoint(with: graph.rootFields(of: link.holder))
    guard isPlain(top) || !isHere else { return .omitted(Self.hierarchy) }
    guard let id = Self.id(of: top, in: graph)
    else { return .omitted(reason(withoutID: top)) }
    return .alias(
      ObjectPlan.Alias(
        target: link.target, shape: shape, key: key(of: link), id: id, need: .table(top)))
  }

  /// Why the objects of a class have no id.
  private func reason(withoutID use: ClassUse) -> String {
    let type = graph.declaration(of: graph.top(of: use))
    guard let type, let id = graph.module.storedFields(of: type).first(where: { $0.name == "id" })
    else { return "its class has no id that a value could refer to" }
    let fault =
      id.initialValue != nil
      ? "has an initial value of its own"
      : id.type.isOptional
        ? "may be nil" : graph.module.canRead(id, of: type) ? "is not Hashable" : "is \(id.access)"
    return "the `id` of its class \(fault), so a value cannot refer to it"
  }

  /// Whether single properties, which are always there, lead from the root to an object.
  private func isUnique(_ owner: Link) -> Bool {
    guard owner.multiplicity == .one else { return false }
    if graph.isRoot(owner.holder) { return true }
    let owners = graph.owners[graph.top(of: owner.holder)] ?? []
    return owners.count == 1 && graph.top(of: owner.holder) == owner.holder && isUnique(owners[0])
  }

  /// The property that the objects of a class are known by: `id`, its only constant, or where it has none,
  /// the constant `id` of its only value that has one.
  static func id(of use: ClassUse, in graph: StateGraph) -> Field? {
    guard let type = graph.declaration(of: graph.top(of: use)) else { return nil }
    let fields = graph.module.storedFields(of: type).filter { field in
      let leaf = Leaf(field.type, in: graph.module)
      return graph.module.canRead(field, of: type) && field.initialValue == nil
        && !field.isConditional && leaf.reason == nil && !field.type.isOptional
    }
    let keys = fields.filter { Leaf($0.type, in: graph.module).isHashable }
    if let id = keys.first(where: { $0.name == "id" }) { return id }
    let constants = keys.filter(\.isLet)
    guard constants.isEmpty else { return constants.count == 1 ? constants[0] : nil }
    let members = fields.compactMap { field -> Field? in
      guard let value = field.type.identifier.flatMap({ graph.module.types[$0] }),
        let id = value.fields.first(where: { $0.name == "id" && $0.isLet }),
        value.kind == .struct, graph.module.canRead(id, of: value),
        Leaf(id.type, in: graph.module).isHashable, !id.type.isOptional
      else { return nil }
      var found = field
      (found.type, found.member) = (id.type, id.name)
      return found
    }
    return members.count == 1 ? members[0] : nil
  }

  private func canWrite(_ field: Field, of holder: ClassUse) -> Bool {
    graph.module.canWrite(field, of: graph.declaration(of: holder))
      || (!field.isLet && graph.accessor(of: field, in: holder) != nil)
  }

  private func declaringUse(of field: Field, from use: ClassUse) -> ClassUse {
    guard
      let holder = graph.declaration(of: use).flatMap({ graph.module.declaring(field, from: $0) }),
      holder.identifier != use.identifier
    else { return use }
    return holder.use
  }

  private func substituted(_ type: TypeExpression, of use: ClassUse) -> TypeExpression {
    type.substituting(graph.declaration(of: use)?.genericParameters ?? [], by: use.arguments)
  }

  // MARK: Objects that are passed down

  /// The objects that those of each class refer to, directly or through the objects that they own.
  private func needs(of objects: [ObjectPlan]) -> [ClassUse: [Need]] {
    var needs: [ClassUse: [Need]] = [:]
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for plan in objects {
        var found = needs[plan.use] ?? []
        let before = found.count
        for need in plan.parts.flatMap({ self.needs(of: $0, in: plan, needs) })
        where !found.contains(need) { found.append(need) }
        needs[plan.use] = found
        if found.count != before { hasChanged = true }
      }
    }
    return needs
  }

  private func needs(
    of part: ObjectPlan.Part, in plan: ObjectPlan, _ known: [ClassUse: [Need]]
  ) -> [Need] {
    if let child = part.child {
      return known[child, default: []].filter { $0 != .ancestor(graph.top(of: plan.use)) }
    }
    return switch part.role {
    case .backReference(let need): [need]
    case .alias(let alias): [alias.need]
    default: []
    }
  }
}
