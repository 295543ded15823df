/// The source that sets references between objects once all of them exist.
struct LinkDraft {
  let plan: SlicePlan

  private var graph: StateGraph { plan.graph }

  func name(_ need: Need) -> String {
    let type = graph.declaration(of: need.use)?.shortName.capitalized ?? ""
    return switch need {
    case .ancestor: "owner" + type
    case .table: "all" + type + "s"
    case .unique: "the" + type
    }
  }

  private func type(_ need: Need) -> String {
    let type = graph.spelling(of: need.use)
    switch need {
    case .ancestor: return type + "?"
    case .unique: return type
    case .table:
      let id = plan.id(of: need.use).map { graph.module.spelling(of: $0.type) } ?? "Int"
      return "[\(id): \(type)]"
    }
  }

  /// The statements that look up what the objects of the slice refer to.
  func statements(making need: Need) -> [String] {
    let name = name(need)
    switch need {
    case .ancestor: return ["let \(name): \(type(need)) = nil"]
    case .unique(let use): return ["let \(name) = state.\(path(to: use) ?? "")"]
    case .table(let use):
      let (lists, id) = (graph.lists(of: use).map(list), plan.id(of: use)?.path ?? "")
      let all = lists.map { "Array(\($0))" }.joined(separator: " + ")
      let list = lists.count == 1 ? lists[0] : "(\(all))"
      guard
        let tree = graph.owners[use]?.first(where: {
          $0.multiplicity == .list && graph.top(of: $0.holder) == use
        })
      else {
        return [
          "let \(name) = Dictionary(",
          "  \(list).map { ($0.\(id), $0) }, uniquingKeysWith: { first, _ in first })",
        ]
      }
      let children = escaped(tree.field.name)
      return [
        "var \(name): \(type(need)) = [:]",
        "var next = Array(\(list))",
        "while let object = next.popLast() {",
        "  \(name)[object.\(id)] = object",
        "  next += object.\(children)\(tree.field.type.isOptional ? " ?? []" : "")",
        "}",
      ]
    }
  }

  /// The path from the root to the one object of a class, such as `session.library`.
  func path(to use: ClassUse) -> String? {
    guard let owner = graph.owners[graph.top(of: use)]?.first else { return nil }
    let name = graph.accessor(of: owner.field, in: owner.holder) ?? escaped(owner.field.name)
    if graph.isRoot(owner.holder) { return name }
    return path(to: owner.holder).map { "\($0).\(name)" }
  }

  /// The expression of the objects of a class that a list owns.
  private func list(of owner: Link) -> String {
    var expression = ""
    var isList = false
    for link in chain(to: owner) {
      let name = graph.accessor(of: link.field, in: link.holder) ?? escaped(link.field.name)
      let isSubclass = graph.top(of: link.holder) != link.holder
      if isSubclass {
        if !isList { expression = "[\(expression)]" }
        expression += ".compactMap { $0 as? \(graph.spelling(of: link.holder)) }"
        isList = true
      }
      if expression.isEmpty { expression = "state" }
      // Of the one object so far, or of each.
      var items = "\(isList ? "$0" : expression).\(name)"
      let isKeyed = link.multiplicity == .dictionary
      if link.isCollection, link.field.type.isOptional {
        items = "(\(items) ?? \(isKeyed ? "[:]" : "[]"))"
      }
      if isKeyed { items += ".values" }
      switch (isList, link.multiplicity) {
      case (false, .optional): expression = "[\(items)].compactMap { $0 }"
      case (false, _): expression = items
      case (true, .one): expression += ".map { \(items) }"
      case (true, .optional): expression += ".compactMap { \(items) }"
      case (true, _): expression += ".flatMap { \(items) }"
      }
      if link.multiplicity != .one { isList = true }
    }
    return expression
  }

  /// The owning links from the root to a link, itself included.
  private func chain(to link: Link) -> [Link] {
    if graph.isRoot(link.holder) { return [link] }
    guard let owner = graph.owners[graph.top(of: link.holder)]?.first else { return [link] }
    return chain(to: owner) + [link]
  }

