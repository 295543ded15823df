/// The plan for the objects of a class: a struct with their values.
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
      /// A property that a person has to see to, unless that is harmless.
      case omitted(_ reason: String, isHarmless: Bool = false)
    }

    let field: Field
    /// The name in the value.
    let name: String
    /// The accessor of a property that only its own file sees.
    var accessor: String?
    let role: Role

    /// The property of the object, as it is written in code.
    var property: String { accessor ?? escaped(field.name) }
    var isSet: Bool { field.type.unwrapped.identifier == "s:Sh" }
    var isOptional: Bool { field.type.isOptional }

    var isOmitted: Bool { if case .omitted = role { true } else { false } }

    /// Whether it is set again once all objects exist.
    var isLinked: Bool {
      switch role {
      case .alias, .backReference: true
      default: false
      }
    }

    /// The class of the objects that the property owns.
    var child: ClassUse? {
      switch role {
      case .object(let use, _), .list(let use), .dictionary(_, let use): use
      default: nil
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
    let id: Field
    let need: Need
  }

  let use: ClassUse
  var valueName: String
  let parts: [Part]

  /// The properties that an object gets when it is made, and keeps.
  var constants: [Part] {
    parts.filter { if case .plain = $0.role { $0.field.isLet } else { false } }
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

/// All that the draft of a slice contains.
struct SlicePlan {
  let name: String
  let graph: StateGraph
  /// The properties of the root that the slice begins at.
  let rootFields: [Field]
  /// The path from the root to the object of `top`; empty when that is the root.
  let path: [Field]
  /// In the order in which they are written.
  let objects: [ObjectPlan]
  /// The values of the slice; those of the root with its properties, unless the slice is one object.
  var top: ObjectPlan { objects[0] }
  let needs: [ClassUse: [Need]]
  let action: TypeDeclaration

  func plan(of use: ClassUse) -> ObjectPlan? { objects.first { $0.use == use } }

  /// Whether a property of the root belongs to the slice.
  func has(_ property: String) -> Bool { rootFields.contains { $0.name == property } }

  /// A line for each class that says what becomes of each stored property, by name.
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
  func valueName(of use: ClassUse) -> String { plan(of: use)?.valueName ?? "Never" }

  /// Whether an object can be unable to take on the values of its place or id, since it has other constants.
  func asksWhetherFits(_ use: ClassUse) -> Bool {
    guard let constants = plan(of: use)?.constants.map(\.field) else { return false }
    let isKnownByID = objects.flatMap(\.parts).filter { $0.child == use }.allSatisfy { part in
      if case .list = part.role { !part.isOptional } else { part.isSet }
    }
    let id = isKnownByID ? id(of: use)?.name : nil
    return constants.contains { $0.name != id }
  }

  /// The property that the objects of a class are known by.
  func id(of use: ClassUse) -> Field? { SlicePlanner.id(of: use, in: graph) }
}
