/// Decides what becomes of each class and property of a slice.
struct SlicePlanner {
  let graph: StateGraph
  let action: TypeDeclaration
  private var objects: [ObjectPlan] = []
  private var planned: Set<ClassUse> = []
  private var hierarchies: [ClassUse: HierarchyPlan] = [:]

  init(_ graph: StateGraph, action: TypeDeclaration) {
    (self.graph, self.action) = (graph, action)
  }

  /// Plans the slice at a property of the root, which is named itself or by the class of its objects.
  ///
  /// - Throws: A ``DraftingError`` when no property of the root has that name or class.
  mutating func plan(_ subject: String, name: String?) throws -> SlicePlan {
    let field = try rootField(subject)
    let sliceName = name ?? field.name
    let root = ClassUse(identifier: graph.root.identifier, arguments: [])
    if let use = graph.module.classUse(field.type), isPlainTop(use) {
      add(use)
      if let top = objects.first(where: { $0.use == use }), top.constants.isEmpty {
        return finished(sliceName, field, top, path: [field])
      }
      (objects, planned, hierarchies) = ([], [], [:])
    }
    planned.insert(root)
    let parts = [part(for: field, of: root)]
    addChildren(of: ObjectPlan(use: root, valueName: "", parts: parts))
    let taken = objects.map(\.valueName) + hierarchies.values.map(\.valueName)
    let name = sliceName.capitalized.identifier
    let top = ObjectPlan(
      use: root, valueName: name + (taken.contains(name + "Value") ? "SliceValue" : "Value"),
      parts: parts)
    return finished(sliceName, field, top, path: [])
  }

  private func finished(
    _ name: String, _ field: Field, _ top: ObjectPlan, path: [Field]
  ) -> SlicePlan {
    let others = objects.filter { $0.use != top.use }
    return SlicePlan(
      name: name, graph: graph, rootField: field, top: top, path: path, objects: [top] + others,
      hierarchies: hierarchies, needs: needs(of: [top] + others), action: action)
  }

  private func rootField(_ subject: String) throws -> Field {
    let root = graph.root
    let inherited = graph.module.storedFields(of: root)
    if let field = inherited.first(where: { $0.name == subject }) { return field }
    let type = try graph.module.type(named: subject, [.class])
    guard let use = graph.uses.first(where: { $0.identifier == type.identifier }) else {
      throw DraftingError("\(root.name) does not reach \(type.name)")
    }
    let names = graph.rootFields(of: use).sorted()
    let fields = inherited.filter { names.contains($0.name) }
    guard fields.count == 1 else {
      throw DraftingError(
        "\(type.name) belongs to several properties of \(root.name): "
          + "name one of \(names.joined(separator: ", "))")
    }
    let targets = graph.links.filter {
      $0.holder.identifier == root.identifier && $0.field.name == fields[0].name
    }
    guard targets.contains(where: { graph.top(of: $0.target) == graph.top(of: use) }) else {
      throw DraftingError(
        "\(type.name) is part of `\(fields[0].name)`: draft-slice \(fields[0].name)")
    }
    return fields[0]
  }

  /// Whether an object can be a slice by itself: it is always there, and of one class.
  private func isPlainTop(_ use: ClassUse) -> Bool {
    guard let type = graph.declaration(of: use) else { return false }
    return graph.module.subclasses(of: type).isEmpty
  }

  // MARK: Classes

  private mutating func add(_ use: ClassUse) {
    guard let type = graph.declaration(of: use) else { return }
    if !graph.module.subclasses(of: type).isEmpty, hierarchies[use] == nil {
      let members = graph.module.hierarchy(from: type).map {
        ClassUse(identifier: $0.identifier, arguments: [])
      }
      hierarchies[use] = HierarchyPlan(
        use: use, valueName: name(of: use) + "Value", members: members)
      for member in members { addObject(member) }
    } else {
      addObject(use)
    }
  }

  private mutating func addObject(_ use: ClassUse) {
    guard planned.insert(use).inserted, let type = graph.declaration(of: use) else { return }
    let plain = graph.module.subclasses(of: type).isEmpty ? "" : "Plain"
    let parts = graph.module.storedFields(of: type).map { part(for: $0, of: use) }
    let plan = ObjectPlan(use: use, valueName: plain + name(of: use) + "Value", parts: parts)
    objects.append(plan)
    addChildren(of: plan)
  }

