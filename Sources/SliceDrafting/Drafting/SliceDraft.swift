/// The source of a slice: its values, its projection, its reducer.
struct SliceDraft {
  let plan: SlicePlan
  let context: DraftContext
  /// The access of the declarations, such as `public`; nil for internal ones.
  var access: String?

  private var graph: StateGraph { plan.graph }
  private var isCodable: Bool {
    plan.objects.flatMap(\.parts).allSatisfy { part in
      switch part.role {
      case .plain(let type): Leaf(type, in: graph.module).isCodable
      case .dictionary(let key, _): Leaf(key, in: graph.module).isCodable
      default: true
      }
    }
  }
  private var conformances: String {
    isCodable ? "Codable, Equatable, Sendable" : "Equatable, Sendable"
  }

  private var prefix: String { access.map { $0 + " " } ?? "" }

  var text: String {
    var source = SourceBuilder()
    source.add(context.imports(["Foundation", "ReduxBridge", "ReferenceRedux", "ValueRedux"]))
    source.add("")
    addSlice(&source)
    let draft = ReducerDraft(plan: plan, context: context)
    addReducer(draft, &source)
    addValue(plan.top, &source)
    addProjection(&source)
    addMapping(plan.top, draft, &source)
    for object in plan.objects.dropFirst() {
      addValue(object, &source)
      addMapping(object, draft, &source)
    }
    return source.text
  }

  private func addSlice(_ source: inout SourceBuilder) {
    let value = plan.top.valueName
    source.add(context.notes)
    source.block("\(prefix)extension \(context.slices)") { source in
      source.indented("static let \(escaped(plan.name)) = StateSlice(") { source in
        let reading = context.reading.map { " reading: \($0.slice)," } ?? ""
        source.add("\"\(plan.name)\",\(reading) projection: \(value).projection,")
        source.add("legacy: [")
        for block in context.blocks { source.add("  \(block),") }
        source.add("],")
        source.add("reducer: \(value).reducer)")
      }
    }
  }

  private func addReducer(_ draft: ReducerDraft, _ source: inout SourceBuilder) {
    let value = plan.top.valueName
    let spelling = graph.module.actionSpelling(plan.action)
    source.section("\(prefix)extension \(value)") { source in
      let type = context.reading.map { "ReadingReducer<\(value), \($0.value), \(spelling)>" }
      draft.add(type ?? "Reducer<\(value), \(spelling)>", spelling, to: &source)
      draft.addMethods(of: value, to: &source)
    }
  }

  private func addProjection(_ source: inout SourceBuilder) {
    let (value, root) = (plan.top.valueName, graph.module.spelling(of: graph.root))
    let path = plan.path.map { "." + escaped($0.name) }.joined()
    source.section("\(prefix)extension \(value)") { source in
      source.indented("static let projection = Projection<\(root), \(value)>(") { source in
        source.add("read: { \(value)($0\(path)) },")
        source.indented("write: { state, value in", end: "})") { source in
          source.add("value.write(to: state\(path))")
          let needs = (plan.needs[plan.top.use] ?? []).filter {
            $0 != .ancestor(graph.top(of: plan.top.use))
          }
          let links = LinkDraft(plan: plan)
          for need in needs { source.add(links.statements(making: need)) }
          if links.hasLinks(plan.top.use) {
            let arguments = needs.map { ", \(links.name($0)): \(links.name($0))" }.joined()
            source.add("value.link(state\(path)\(arguments))")
          }
        }
      }
    }
  }

  private func addValue(_ object: ObjectPlan, _ source: inout SourceBuilder) {
    let comment = "/// The values of `\(graph.spelling(of: object.use))`."
    source.section("\(prefix)struct \(object.valueName): \(conformances)", comment: comment) {
      source in
      let lines = object.parts.flatMap(lines)
      source.add(lines.map { $0.hasPrefix("var ") ? prefix + $0 : $0 })
      guard access != nil else { return }
      // The initializer that the compiler makes is internal.
      let properties = lines.filter { $0.hasPrefix("var ") }.map { $0.dropFirst(4) }
      source.section("\(prefix)init(\(properties.joined(separator: ", ")))") { source in
        for property in properties {
          let name = property.prefix { $0 != ":" }
          source.add("self.\(name) = \(name)")
        }
      }
    }
  }

