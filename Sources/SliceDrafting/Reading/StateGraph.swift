/// A class with its generic arguments.
struct ClassUse: Hashable {
  let identifier: String
  let arguments: [TypeExpression]
}

/// A stored property that refers to objects of a class, directly or inside of a container or a value.
struct Link {
  enum Multiplicity: String {
    case one, optional, list, set, dictionary
    /// Inside of something that a draft does not map, such as the payload of an enum.
    case other

    /// A value that refers to nothing; nil where a property always refers to an object.
    var emptyValue: String? {
      switch self {
      case .one: nil
      case .optional: "nil"
      case .list, .set: "[]"
      case .dictionary, .other: "[:]"
      }
    }
  }

  let holder: ClassUse
  let field: Field
  let target: ClassUse
  let multiplicity: Multiplicity

  var isCollection: Bool { [.list, .set, .dictionary].contains(multiplicity) }

  func isOfProperty(of other: Link) -> Bool {
    holder == other.holder && field.name == other.field.name
  }
}

/// The classes that a state consists of, and which property owns the objects of each.
final class StateGraph {
  let module: Module
  let root: TypeDeclaration
  /// Every class that the root reaches, the nearest first.
  private(set) var uses: [ClassUse] = []
  private(set) var links: [Link] = []
  /// The links that own the objects of a class, by the topmost superclass of the objects.
  private(set) var owners: [ClassUse: [Link]] = [:]
  /// The lists that own objects next to another list, by a guess that only a person can decide.
  private(set) var guesses: [Link] = []
  /// The properties that own nothing, as `Class.property`.
  private let aliases: Set<String>
  /// The base classes of several classes with owners of their own: no property says whose objects they name.
  private var bases: Set<String> = []
  private let rootClasses: Set<String>

  init(of root: TypeDeclaration, in module: Module, aliases: Set<String> = []) {
    (self.module, self.root, self.aliases) = (module, root, aliases)
    rootClasses = Set(module.superclasses(of: root).map(\.identifier))
    var next = [root.use]
    var seen = Set(next)
    while !next.isEmpty {
      let use = next.removeFirst()
      uses.append(use)
      let found = Self.links(from: use, in: module)
      links += found
      let reached = found.map(\.target) + relatives(of: use)
      for target in reached where seen.insert(target).inserted { next.append(target) }
    }
    findBases()
    findOwners()
  }

  /// Whether the state has the properties that a class declares: it is that of the state, or one above it.
  func isRoot(_ use: ClassUse) -> Bool {
    use.identifier == root.identifier || rootClasses.contains(use.identifier)
  }

  func declaration(of use: ClassUse) -> TypeDeclaration? { module.types[use.identifier] }

  func spelling(of use: ClassUse) -> String {
    module.spelling(of: .named("", identifier: use.identifier, use.arguments))
  }

  /// The topmost superclass below a base of several classes: what the owner of an object is known by.
  func top(of use: ClassUse) -> ClassUse {
    guard let declaration = declaration(of: use), !isBase(use) else { return use }
    let top = module.superclasses(of: declaration).prefix { !bases.contains($0.identifier) }.last
    return top?.use ?? use
  }

  func isBase(_ use: ClassUse) -> Bool { bases.contains(use.identifier) }

  /// A class is a base where properties name several of its direct subclasses, or what is below them, unless it
  /// alone has lists.
  private func findBases() {
    let lists = Set(links.filter(\.isCollection).map(\.target.identifier))
    let named = Set(links.map(\.target.identifier) + [root.identifier])
    func isBelow(_ type: TypeDeclaration, _ names: Set<String>) -> Bool {
      names.contains(type.identifier) || module.subclasses(of: type).contains { isBelow($0, names) }
    }
    for type in module.classes {
      let subclasses = module.subclasses(of: type)
      let isOnlyList =
        lists.contains(type.identifier) && !subclasses.contains { isBelow($0, lists) }
      if !isOnlyList, subclasses.count(where: { isBelow($0, named) }) > 1 {
        bases.insert(type.identifier)
      }
    }
  }