  private mutating func addChildren(of plan: ObjectPlan) {
    for part in plan.parts {
      switch part.role {
      case .object(let child, _), .list(let child), .dictionary(_, let child): add(child)
      default: break
      }
    }
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
    func part(_ role: ObjectPlan.Part.Role, named name: String? = nil) -> ObjectPlan.Part {
      ObjectPlan.Part(
        field: field, name: name ?? field.name, accessor: graph.accessor(of: field, in: holder),
        role: role)
    }
    if let reason = obstacle(of: field, in: holder) {
      return part(.omitted(reason: reason.text, isHarmless: reason.isHarmless))
    }
    guard let link else {
      let type = substituted(field.type, of: holder)
      if let reason = Leaf(type, in: graph.module).reason {
        return part(.omitted(reason: reason, isHarmless: false))
      }
      if !field.isLet, !canWrite(field, of: holder) {
        let text = "only its own file can set it: give it an internal setter and draft again"
        return part(.omitted(reason: text, isHarmless: false))
      }
      return part(.plain(type))
    }
    return graph.owns(link) ? owned(link, part) : reference(link, part)
  }

  /// Why a property is no part of the value; nil when it may be one.
  private func obstacle(
    of field: Field, in holder: ClassUse
  ) -> (text: String, isHarmless: Bool)? {
    guard let type = graph.declaration(of: holder) else { return nil }
    if field.isLazy { return ("it is lazy: derived from the others", true) }
    if field.isLet, field.initialValue != nil, graph.module.classUse(field.type) == nil {
      return ("it is always \(field.initialValue ?? "")", true)
    }
    if field.isConditional { return ("it stands inside of #if", false) }
    if !type.isCoded(field), !field.isLet || field.initialValue == nil {
      return ("no CodingKeys name it, so copies do not have it", true)
    }
    if !graph.module.canRead(field, of: type), graph.accessor(of: field, in: holder) == nil {
      return ("it is \(field.access)", false)
    }
    return nil
  }

  private func owned(
    _ link: Link, _ part: (ObjectPlan.Part.Role, String?) -> ObjectPlan.Part
  ) -> ObjectPlan.Part {
    let field = link.field
    guard
      canWrite(field, of: link.holder)
        || (field.isLet && link.multiplicity == .one)
    else {
      return part(
        .omitted(
          reason: "only its own file can set it: give it an internal setter and draft again",
          isHarmless: false), nil)
    }
    let target = graph.declaration(of: link.target)
    guard target.map({ graph.module.sees($0.access, of: $0.module) }) ?? false else {
      return part(.omitted(reason: "its class is private", isHarmless: false), nil)
    }
    switch link.multiplicity {
    case .one: return part(.object(link.target, isOptional: false), nil)
    case .optional: return part(.object(link.target, isOptional: true), nil)
    case .list: return part(.list(link.target), nil)
    case .dictionary:
      guard case .dictionary(let key, _) = substituted(field.type, of: link.holder).unwrapped
      else { break }
      return part(.dictionary(key: key, link.target), nil)
    case .set:
      guard let id = Self.id(of: link.target, in: graph) else {
        let reason = "it is a set of objects without an id, such as a constant `id`"
        return part(.omitted(reason: reason, isHarmless: false), nil)
      }
      return part(.dictionary(key: id.type, link.target), nil)
    case .other: break
    }
    return part(.omitted(reason: "it contains objects inside of values", isHarmless: false), nil)
  }

  private func reference(
    _ link: Link, _ part: (ObjectPlan.Part.Role, String?) -> ObjectPlan.Part
  ) -> ObjectPlan.Part {
    let (field, top) = (link.field, graph.top(of: link.target))
    func omitted(_ reason: String) -> ObjectPlan.Part {
      part(.omitted(reason: reason, isHarmless: false), nil)
    }
    guard canWrite(field, of: link.holder) else {
      return omitted("it is a reference that this file cannot set")
    }
    let isOwnTree = top == graph.top(of: link.holder)
    if graph.ancestors(of: link.holder).contains(top),
      !isOwnTree || field.isBackReference || !field.isStrong
    {
      guard link.multiplicity == .optional else {
        return omitted("a reference back that is not optional is set by its class")
      }
      return part(.backReference(.ancestor(top)), nil)
    }
    guard let owners = graph.owners[top], let owner = owners.first else {
      return omitted("no property of the state owns its object")
    }
    if owner.isCollection { return alias(link, owner, part) }
    guard owners.count == 1, isUnique(owner) else {
      return omitted("the object may be one of several that single properties own")
    }
    switch link.multiplicity {
    case .one: return part(.backReference(.unique(top)), nil)
    case .optional where field.isBackReference || !field.isStrong:
      return part(.backReference(.unique(top)), nil)
    case .optional: return part(.presence(.unique(top)), "has" + field.name.capitalized)
    default: return omitted("a list of references to one object")
    }
  }

