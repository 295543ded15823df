/// What a drafted slice finds in its module: the blocks, the other slices, the actions.
struct DraftContext {
  /// Another slice that the reducer reads.
  struct Reading {
    let slice: String
    let value: String
    let name: String
  }

  /// The type that the slices are constants of.
  let slices: String
  /// `extension` when that type exists, otherwise `enum`.
  let declaration: String
  /// The reduce blocks that mention the property of the slice.
  let blocks: [String]
  let reading: Reading?
  /// Comments above the slice.
  let notes: [String]
  private let module: Module
  private let handled: [String: [String]]

  /// Looks for what concerns a slice.
  ///
  /// - Parameters:
  ///   - plan: The slice.
  ///   - file: The file that is drafted; what stands in it does not count as present.
  ///   - isFirst: Whether it is the first file of its command, which declares what the others extend.
  init(of plan: SlicePlan, file: String, isFirst: Bool) {
    module = plan.graph.module
    let root = plan.graph.root
    let base =
      root.shortName.hasSuffix("State") ? String(root.shortName.dropLast(5)) : root.shortName
    slices = base + "Slices"
    let existing = module.types.values.first { $0.name == base + "Slices" }
    declaration =
      existing.map { $0.location?.file == file } ?? isFirst ? "enum" : "extension"

    let field = plan.rootField.name
    let writers = module.constants.filter {
      $0.type.isReduceBlock && $0.properties.contains(field) && $0.location?.file != file
    }
    blocks = writers.map(\.name)
    var notes: [String] = []
    if writers.isEmpty {
      notes.append(
        "// CHECK: no reduce block was found that mentions `\(field)`; list its blocks here.")
    }
    for writer in writers {
      let others = root.fields.map(\.name).filter { $0 != field && writer.properties.contains($0) }
      guard !others.isEmpty else { continue }
      notes.append("// CHECK: \(writer.name) also mentions \(others.joined(separator: ", ")).")
    }
    let needed = Self.otherSlices(of: plan)
    let known = needed.compactMap { Self.slice(named: $0, in: plan, except: file) }
    reading = known.count == 1 ? known[0] : nil
    for name in needed {
      let isRead = reading.map { $0.slice.hasSuffix("." + escaped(name)) } ?? false
      notes.append(
        isRead
          ? "/// Refers to objects of the slice `\(name)`, which the reducer reads."
          : "// Refers to objects of `\(name)`: once that is a slice, draft again to read it.")
    }
    self.notes = notes
    var handled: [String: [String]] = [:]
    for writer in writers {
      for name in writer.members { handled[name, default: []].append(writer.name) }
    }
    self.handled = handled
  }

  /// The properties of the root with objects that the slice refers to.
  private static func otherSlices(of plan: SlicePlan) -> [String] {
    let uses = (plan.needs[plan.top.use] ?? []).map(\.use)
    let names = uses.flatMap { plan.graph.rootFields(of: $0) }.filter { $0 != plan.rootField.name }
    return Set(names).sorted()
  }

  private static func slice(named name: String, in plan: SlicePlan, except file: String) -> Reading?
  {
    for constant in plan.graph.module.constants {
      guard case .named("StateSlice", _, let arguments) = constant.type, arguments.count == 3,
        constant.name.hasSuffix("." + escaped(name)), constant.location?.file != file
      else { continue }
      return Reading(
        slice: constant.name, value: plan.graph.module.spelling(of: arguments[2]),
        name: escaped(name))
    }
    return nil
  }

  /// The import lines, with the other modules that declare the state.
  func imports(_ names: [String]) -> [String] {
    (names + module.names.dropFirst()).map { "import \($0)" }.sorted()
  }

  /// The cases of a `switch` over all actions.
  func cases(of action: TypeDeclaration) -> [String] {
    let types = module.types.values.filter {
      $0.conformances.contains(action.shortName) && $0.kind != .protocol
    }
    if action.kind == .protocol {
      return types.map { module.spelling(of: $0) }.sorted().map { "case is \($0): break" } + [
        "default: break"
      ]
    }
    if action.kind == .struct { return ["default: break"] }
    let width = action.cases.map { $0.name.count }.max() ?? 0
    return action.cases.map { enumCase in
      let line = "case .\(enumCase.name): break"
      guard let blocks = handled[enumCase.name] else { return line }
      let space = String(repeating: " ", count: width - enumCase.name.count + 2)
      return line + space + "// in \(blocks.joined(separator: ", "))"
    }
  }
}

extension TypeExpression {
  var isReduceBlock: Bool {
    if case .named("ReduceBlock", _, _) = self { true } else { false }
  }
}