  func links(to use: ClassUse) -> [Link] { links.filter { top(of: $0.target) == top(of: use) } }

  /// Whether a link owns its objects, rather than referring to those that another one owns.
  func owns(_ link: Link) -> Bool {
    owners[top(of: link.target)]?.contains { $0.isOfProperty(of: link) } == true
  }

  /// The classes whose objects own those of a class, directly or through others.
  func ancestors(of use: ClassUse) -> Set<ClassUse> {
    Set(chains(to: use).map { top(of: $0.holder) })
  }

  /// The properties of the root from which owning links lead to a class.
  func rootFields(of use: ClassUse) -> Set<String> {
    Set(chains(to: use).filter { isRoot($0.holder) }.map(\.field.name))
  }

  /// The owning links on all ways from the root to a class; what owns a root is no part of the state.
  private func chains(to use: ClassUse) -> [Link] {
    [top(of: use)].reaching { use in
      (owners[use] ?? []).map(\.holder).filter { !isRoot($0) }.map(top)
    }.flatMap { owners[$0] ?? [] }
  }

  /// The direct subclasses and the superclass of a class.
  private func relatives(of use: ClassUse) -> [ClassUse] {
    guard let type = declaration(of: use) else { return [] }
    return (module.subclasses(of: type) + module.superclasses(of: type).prefix(1)).map(\.use)
  }

  /// Lists of the objects that the elements refer back to own them before other lists, lists before single
  /// properties, and what is nearer to the root before the rest.
  ///
  /// Where a list is inside of what another list is next to, both own: feeds of an account, and of its folders.
  /// That the account does not list those of its folders again is a guess.
  private func findOwners() {
    var trees: [Link] = []
    let owning = links.filter(mayOwn)
    for link in owning.filter(isOfParent) + owning.filter({ !isOfParent($0) }) {
      let target = top(of: link.target)
      let isTree = top(of: link.holder) == target
      let present = owners[target] ?? []
      guard let first = present.first else {
        if isTree { trees.append(link) } else { owners[target] = [link] }
        continue
      }
      if isTree {
        if link.isCollection { owners[target]?.append(link) }
      } else if link.isCollection, !present.contains(where: \.isCollection) {
        owners[target] = [link]
      } else if link.isCollection, link.holder != first.holder, isNested(link.holder, first.holder)
      {
        owners[target]?.append(link)
        guesses.append(link)
      } else if !link.isCollection, !first.isCollection, first.holder == link.holder {
        owners[target]?.append(link)
      }
    }
    // Those that were seen before what owns the root of the tree.
    for link in trees where link.isCollection { owners[top(of: link.target)]?.append(link) }
  }

  /// Whether a link is the list of an object that each element refers back to.
  private func isOfParent(_ link: Link) -> Bool {
    link.isCollection
      && links.contains {
        $0.holder == link.target && $0.field.isBackReference
          && top(of: $0.target) == top(of: link.holder)
      }
  }

  /// Whether a property keeps its objects alive, in copies as well.
  private func mayOwn(_ link: Link) -> Bool {
    let isCoded = declaration(of: link.holder)?.isCoded(link.field) == true
    return link.field.isStrong && !link.field.isBackReference && !isRoot(link.target)
      && !aliases.contains(name(of: link))
      && !isBase(link.holder) && !isBase(link.target) && (isCoded || link.field.isFixed)
  }

  /// The question about a guess, which a person decides.
  func question(about link: Link) -> String {
    let first = owners[top(of: link.target)]?.first.map(name) ?? ""
    return "taken to own other objects than \(first): if one of them lists what the other one "
      + "owns, draft with --alias \(name(of: link)), or --alias \(first)"
  }

  private func isNested(_ inner: ClassUse, _ outer: ClassUse) -> Bool {
    !isRoot(outer) && ancestors(of: inner).contains(top(of: outer))
  }

