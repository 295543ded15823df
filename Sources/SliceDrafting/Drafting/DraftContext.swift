/// The surroundings of a drafted slice in its module: the blocks, the other slices, the actions.
struct DraftContext {
  /// Another slice that the reducer reads.
  struct Reading {
    /// The property of the state.
    let field: String
    let slice: String
    let value: String
    let name: String
  }

  /// The type that the slices are constants of.
  let slices: String
  /// The file that declares it; nil where none does.
  let declaration: String?
  /// The reduce blocks that write the property of the slice, and belong to no other one.
  let blocks: [String]
  let reading: Reading?
  /// All slices that it refers to, or whose values its blocks read.
  let readings: [Reading]
  /// Comments above the slice.
  let notes: [String]
  private let module: Module

  /// Looks for what concerns a slice, outside of the file that is drafted.
  ///
  /// `claimed` are the blocks of the files before this one in a command, with the names of these.
  init(of plan: SlicePlan, file: String, claimed: [String: String] = [:]) {
    module = plan.graph.module
    let root = plan.graph.root
    let base =
      root.shortName.hasSuffix("State") ? String(root.shortName.dropLast(5)) : root.shortName
    slices = base + "Slices"
    declaration =
      module.types.values.first {
        $0.name == base + "Slices" && $0.module == plan.graph.module.names.first
      }?.location?.file

    let fields = Set(plan.rootFields.map(\.name))
    let names = plan.rootFields.map { "`\($0.name)`" }.joined(separator: ", ")
    let uses = module.constants.filter { $0.type.isReduceBlock && $0.location?.file != file }
      .map { (name: $0.name, use: plan.graph.use(of: $0)) }
    let writers = uses.filter { !$0.use.writes.isDisjoint(with: fields) }
    var notes: [String] = []
    if writers.isEmpty {
      notes.append(
        "// CHECK: no reduce block was found that writes \(names); list its blocks here.")
    }
    // A block of another slice would run twice; the drafts before this one in a command list theirs.
    let drafted = file.split(separator: "/").last.map(String.init)
    var blocks: [String] = []
    for (name, use) in writers {
      let others = use.writes.subtracting(fields).sorted()
      let slices = (module.blockLists.slices[name] ?? []).filter { $0 != drafted }
      if let slice = claimed[name] ?? slices.first {
        notes.append(
          "// CHECK: \(name) writes \(names), too, and is a block of the slice in \(slice): split it."
        )
        continue
      }
      blocks.append(name)
      if !others.isEmpty {
        let all = (plan.rootFields.map(\.name) + others).joined(separator: " ")
        notes.append(
          "// CHECK: \(name) also writes \(others.joined(separator: ", ")): split it, or make one slice of all: "
            + "draft-slice \(all) --name NAME.")
      }
      if let place = module.blockLists.places[name]?.first(where: {
        !$0.hasPrefix("\(drafted ?? ""):")
      }) {
        notes.append("// CHECK: \(name) is in \(place), too: remove it there.")
      }
    }
    for list in module.blockLists.unread
    where list.place.prefix(while: { $0 != ":" }) != drafted ?? "" {
      notes.append("// CHECK: \(list.place): \(list.text): see whether they write here.")
    }
    for (name, use) in uses {
      for doubt in use.doubts {
        notes.append("// CHECK: \(name) \(doubt): see whether it writes here.")
      }
    }
    let order = module.blockLists.order(of: blocks)
    if order == nil {
      notes.append(
        "#error(\"CHECK: in which order does the store run \(blocks.joined(separator: ", "))? "
          + "No list in the sources says it: put them in order, and delete this line.\")")
    }
    self.blocks = order ?? blocks
    let own = writers.filter { blocks.contains($0.name) }
    let read = own.flatMap { $0.use.reads.subtracting($0.use.writes) }
    let references = Self.otherSlices(of: plan)
    let needed = Set(references).union(read).subtracting(fields).sorted()
    readings = needed.compactMap { Self.slice(named: $0, in: plan, except: file) }
    let bodies = blocks.compactMap { plan.graph.module.code.blocks[$0] }
    let direct = readings.filter { reading in bodies.contains { $0.reads(reading.field) } }
    reading = readings.count == 1 ? readings[0] : direct.count == 1 ? direct[0] : nil
    for name in needed {
      let verb = references.contains(name) ? "Refers to objects of" : "Its blocks read"
      notes.append(
        reading?.field == name
          ? "/// \(verb) the slice `\(name)`, which the reducer reads."
          : "// \(verb) `\(name)`: once that is a slice, draft again to read it.")
    }
    for link in plan.graph.guesses where plan.plan(of: link.holder) != nil {
      notes.append("// CHECK: \(plan.graph.name(of: link)) is \(plan.graph.question(about: link)).")
    }
    self.notes = notes
  }

  /// The properties of the root with objects that the slice refers to.
  private static func otherSlices(of plan: SlicePlan) -> [String] {
    let uses = (plan.needs[plan.top.use] ?? []).map(\.use)
    return Set(uses.flatMap(plan.graph.rootFields)).filter { !plan.has($0) }.sorted()
  }

  private static func slice(named name: String, in plan: SlicePlan, except file: String) -> Reading?
  {
    for constant in plan.graph.module.constants {
      guard case .named("StateSlice", _, let arguments) = constant.type, let value = arguments.last,
        constant.name.hasSuffix("." + escaped(name)), constant.location?.file != file
      else { continue }
      let isSeen = value.identifier.flatMap { plan.graph.module.types[$0] }
        .map { plan.graph.module.sees($0.access, of: $0.module) }
      if isSeen == false { continue }
      return Reading(
        field: name, slice: constant.name, value: plan.graph.module.spelling(of: value),
        name: escaped(name))
    }
    return nil
  }

  /// The import lines, with the other modules that declare the state.
  func imports(_ names: [String]) -> [String] {
    Set(names + module.names.dropFirst()).map { "import \($0)" }.sorted()
  }
}

extension TypeExpression {
  var isReduceBlock: Bool { if case .named("ReduceBlock", _, _) = self { true } else { false } }
}
