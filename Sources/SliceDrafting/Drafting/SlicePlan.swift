/// What a draft makes of the objects of a class: a struct with their values.
struct ObjectPlan {
  /// A stored property, and what becomes of it.
  struct Part {
    enum Role {
      /// A value, as it is.
      case plain(TypeExpression)
      /// An object that this property owns.
      case object(ClassUse, isOptional: Bool)
      /// Objects that this property owns, known by an id or by their place.
      case list(ClassUse)
      /// Objects that this property owns, known by their keys; those of a set by their ids.
      case dictionary(key: TypeExpression, ClassUse)
      /// An object that a list owns, by its id.
      case alias(Alias)
      /// Set after the objects exist, not part of the value.
      case backReference(Need)
      case omitted(reason: String, isHarmless: Bool)

      /// What a person has to see to.
      static func omitted(_ reason: String) -> Role { .omitted(reason: reason, isHarmless: false) }
    }

    let field: Field
    /// The name in the value.
    let name: String
    /// What stands for a property that only its own file sees.
    var accessor: String?
    let role: Role

    /// The property of the object, as it stands in code.
    var property: String { accessor ?? escaped(field.name) }
    var isSet: Bool { field.type.unwrapped.identifier == "s:Sh" }
    var isOptional: Bool { field.type.isOptional }

    var isOmitted: Bool { if case .omitted = role { true } else { false } }

    /// The class of the objects that the property owns.
    var child: ClassUse? {
      switch role {
      case .object(let use, _), .list(let use), .dictionary(_, let use): use
      default: nil
      }
    }

    /// Whether it refers to objects that another property owns.
    var isReference: Bool {
      switch role {
      case .alias, .backReference: true
      default: false
      }
    }

    /// The objects of a property that may be nil, to loop over.
    func elements(of object: String) -> String {
      let property = "\(object).\(property)"
      guard isOptional else { return property }
      let isKeyed = if case .dictionary = field.type.unwrapped { true } else { false }
      return "(\(property) ?? \(isKeyed ? "[:]" : "[]"))"
    }
  }

  struct Alias {
    let target: ClassUse
    let shape: Link.Multiplicity
    /// The keys of a dictionary.
    let key: TypeExpression?
    /// The property with the id.
    let id: Field
    let need: Need
  }

  let use: ClassUse
  let valueName: String
  let parts: [Part]

  /// The same plan with another name of the values.
  func renamed(_ name: String) -> ObjectPlan {
    ObjectPlan(use: use, valueName: name, parts: parts)
  }

  /// The properties that an object gets when it is made, and keeps.
  var constants: [Part] {
    parts.filter {
      if case .plain = $0.role { $0.field.isLet } else { false }
    }
  }
}

/// An object of the state that the objects of a class refer to, and which is passed to them.
enum Need: Hashable {
  /// The object that owns them, of a class.
  case ancestor(ClassUse)
  /// All objects of a class, by id.
  case table(ClassUse)
  /// The one object of a class.
  case unique(ClassUse)

  var use: ClassUse {
    switch self {
    case .ancestor(let use), .table(let use), .unique(let use): use
    }
  }
}

/// The values of a class and of its subclasses: an enum with a case for each class.
struct HierarchyPlan {
  let use: ClassUse
  let valueName: String
  /// A class before its subclasses.
  let members: [ClassUse]

  /// A case of the enum.
  struct Member {
    let object: ObjectPlan
    /// The class, as it is spelled.
    let type: String
    let caseName: String
  }
}

/// All that the draft of a slice contains.
struct SlicePlan {
  let name: String
  let graph: StateGraph
  /// The property of the root that the slice begins at.
  let rootField: Field
  /// The values of the slice; those of the root with one property, unless the slice is one object.
  let top: ObjectPlan
  /// The path from the root to the object of `top`; empty when that is the root.
  let path: [Field]
  /// In the order in which they are written.
  let objects: [ObjectPlan]
  let hierarchies: [ClassUse: HierarchyPlan]
  let needs: [ClassUse: [Need]]
  let action: TypeDeclaration

  func plan(of use: ClassUse) -> ObjectPlan? { objects.first { $0.use == use } }

  /// What becomes of each stored property, by name: one line for each class.
  var report: [String] {
    objects.map { object in
      let parts = object.parts.map { part in
        switch part.role {
        case .omitted(let reason, _): "\(part.field.name) (left out: \(reason))"
        case .backReference: "\(part.field.name) (set again when written)"
        case .alias: "\(part.field.name) (as \(part.name))"
        default: part.field.name
        }
      }
      let count = parts.count == 1 ? "1 stored property" : "\(parts.count) stored properties"
      let isPart = path.isEmpty && object.use == top.use
      return "\(graph.spelling(of: object.use)), \(isPart ? "of which" : count): "
        + parts.joined(separator: ", ")
    }
  }

  /// The parts that need an accessor, with their classes.
  var accessors: [(type: TypeDeclaration, part: ObjectPlan.Part)] {
    objects.flatMap { object in
      object.parts.filter { $0.accessor != nil && !$0.isOmitted }.compactMap { part in
        graph.declaration(of: object.use)
          .flatMap { graph.module.declaring(part.field, from: $0) }.map { ($0, part) }
      }
    }
  }

  /// The name of the type of values for the objects of a class.
  func valueName(of use: ClassUse) -> String {
    hierarchies[use]?.valueName ?? plan(of: use)?.valueName ?? "Never"
  }

  var hierarchiesInOrder: [HierarchyPlan] {
    hierarchies.values.sorted { $0.valueName < $1.valueName }
  }

  /// The cases of the values of a class and of its subclasses.
  func cases(of hierarchy: HierarchyPlan) -> [HierarchyPlan.Member] {
    hierarchy.members.compactMap { use in
      guard let object = plan(of: use), let type = graph.declaration(of: use) else { return nil }
      return .init(
        object: object, type: graph.spelling(of: use),
        caseName: escaped(type.shortName.uncapitalized))
    }
  }

  /// The classes that an object of a class may be of.
  func members(of use: ClassUse) -> [ClassUse] { hierarchies[use]?.members ?? [use] }

  /// Whether an object can be unable to take values on, since it has constants or another class.
  func mayNotFit(_ use: ClassUse) -> Bool {
    hierarchies[use] != nil || !(plan(of: use)?.constants.isEmpty ?? true)
  }

  /// Whether the draft asks an object of a class whether it fits, rather than finding it by its id.
  func asksWhetherFits(_ use: ClassUse) -> Bool {
    if hierarchies.values.contains(where: { $0.members.contains(use) }) { return true }
    return objects.flatMap(\.parts).contains { part in
      switch part.role {
      case .dictionary(_, use) where part.isSet: hierarchies[use] != nil
      case .object(use, _), .dictionary(_, use): true
      case .list(use) where part.isOptional: true
      case .list(use): id(of: use) == nil
      default: false
      }
    }
  }

  /// The property that the objects of a class are known by.
  func id(of use: ClassUse) -> Field? { SlicePlanner.id(of: use, in: graph) }

  func needs(of use: ClassUse) -> [Need] {
    var found: [Need] = []
    for need in members(of: use).flatMap({ needs[$0] ?? [] }) where !found.contains(need) {
      found.append(need)
    }
    return found
  }
}