  /// The numbers of the objects of a class in drafted samples: each list has two, 2*n* and 2*n* + 1 in object
  /// *n*, so that no two objects of a class are alike.
  func numbers(of use: ClassUse) -> ClosedRange<Int> {
    Self.hull(of: lists(of: use).map { numbers(in: $0) }) ?? 1...1
  }

  /// From the first number in some ranges to the last one; nil without ranges.
  static func hull(of ranges: [ClosedRange<Int>]) -> ClosedRange<Int>? {
    guard let first = ranges.map(\.lowerBound).min(), let last = ranges.map(\.upperBound).max()
    else { return nil }
    return first...last
  }

  private func numbers(in link: Link) -> ClosedRange<Int> {
    let (holder, shift) = (unshiftedNumbers(in: link), shift(of: link))
    return holder.lowerBound + shift...holder.upperBound + shift
  }

  private func unshiftedNumbers(in link: Link) -> ClosedRange<Int> {
    let holder = isRoot(link.holder) ? 1...1 : numbers(of: link.holder)
    guard link.multiplicity == .list || link.multiplicity == .set else { return holder }
    return holder.lowerBound * 2...holder.upperBound * 2 + 1
  }

  /// The distance of the numbers in a list from those of other lists of the same class.
  func shift(of link: Link) -> Int {
    let lists = lists(of: link.target).prefix { !$0.isOfProperty(of: link) }
    let (taken, range) = (lists.map { numbers(in: $0) }, unshiftedNumbers(in: link))
    guard taken.contains(where: range.overlaps) else { return 0 }
    return (taken.map(\.upperBound).max() ?? 0) + 1 - range.lowerBound
  }

  /// The properties that own the objects of a class, those of the branches of a tree aside.
  func lists(of use: ClassUse) -> [Link] {
    (owners[top(of: use)] ?? []).filter { top(of: $0.holder) != top(of: $0.target) }
  }

  /// The name of the property that stands for one that only its own file sees, next to its class; nil where
  /// none is needed, or where the class belongs to another module.
  func accessor(of field: Field, in holder: ClassUse) -> String? {
    guard let type = declaration(of: holder), type.module == module.names.first,
      !module.canRead(field, of: type) || !(field.isLet || module.canWrite(field, of: type))
    else { return nil }
    return "drafted" + field.name.identifier.capitalized
  }

  func name(of link: Link) -> String { "\(spelling(of: link.holder)).\(link.field.name)" }

  // MARK: Links of a class

  private static func links(from use: ClassUse, in module: Module) -> [Link] {
    guard let declaration = module.types[use.identifier] else { return [] }
    return declaration.fields.flatMap { field -> [Link] in
      let type = field.type.substituting(declaration.genericParameters, by: use.arguments)
      return targets(of: type, in: module).map {
        Link(holder: use, field: field, target: $0.0, multiplicity: $0.1)
      }
    }
  }

  private static func targets(
    of type: TypeExpression, in module: Module
  ) -> [(ClassUse, Link.Multiplicity)] {
    if let use = module.classUse(type) { return [(use, .one)] }
    switch type {
    case .optional(let wrapped) where !wrapped.isOptional:
      return targets(of: wrapped, in: module).map { ($0, $1 == .one ? .optional : $1) }
    case .named(_, "s:Sh", let elements):
      if let use = elements.first.flatMap(module.classUse) { return [(use, .set)] }
    case .array(let element): if let use = module.classUse(element) { return [(use, .list)] }
    case .dictionary(_, let value):
      if let use = module.classUse(value) { return [(use, .dictionary)] }
    case .named, .optional, .other: break
    }
    return module.classes(inside: type).map { ($0, .other) }
  }
}

extension Module {
  /// The class that a type names; nil for another type.
  func classUse(_ type: TypeExpression) -> ClassUse? {
    guard case .named(_, let identifier?, let arguments) = type, types[identifier]?.kind == .class
    else { return nil }
    return ClassUse(identifier: identifier, arguments: arguments)
  }