  /// Whether the objects of a class, or what they own, have references to set.
  func hasLinks(_ use: ClassUse, inside: Set<ClassUse> = []) -> Bool {
    guard !inside.contains(use), let object = plan.plan(of: use) else { return false }
    return object.parts.contains { part in
      part.isLinked || part.child.map { hasLinks($0, inside: inside.union([use])) } ?? false
    }
  }

  func addLinking(_ object: ObjectPlan, _ source: inout SourceBuilder) {
    guard hasLinks(object.use) else { return }
    let own = Need.ancestor(graph.top(of: object.use))
    var needs = plan.needs[object.use] ?? []
    if object.use == plan.top.use { needs.removeAll { $0 == own } }
    let parameters = needs.map { ", \(name($0)): \(type($0))" }.joined()
    source.section(
      "func link(_ object: \(graph.spelling(of: object.use))\(parameters))",
      comment: "/// Sets the references of the object, and of what it owns."
    ) { source in
      for part in object.parts { addLinking(part, of: object, &source) }
    }
  }

  private func addLinking(
    _ part: ObjectPlan.Part, of object: ObjectPlan, _ source: inout SourceBuilder
  ) {
    let (name, property) = (escaped(part.name), "object.\(part.property)")
    let (elements, each) = (part.elements(of: "object"), part.isOptional ? "?" : "")
    switch part.role {
    case .backReference(let need):
      source.add("\(property) = \(cast(self.name(need), need.use, part.field.type))")
    case .alias(let alias): addLinking(alias, name, property, each, &source)
    case .object(let child, let isOptional) where hasLinks(child):
      let call = "\(name).link(\(isOptional ? "child" : property)\(arguments(child, from: object)))"
      source.add(isOptional ? "if let \(name), let child = \(property) { \(call) }" : call)
    case .list(let child) where hasLinks(child):
      let values = part.isOptional ? "\(name) ?? []" : name
      source.block("for (child, value) in zip(\(elements), \(values))") {
        $0.add("value.link(child\(arguments(child, from: object)))")
      }
    case .dictionary(_, let child) where hasLinks(child):
      let id = part.isSet ? plan.id(of: child)?.path : nil
      source.block("for \(part.isSet ? "child" : "(key, child)") in \(elements)") {
        let key = id.map { "child.\($0)" } ?? "key"
        $0.add("\(name)\(each)[\(key)]?.link(child\(arguments(child, from: object)))")
      }
    case .plain, .object, .list, .dictionary, .omitted: break
    }
  }

  private func addLinking(
    _ alias: ObjectPlan.Alias, _ name: String, _ property: String, _ each: String,
    _ source: inout SourceBuilder
  ) {
    let top = graph.top(of: alias.target)
    let isSubclass = top != alias.target
    let type = graph.spelling(of: alias.target)
    let table = self.name(alias.need)
    let suffix = isSubclass ? " as? \(type)" : ""
    switch alias.shape {
    case .optional: source.add("\(property) = \(name).flatMap { \(table)[$0]\(suffix) }")
    case .list: source.add("\(property) = \(name)\(each).compactMap { \(table)[$0]\(suffix) }")
    case .set:
      let list = each.isEmpty ? name : "$0"
      let found = "Set(\(list).compactMap { \(table)[$0]\(suffix) })"
      source.add("\(property) = " + (each.isEmpty ? found : "\(name).map { \(found) }"))
    case .dictionary, .other:
      source.add("\(property) = \(name)\(each).compactMapValues { \(table)[$0]\(suffix) }")
    case .one: source.add("if let found = \(table)[\(name)]\(suffix) { \(property) = found }")
    }
  }

  /// The arguments that an object passes to one that it owns.
  private func arguments(_ child: ClassUse, from object: ObjectPlan) -> String {
    (plan.needs[child] ?? []).map { need in
      let isSelf = need == .ancestor(graph.top(of: object.use))
      return ", \(name(need)): \(isSelf ? "object" : name(need))"
    }.joined()
  }

  private func cast(_ expression: String, _ use: ClassUse, _ type: TypeExpression) -> String {
    guard let target = graph.module.classUse(type.unwrapped), target != use
    else { return expression }
    return "\(expression) as? \(graph.spelling(of: target))"
  }
}