  private func alias(
    _ link: Link, _ owner: Link, _ part: (ObjectPlan.Part.Role, String?) -> ObjectPlan.Part
  ) -> ObjectPlan.Part {
    let shape: ObjectPlan.Alias.Shape
    switch (link.multiplicity, substituted(link.field.type, of: link.holder).unwrapped) {
    case (.one, _): shape = .one
    case (.optional, _): shape = .optional
    case (.list, _): shape = .list
    case (.set, _): shape = .set
    case (.dictionary, .dictionary(let key, _)): shape = .dictionary(key: key)
    default:
      return part(.omitted(reason: "it refers to objects inside of values", isHarmless: false), nil)
    }
    let top = graph.top(of: link.target)
    let id = Self.id(of: top, in: graph)
    let isNextToList = owner.holder == link.holder && owner.multiplicity == .list
    let mayCount = [.optional, .list].contains(shape) && !owner.field.type.isOptional
    guard id != nil || (isNextToList && mayCount && !(shape == .list && link.field.type.isOptional))
    else {
      return part(
        .omitted(reason: "its class has no id that a value could refer to", isHarmless: false), nil)
    }
    let suffix = id == nil ? "Index" : "ID"
    let plural = id == nil ? "Indexes" : "IDs"
    let name = link.field.name
    let valueName =
      [.one, .optional].contains(shape)
      ? name + suffix : (name.hasSuffix("s") ? String(name.dropLast()) : name) + plural
    let alias = ObjectPlan.Alias(
      target: link.target, shape: shape, id: id, list: id == nil ? owner.field : nil,
      need: .table(top))
    return part(.alias(alias), valueName)
  }

  /// Whether single properties, which are always there, lead from the root to an object.
  private func isUnique(_ owner: Link) -> Bool {
    guard owner.multiplicity == .one else { return false }
    if owner.holder.identifier == graph.root.identifier { return true }
    let owners = graph.owners[graph.top(of: owner.holder)] ?? []
    return owners.count == 1 && graph.top(of: owner.holder) == owner.holder && isUnique(owners[0])
  }

  /// The property that the objects of a class are known by: `id`, or its only constant.
  static func id(of use: ClassUse, in graph: StateGraph) -> Field? {
    guard let type = graph.declaration(of: graph.top(of: use)) else { return nil }
    let fields = type.fields.filter { field in
      let leaf = Leaf(field.type, in: graph.module)
      return graph.module.canRead(field, of: type) && field.initialValue == nil
        && !field.isConditional
        && leaf.reason == nil && leaf.isHashable && !field.type.isOptional
    }
    if let id = fields.first(where: { $0.name == "id" }) { return id }
    let constants = fields.filter(\.isLet)
    return constants.count == 1 ? constants[0] : nil
  }

  private func canWrite(_ field: Field, of holder: ClassUse) -> Bool {
    graph.module.canWrite(field, of: graph.declaration(of: holder))
      || (!field.isLet && graph.accessor(of: field, in: holder) != nil)
  }

  private func declaringUse(of field: Field, from use: ClassUse) -> ClassUse {
    guard let type = graph.declaration(of: use),
      !type.fields.contains(where: { $0.name == field.name && $0.location == field.location }),
      let holder = graph.module.superclasses(of: type).first(where: {
        $0.fields.contains { $0.name == field.name }
      })
    else { return use }
    return ClassUse(identifier: holder.identifier, arguments: [])
  }

  private func substituted(_ type: TypeExpression, of use: ClassUse) -> TypeExpression {
    type.substituting(graph.declaration(of: use)?.genericParameters ?? [], by: use.arguments)
  }

  // MARK: What is passed down

  /// What the objects of each class refer to, with what the objects that they own refer to.
  private func needs(of objects: [ObjectPlan]) -> [ClassUse: [Need]] {
    var needs: [ClassUse: [Need]] = [:]
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for plan in objects {
        var found = needs[plan.use] ?? []
        let before = found.count
        for need in plan.parts.flatMap({ self.needs(of: $0, in: plan, needs) })
        where !found.contains(need) {
          found.append(need)
        }
        needs[plan.use] = found
        if found.count != before { hasChanged = true }
      }
    }
    return needs
  }

  private func needs(
    of part: ObjectPlan.Part, in plan: ObjectPlan, _ known: [ClassUse: [Need]]
  ) -> [Need] {
    switch part.role {
    case .backReference(let need), .presence(let need): [need]
    case .alias(let alias): alias.id == nil ? [] : [alias.need]
    case .object(let child, _), .list(let child), .dictionary(_, let child):
      (hierarchies[child]?.members ?? [child]).flatMap { known[$0] ?? [] }
        .filter { $0 != .ancestor(graph.top(of: plan.use)) }
    case .plain, .omitted: []
    }
  }
}