  /// The classes inside of a value: its generic arguments, its properties, its payloads.
  func classes(inside type: TypeExpression) -> [ClassUse] {
    var found: [ClassUse] = []
    var seen: Set<String> = []
    collectClasses(in: type, &found, &seen)
    return found
  }

  private func collectClasses(
    in type: TypeExpression, _ found: inout [ClassUse], _ seen: inout Set<String>
  ) {
    if let use = classUse(type) {
      if !found.contains(use) { found.append(use) }
      return
    }
    for part in type.parts { collectClasses(in: part, &found, &seen) }
    guard let identifier = type.identifier, let value = types[identifier],
      seen.insert(identifier).inserted
    else { return }
    for part in value.fields.map(\.type) + value.cases.flatMap({ $0.payload.map(\.type) }) {
      let part = part.substituting(value.genericParameters, by: type.parts)
      collectClasses(in: part, &found, &seen)
    }
  }

  /// The name of a type; that of one in another module may be one of Foundation's, too.
  func spelling(of declaration: TypeDeclaration) -> String {
    let (module, outermost) = (declaration.module, declaration.name.prefix { $0 != "." })
    // In a test that imports the module, Foundation's type of the same name is as near.
    let isUnclear =
      isImported && importedNames.contains(String(outermost))
      && !types.values.contains { $0.name == module }
    return (module == names.first && !isUnclear ? "" : module + ".") + declaration.spelling
  }

  /// The type of all actions.
  func actionSpelling(_ action: TypeDeclaration) -> String {
    (action.kind == .protocol ? "any " : "") + spelling(of: action)
  }

  /// A type as it is written in another file of the module.
  func spelling(of type: TypeExpression) -> String {
    switch type {
    case .named(var name, let identifier, let arguments):
      if let declaration = identifier.flatMap({ types[$0] }) {
        name = spelling(of: declaration)
      } else if types.values.contains(where: { $0.shortName == name }) {
        // Of the same name as a type of the module, or inside of one: `Date` and `Foundation.Date`.
        let module = identifier.flatMap(TypeExpression.module) ?? "Swift"
        name = (module.hasPrefix("Foundation") ? "Foundation" : module) + "." + name
      }
      return arguments.isEmpty
        ? name : "\(name)<\(arguments.map(spelling).joined(separator: ", "))>"
    case .optional(let wrapped): return spelling(of: wrapped) + "?"
    case .array(let element): return "[\(spelling(of: element))]"
    case .dictionary(let key, let value): return "[\(spelling(of: key)): \(spelling(of: value))]"
    case .other(let text): return text
    }
  }
}

/// Names that drafted tests import, and that types of an app have as well.
private let importedNames: Set<String> = [
  "Attachment", "Bug", "Bundle", "Calendar", "CharacterSet", "Comment", "Confirmation", "Data",
  "Date", "DateComponents", "DateInterval", "Decimal", "Dimension", "FileHandle", "FileManager",
  "Formatter", "Gate", "Graph", "Host", "IndexPath", "IndexSet", "Issue", "Locale", "Measurement",
  "Message", "Mismatch", "Notification", "Operation", "Payloads", "Port", "Process", "Progress",
  "Projection", "Reducer", "Scanner", "Signal", "Stream", "Tag", "Test", "Thread", "TimeZone",
  "Timer", "Trait", "URL", "UUID", "UndoManager", "Unit", "UserDefaults",
]

extension TypeExpression {
  /// This type with generic parameters replaced by arguments.
  func substituting(_ parameters: [String], by arguments: [TypeExpression]) -> TypeExpression {
    guard parameters.count == arguments.count, !parameters.isEmpty else { return self }
    let table = Dictionary(zip(parameters, arguments)) { first, _ in first }
    return replacing { if case .named(let name, _, _) = $0 { table[name] } else { nil } }
  }
}
