/// The source of the values of a class with subclasses: an enum.
struct HierarchyDraft {
  let plan: SlicePlan
  let hierarchy: HierarchyPlan
  let conformances: String

  private var members: [HierarchyPlan.Member] { plan.cases(of: hierarchy) }

  func add(to source: inout SourceBuilder) {
    let base = plan.graph.spelling(of: hierarchy.use)
    source.add("")
    source.add("/// The values of `\(base)` or of one of its subclasses.")
    source.block("enum \(hierarchy.valueName): \(conformances)") { source in
      for member in members { source.add("case \(member.caseName)(\(member.object.valueName))") }
    }
    source.section("extension \(hierarchy.valueName)") { source in
      addReading(base, &source)
      addSwitch("func makeObject() -> \(base)", &source) { _ in "value.makeObject()" }
      source.add("")
      source.add("/// Whether the object has the class and the constants of this value.")
      addSwitch("func fits(_ object: \(base)) -> Bool", isSeparated: false, &source) { member in
        let isClass = "type(of: object) == \(member.type).self"
        guard !member.object.constants.isEmpty else { return isClass }
        if member.type == base { return "\(isClass) && value.fits(object)" }
        return "\(isClass) && ((object as? \(member.type)).map(value.fits) ?? false)"
      }
      addSwitch("func write(to object: \(base))", &source) { member in
        member.type == base
          ? "value.write(to: object)"
          : "if let object = object as? \(member.type) { value.write(to: object) }"
      }
      addKey(base, &source)
      LinkDraft(plan: plan).addLinking(hierarchy, &source)
    }
  }

  private func addReading(_ base: String, _ source: inout SourceBuilder) {
    source.block("init(_ object: \(base))") { source in
      source.cases("object") { source in
        for member in members.dropFirst().reversed() {
          source.add("case let object as \(member.type): self = \(value(of: member))")
        }
        source.add("default: self = \(value(of: members[0]))")
      }
    }
  }

  private func value(of member: HierarchyPlan.Member) -> String {
    ".\(member.caseName)(\(member.object.valueName)(object))"
  }

  private func addSwitch(
    _ head: String, isSeparated: Bool = true, _ source: inout SourceBuilder,
    _ body: (HierarchyPlan.Member) -> String
  ) {
    if isSeparated { source.add("") }
    source.block(head) { source in
      source.cases("self") { source in
        for member in members {
          let body = body(member)
          let binding = body.contains("value") ? "(let value)" : ""
          source.add("case .\(member.caseName)\(binding): \(body)")
        }
      }
    }
  }

  /// Objects of a list are known by their class and their id.
  private func addKey(_ base: String, _ source: inout SourceBuilder) {
    guard let id = plan.id(of: hierarchy.use) else { return }
    source.add("")
    source.block("struct DraftedKey: Hashable") { source in
      source.add("let type: ObjectIdentifier")
      source.add("let id: \(plan.graph.module.spelling(of: id.type))")
    }
    source.section("static func draftedKey(of object: \(base)) -> DraftedKey") { source in
      source.add(
        "DraftedKey(type: ObjectIdentifier(type(of: object)), id: object.\(escaped(id.name)))")
    }
    addSwitch("var draftedKey: DraftedKey", &source) { member in
      "DraftedKey(type: ObjectIdentifier(\(member.type).self), id: value.\(escaped(id.name)))"
    }
  }
}