  private func lines(of part: ObjectPlan.Part) -> [String] {
    let (name, optional) = (escaped(part.name), part.isOptional ? "?" : "")
    func line(_ type: String, _ value: String?) -> String {
      "var \(name): \(type)" + (value.map { " = \($0)" } ?? "")
    }
    switch part.role {
    case .plain(let type):
      let types = type.identifiers.compactMap { graph.module.types[$0] }
      return types.flatMap { type in
        graph.module.unequated(type).map {
          "// CHECK: == of \(type.name) leaves `\($0)` out, so no check sees where it differs."
        }
      } + [line(graph.module.spelling(of: type), Leaf.portableValue(of: part.field, type: type))]
    case .object(let use, let isOptional):
      return [
        "/// An object that nothing else owns: its values.",
        line(plan.valueName(of: use) + (isOptional ? "?" : ""), plan.defaultValue(of: part)),
      ]
    case .list(let use):
      let id = plan.id(of: use)
      let known = id.map { "by `\($0.path)`" } ?? "by their place, since they have no id"
      let doubt =
        id?.member == nil
        ? []
        : [
          "// CHECK: no two objects may have the same \(known.dropFirst(3)), and it must not change:",
          "// references keep it.",
        ]
      return doubt + [
        "/// The list owns its objects: values, known \(known).",
        line("[\(plan.valueName(of: use))]" + optional, plan.defaultValue(of: part)),
      ]
    case .dictionary(let key, let use):
      return [
        part.isSet
          ? "/// The set owns its objects: values, by `\(plan.id(of: use)?.path ?? "")`, which differs in each."
          : "/// The dictionary owns its objects: values, known by their keys.",
        line(
          "[\(graph.module.spelling(of: key)): \(plan.valueName(of: use))]" + optional,
          plan.defaultValue(of: part)),
      ]
    case .alias(let alias): return lines(of: alias, part)
    case .backReference(.unique(let use)):
      let owner = LinkDraft(plan: plan).path(to: use) ?? ""
      return [
        "// `\(part.field.name)` always refers to `\(owner)`: it is set when the objects are written."
      ]
    case .backReference:
      return [
        "// `\(part.field.name)` leads back to the owner: it is set when the objects are written."
      ]
    case .omitted(let reason, let isHarmless):
      return [(isHarmless ? "// " : "// CHECK: ") + "`\(part.field.name)` is left out: \(reason)."]
    }
  }

  private func lines(of alias: ObjectPlan.Alias, _ part: ObjectPlan.Part) -> [String] {
    let type = graph.module.spelling(of: alias.id.type)
    let owner = graph.owners[graph.top(of: alias.target)]?.first.map(graph.name)
    let initial = alias.shape == .optional ? nil : plan.defaultValue(of: part)
    let ids =
      switch alias.shape {
      case .one, .optional: type
      case .list: "[\(type)]"
      case .set: "Set<\(type)>"
      case .dictionary, .other: "[\(alias.key.map(graph.module.spelling) ?? ""): \(type)]"
      }
    return [
      "/// `\(owner ?? "")` owns what `\(part.field.name)` refers to: its id.",
      "var \(escaped(part.name)): \(ids)"
        + (part.isOptional || alias.shape == .optional ? "?" : "")
        + (initial.map { " = \($0)" } ?? ""),
    ]
  }

  private func addMapping(
    _ object: ObjectPlan, _ draft: ReducerDraft, _ source: inout SourceBuilder
  ) {
    let mapping = MappingDraft(plan: plan, object: object)
    source.section("\(prefix)extension \(object.valueName)") { source in
      mapping.addReading(&source)
      if object.use != plan.top.use { mapping.addMaking(&source) }
      mapping.addWriting(&source)
      mapping.addLists(&source)
      if object.use != plan.top.use { draft.addMethods(of: object.valueName, to: &source) }
      LinkDraft(plan: plan).addLinking(object, &source)
    }
  }
}

extension SlicePlan {
  /// The value that a property has unless one is given; nil when it has none.
  func defaultValue(of part: ObjectPlan.Part) -> String? {
    switch part.role {
    case .plain(let type): return Leaf.portableValue(of: part.field, type: type)
    case .object(_, isOptional: true): return "nil"
    case .object(let use, isOptional: false):
      let object = plan(of: use)
      let isWhole = object?.parts.allSatisfy { defaultValue(of: $0) != nil } == true
      return isWhole ? "\(valueName(of: use))()" : nil
    case .list, .dictionary:
      let isEmpty = ["[]", "[:]"].contains(part.field.initialValue)
      return isEmpty ? Meaning.Storage(part).empty : part.isOptional ? "nil" : nil
    case .alias(let alias): return part.isOptional ? "nil" : alias.shape.emptyValue
    case .backReference, .omitted: return ""
    }
  }
}
