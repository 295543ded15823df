import Foundation

/// A command of `swift package landbridge` or `swift package landbridge-write`.
package struct DraftingCommand {
  enum Verb: String, CaseIterable {
    case audit, lines
    case draftSlice = "draft-slice"
    case draftActions = "draft-actions"
  }

  /// The text that a command prints, and whether the command succeeded.
  package struct Outcome {
    package let text: String
    package var isSuccess = true
  }

  private let verb: Verb?
  private let arguments: Arguments
  private let wantsHelp: Bool

  /// Reads a command from the words behind the name of the program.
  package init(_ words: [String]) throws {
    let isHelp = { (word: String) in ["--help", "-h", "help"].contains(word) }
    guard let name = words.first(where: { !$0.hasPrefix("-") && !isHelp($0) }) else {
      (verb, wantsHelp) = (nil, true)
      arguments = try Arguments([], options: [], flags: [])
      return
    }
    guard let verb = Verb(rawValue: name), words.first == name else {
      throw DraftingError(
        "unknown command \(words.first ?? ""); there are "
          + Verb.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.verb = verb
    wantsHelp = words.contains(where: isHelp)
    arguments = try Arguments(
      wantsHelp ? [] : words.dropFirst(), options: verb.options, flags: verb.flags)
  }

  /// Carries the command out; its errors are sentences for the user.
  package func run() throws -> Outcome {
    guard let verb else { return Outcome(text: Self.help) }
    if wantsHelp { return Outcome(text: verb.help) }
    if arguments.contains("--read-only"), ![.audit, .lines].contains(verb) {
      throw DraftingError(
        "\(verb.rawValue) writes files: swift package landbridge-write \(verb.rawValue)")
    }
    if verb == .lines, arguments.positional.isEmpty {
      throw DraftingError("lines needs the JSON of a coverage run; lines --help has the commands")
    }
    let module = try Module(symbolGraphsIn: folders())
    let names = StateNames(
      module: module, givenState: arguments.value(of: "--state"),
      givenAction: arguments.value(of: "--action"))
    switch verb {
    case .audit:
      let audit = Audit(of: StateGraph(of: try names.state(), in: module))
      return Outcome(text: try shown(audit, audit.text))
    case .lines: return try lines(module)
    case .draftSlice: return try draftSlice(module, names)
    case .draftActions:
      let graph = (try? names.state()).map { StateGraph(of: $0, in: module) }
      let file = actionsFile(module, try names.action(), try folder(of: "--tests"), graph)
      return Outcome(
        text: try DraftFile.write([file], package: package, force: arguments.contains("--force")))
    }
  }

  private func folders() throws -> [URL] {
    let folders = arguments.values(of: "--symbol-graph").map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    guard !folders.isEmpty else { throw DraftingError("--symbol-graph DIR is missing") }
    // Where the target does not compile, its folder has no graph yet.
    for folder in folders {
      let list = folder.appendingPathComponent("sources").path
      guard let target = try CompilerCheck.Target(listIn: list) else { continue }
      try CompilerCheck().writeGraph(of: target, to: folder.path)
    }
    return folders
  }

  /// The text of a report, or with `--json` the report.
  private func shown(_ report: some Encodable, _ text: String) throws -> String {
    guard arguments.contains("--json") else { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }

  private func lines(_ module: Module) throws -> Outcome {
    let lines = ComparedLines(module, try CoverageRun(json: arguments.positional[0]))
    guard !lines.slices.isEmpty
    else { throw DraftingError("no slice with `legacy:` and `reducer:` in the sources") }
    let percent = arguments.value(of: "--require").map { Double($0) ?? .infinity } ?? 0
    return Outcome(text: try shown(lines, lines.text), isSuccess: lines.meets(percent))
  }

  private func folder(of option: String) throws -> URL {
    guard let path = arguments.value(of: option)
    else { throw DraftingError("\(option) DIR is missing") }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private var package: String? { arguments.value(of: "--package") }

  private func draftSlice(_ module: Module, _ names: StateNames) throws -> Outcome {
    let subjects = arguments.positional
    guard !subjects.isEmpty
    else { throw DraftingError("draft-slice needs the class or the property of a slice") }
    let (name, state, action) = (
      arguments.value(of: "--name"), try names.state(), try names.action()
    )
    let only = arguments.values(of: "--only").flatMap { $0.split(separator: ",") }.map(String.init)
    if !only.isEmpty, name == nil || subjects.count > 1 {
      throw DraftingError("--only needs the --name of its slice, and one property")
    }
    let graph = StateGraph(of: state, in: module, aliases: Set(arguments.values(of: "--alias")))
    for type in graph.uses.compactMap(graph.declaration) { try module.checkReading(of: type) }
    let access = arguments.value(of: "--access")
    guard access.map(["public", "package"].contains) ?? true
    else { throw DraftingError("--access is public or package") }
    let (output, tests) = (try folder(of: "--output"), try folder(of: "--tests"))
    let target = arguments.value(of: "--target") ?? module.names[0]
    var files: [DraftFile] = []
    var slices: DraftContext?
    var (edited, claimed, report): ([String: String], [String: String], [String]) = ([:], [:], [])
    var cases = ""
    // Several properties with a name are one slice.
    for subjects in name == nil ? subjects.map({ [$0] }) : [subjects] {
      var planner = SlicePlanner(graph, action: action)
      let plan = try planner.plan(subjects, name: name, only: only)
      let path = output.appendingPathComponent("\(plan.top.valueName).swift").path
      try checkNames(of: plan, file: path)
      let context = DraftContext(of: plan, file: path, claimed: claimed)
      slices = context
      claimed.merge(context.blocks.map { ($0, "\(plan.top.valueName).swift") }) { $1 }
      report += plan.report
      let reducer = ReducerDraft(plan: plan, context: context)
      cases += reducer.cases.isEmpty ? "" : reducer.report
      try SourceRegions.addAccessors(of: plan, to: &edited)
      let testsDraft = SliceTestsDraft(
        plan: plan, context: context, module: target,
        initialState: arguments.value(of: "--initial-state")
          ?? "\(module.inTests.spelling(of: state))()",
        filled: try context.readings.map(\.value).filter { value in
          let path = tests.appendingPathComponent("\(value)Tests.swift").path
          return try DraftFile.text(of: path)?.contains("extension \(value) {\n") == true
        })
      let testsPath = tests.appendingPathComponent("\(plan.top.valueName)Tests.swift").path
      let command =
        "draft-slice \(subjects.joined(separator: " "))"
        + (subjects.count > 1 ? " --name \(plan.name)" : "")
        + (only.isEmpty ? "" : " --only \(only.joined(separator: ","))")
      let body = SliceDraft(plan: plan, context: context, access: access).text
      files.append(DraftFile(path: path, command: command, body: body))
      files.append(DraftFile(path: testsPath, command: command, body: testsDraft.text))
    }
    // These serve all slices; those that are there may have been changed.
    var shared: [DraftFile] = []
    let actions = actionsFile(module, action, tests, graph)
    do {
      try actions.check(force: false)
      files.append(actions)
    } catch {
      let present = try DraftFile.text(of: actions.path) ?? ""
      let draft = ActionsDraft(module: module.inTests, graph: graph, action: action, target: target)
      for name in draft.names where !present.contains(name + "(") && !present.contains(name + ",") {
        report.append("DraftedActions.swift: no \(name), a new action: add it there")
      }
    }
    if let slices, slices.declaration.map({ file in files.contains { $0.path == file } }) ?? true {
      let body =
        "/// The slices of the state, each in a file of its own.\n\(access.map { $0 + " " } ?? "")enum \(slices.slices) {}\n"
      let path = output.appendingPathComponent("\(slices.slices).swift").path
      shared.append(DraftFile(path: path, command: "draft-slice", body: body))
    }
    var text = try DraftFile.write(
      files + shared.filter { !FileManager.default.fileExists(atPath: $0.path) }, edits: edited,
      package: package,
      target: try arguments.value(of: "--sources").flatMap(CompilerCheck.Target.init),
      force: arguments.contains("--force"))
    for path in edited.keys.sorted() { text += "accessors added  \(path)\n" }
    for file in files {
      let name = URL(fileURLWithPath: file.path).lastPathComponent
      for line in file.text.split(separator: "\n") where line.contains("CHECK: ") {
        text += "\(name): \(line.split(separator: "CHECK: ", maxSplits: 1).last ?? "")\n"
      }
    }
    if !cases.isEmpty {
      text += cases + "Compare case by case: swift test --filter eachTranslatedCaseAgrees\n"
    }
    text += report.joined(separator: "\n") + "\n"
    return Outcome(text: text)
  }

  private func actionsFile(
    _ module: Module, _ action: TypeDeclaration, _ tests: URL, _ graph: StateGraph?
  ) -> DraftFile {
    let target = arguments.value(of: "--target") ?? module.names[0]
    return DraftFile(
      path: tests.appendingPathComponent("DraftedActions.swift").path, command: "draft-actions",
      body: ActionsDraft(module: module.inTests, graph: graph, action: action, target: target).text)
  }

  /// Values must not have the names of types in other files.
  private func checkNames(of plan: SlicePlan, file: String) throws {
    for name in plan.objects.map(\.valueName) {
      guard let type = plan.graph.module.types.values.first(where: { $0.name == name }),
        let place = type.location, place.file != file
      else { continue }
      throw DraftingError("\(name) is declared already, at \(place.description)")
    }
  }
}

/// Finds the class of the state and the type of the actions.
struct StateNames {
  let module: Module
  let givenState: String?
  let givenAction: String?

  /// The class that `--state` names; otherwise the one of the reduce blocks, or the only one that has a
  /// name in `State` and is held by no other class.
  func state() throws -> TypeDeclaration {
    if let givenState {
      do { return try module.type(named: givenState, [.class]) } catch {
        guard let type = try? module.type(named: givenState, [.struct]) else { throw error }
        throw DraftingError(
          "\(type.name) is a struct, which stays one: reduce it in a `ValueStore`, without a draft")
      }
    }
    let uses = argumentsOfBlocks().compactMap { $0.first.flatMap(module.classUse) }
    if let state = uses.first.flatMap({ module.types[$0.identifier] }) { return state }
    let named = module.classes.filter { $0.name.hasSuffix("State") }
    // A store may hold the state.
    let held = Set(
      module.classes.filter { !$0.name.hasSuffix("Store") }
        .flatMap { $0.fields.compactMap { module.classUse($0.type.element)?.identifier } })
    let roots = named.filter { !held.contains($0.identifier) }
    let owners = module.classes.filter { type in
      !held.contains(type.identifier)
        && type.fields.contains { module.classUse($0.type.element) != nil }
    }
    return try only(roots, among: owners, "class is the state", "--state")
  }

  /// The type that `--action` names; otherwise the one of the reduce blocks, or the only one that has a
  /// name in `Action`.
  func action() throws -> TypeDeclaration {
    if let givenAction { return try module.type(named: givenAction, [.enum, .struct, .protocol]) }
    let actions = argumentsOfBlocks().compactMap { $0.dropFirst().first }
    for action in actions {
      if let type = action.identifiers.lazy.compactMap({ module.types[$0] }).first { return type }
      guard case .other(let text) = action, text.hasPrefix("any "),
        let name = text.split(separator: " ").last
      else { continue }
      if let type = try? module.type(named: String(name), [.protocol]) { return type }
      // The protocol of the library, whose graph is that of another package.
      guard name.hasSuffix("ReduxAction") else { continue }
      return TypeDeclaration(
        identifier: "ReduxAction", kind: .protocol, name: "ReduxAction", module: "ReferenceRedux",
        access: "public")
    }
    let named = module.types.values.filter {
      [.enum, .protocol].contains($0.kind) && $0.name.hasSuffix("Action") && !$0.name.contains(".")
    }
    return try only(named, among: [], "type are the actions", "--action")
  }

  private func only(
    _ found: [TypeDeclaration], among others: [TypeDeclaration], _ what: String, _ option: String
  ) throws -> TypeDeclaration {
    if found.count == 1 { return found[0] }
    let names = (found.isEmpty ? others : found).map(\.name).sorted().joined(separator: ", ")
    throw DraftingError(
      "which \(what)? Say \(option) NAME" + (names.isEmpty ? "" : ": one of \(names)"))
  }

  /// The generic arguments of the reduce blocks of the module.
  private func argumentsOfBlocks() -> [[TypeExpression]] {
    module.constants.map(\.type.element).filter(\.isReduceBlock).map(\.parts)
  }
}

extension TypeExpression {
  /// The innermost type of optionals and collections.
  fileprivate var element: TypeExpression {
    switch self {
    case .optional(let inner), .array(let inner), .dictionary(_, let inner): inner.element
    case .named, .other: self
    }
  }
}
