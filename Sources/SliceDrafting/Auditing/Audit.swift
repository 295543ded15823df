/// The report of `audit` about the classes of a state.
package struct Audit: Encodable {
  struct ClassRow: Encodable {
    let name: String
    let place: String
    let fields: [String]
    let heldBy: [String]
    let holds: [String]
  }

  struct Finding: Encodable, Equatable {
    enum Rule: String, Encodable, CaseIterable {
      case doubtful = "properties that the symbol graph or the source lacks"
      case cycle = "cycles without a back reference"
      case unreadBlock = "lists of blocks that were not read as a whole"
      case unlistedBlock = "reduce blocks that no slice and no entry lists"
      case blockListedTwice = "reduce blocks in several lists"
      case uncodedSubclass = "subclasses without coding of their own"
      case unnamedProperty = "properties that no CodingKeys name"
      case strongLink = "strong links that should be back references"
      case hierarchy = "objects of classes with subclasses, which drafts leave out"
      case sharedList = "lists that may share their objects"
      case weakLink = "weak links that a copy does not keep"
      case mainActor = "classes on the main actor"
      case observer = "properties whose didSet or willSet has effects"
      case posts = "posts of notifications, which become subscriptions"
      case writtenStatic = "static variables that are written, which no copy has"
      case unrepeatable = "ids, dates and random numbers that blocks make"
      case observingInit = "initializers that observe: each copy would, too"
      case service = "services, not state"
      case uncodedClass = "classes that are not Codable"
      case conditional = "properties inside of #if"
      case equality = "values whose == leaves properties out, which no check sees"
    }

    let rule: Rule
    let subject: String
    let text: String
  }

  struct Proposal: Encodable, Equatable {
    let slice: String
    let writers: [String]
    /// The other properties that these blocks write.
    let shared: [String]
    let aliases: [String]
    let dependents: [String]
    let fields: Int
    /// Whether the objects of the property belong to another one.
    let isReference: Bool
    let reason: String
  }

  let modules: [String]
  let root: String
  let classes: [ClassRow]
  let findings: [Finding]
  /// The parts of the state, the easiest to migrate first.
  let slices: [Proposal]
}

extension Audit.Finding {
  /// A finding whose text begins with its subject.
  init(_ rule: Rule, _ subject: String, _ text: String) {
    self.init(rule: rule, subject: subject, text: subject + text)
  }
}

extension Audit {
  init(of graph: StateGraph) {
    modules = graph.module.names
    root = graph.root.name
    classes = graph.uses.compactMap { use in
      guard let type = graph.declaration(of: use) else { return nil }
      return ClassRow(
        name: graph.spelling(of: use), place: type.location?.description ?? "",
        fields: type.fields.map(\.name),
        heldBy: graph.links.filter { $0.target == use }.map {
          "\(graph.spelling(of: $0.holder)).\($0.field.name)"
        },
        holds: graph.links.filter { $0.holder == use }.map {
          "\($0.field.name): \(graph.spelling(of: $0.target))"
        })
    }
    findings = AuditFindings(graph: graph).all()
    slices = Self.proposals(for: graph)
  }

  private static func proposals(for graph: StateGraph) -> [Proposal] {
    let blocks = graph.module.constants.filter(\.type.isReduceBlock)
    let uses = blocks.map { (name: $0.name, use: graph.use(of: $0)) }
    let isRead = graph.module.blockLists.unread.isEmpty
    let all = graph.module.storedFields(of: graph.root).map { field in
      let inside = Set(graph.uses.filter { graph.rootFields(of: $0).contains(field.name) })
      let isRoot = { (link: Link) in
        graph.isRoot(link.holder) && link.field.name == field.name
      }
      let aliases = graph.links.filter {
        (inside.contains($0.holder) || isRoot($0)) && !graph.owns($0) && !graph.isRoot($0.target)
          && !graph.rootFields(of: $0.target).contains(field.name)
      }
      let dependents = graph.links.filter {
        !inside.contains($0.holder) && inside.contains($0.target) && !graph.owns($0)
      }
      let blocks = uses.filter { $0.use.writes.contains(field.name) }
      let shared = blocks.filter { $0.use.writes.count > 1 }
      let others = Set(shared.flatMap(\.use.writes)).subtracting([field.name]).sorted()
      let count = inside.reduce(0) { $0 + (graph.declaration(of: $1)?.fields.count ?? 0) }
      return Proposal(
        slice: field.name,
        writers: blocks.map(\.name), shared: others,
        aliases: aliases.map(graph.name), dependents: dependents.map(graph.name),
        fields: max(1, count), isReference: aliases.contains(where: isRoot),
        reason: reason(
          writers: uses.isEmpty ? nil : blocks.count, isRead: isRead, shared: others,
          aliases: aliases.count,
          dependents: dependents.count, fields: max(1, count)))
    }
    return all.enumerated().sorted { first, second in
      rank(first.element, first.offset, isRead) < rank(second.element, second.offset, isRead)
    }.map(\.element)
  }

  /// Parts that others refer to, or that refer to others, come later, referrers before owners, and last what is
  /// nothing but a reference, or written by no block that was read; small ones come first.
  private static func rank(_ slice: Proposal, _ place: Int, _ isRead: Bool) -> (
    Int, Int, Int, Int, Int
  ) {
    (
      slice.isReference || !isRead && slice.writers.isEmpty
        ? Int.max : slice.aliases.count + slice.dependents.count,
      slice.dependents.count,
      slice.shared.count + slice.writers.count, slice.fields, place
    )
  }

  private static func reason(
    writers: Int?, isRead: Bool, shared: [String], aliases: Int, dependents: Int, fields: Int
  ) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number == 0 ? "no" : "\(number)") \(number == 1 ? one : many)"
    }
    let blocks: String? =
      writers == 0 && !isRead
      ? "no block that was read writes it"
      : writers.map { count($0, "block writes it", "blocks write it") } ?? "no reduce blocks found"
    return [
      blocks,
      shared.isEmpty ? nil : "with \(few(shared))",
      count(aliases, "reference to others", "references to others"),
      count(dependents, "reference from others", "references from others"),
      count(fields, "property", "properties"),
    ].compactMap(\.self).joined(separator: ", ")
  }
}
