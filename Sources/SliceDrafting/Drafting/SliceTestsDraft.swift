/// The tests of a drafted slice: laws, faithful copies, and both sides on random actions.
struct SliceTestsDraft {
  let plan: SlicePlan
  let context: DraftContext
  /// The module with the classes.
  let module: String
  /// The expression that makes a state.
  let initialState: String
  /// The values of the slices with samples that this one refers to, or that its blocks read.
  var filled: [String] = []

  private var graph: StateGraph { plan.graph }
  private var samples: Samples { Samples(module: graph.module.inTests) }

  var text: String {
    let value = plan.top.valueName
    let slice = "\(context.slices).\(escaped(plan.name))"
    var source = SourceBuilder()
    let modules = [
      "Foundation", "ObjectGraph", "ReduxBridge", "ReduxBridgeTesting", "ReferenceRedux", "Testing",
      "ValueRedux",
    ]
    source.add(context.imports(modules) + ["@testable import \(module)", ""])
    source.block("@Suite struct \(value)Tests") { source in
      source.add(
        "/// A state with the content of a sample in every place of the slice, and of one in other slices."
      )
      let root = graph.module.inTests.spelling(of: graph.root)
      source.block("static func filledState(_ number: Int = 1, others: Int = 1) -> \(root)") {
        source in
        source.add("let state = \(initialState)")
        for name in filled { source.add("\(name).projection.write(state, .sample(others))") }
        source.add("\(value).projection.write(state, .sample(number))")
        source.add("return state")
      }
      source.add(
        text: """

          \(test) func theProjectionObeysItsLaws() throws {
            let report = try ParityCheck([.slice(\(slice))]) { Self.filledState() }
              .trying([.sample(1, changed: 1), .sample(2), .sample(3)], of: \(slice)).run(.list([]))
            #expect(report.findings.isEmpty, "\\(report)")
          }

          \(test) func aCopyKeepsEverything() throws {
            try Graph.verifyCopy(of: Self.filledState())
          }
          """)
      addCases(slice, &source)
      source.add(
        text: """

          /// Fails until the reducer does what the blocks do; then delete the trait.
          @Test(.disabled("the reducer is a draft")) func bothSidesAgree() throws {
            let check = \(check(of: slice))
            // Each action on the samples, those that remove last.
            let list = try check.run(.list(DraftedActions.domain))
            #expect(list.passed, "\\(list)")
            let random = try check.run(
              .random(seed: 1, actions: 2_500) { DraftedActions.random(using: &$0) })
            #expect(random.passed, "\\(random)")
            // Every list of few actions; deeper where that takes no time.
            let states = try check.run(.everyState(of: DraftedActions.domain, depth: 2))
            #expect(states.passed, "\\(states)")
          }
          """)
    }
    for object in plan.objects { addSample(of: object, &source) }
    return source.text
  }

  /// The check of the slice, with the one that it reads.
  private func check(of slice: String, options: String = "", state: String = "") -> String {
    let slices = [slice] + [context.reading?.slice].compactMap(\.self)
    let entries = slices.map { ".slice(\($0))" }.joined(separator: ", ")
    return "ParityCheck([\(entries)]\(options)) { Self.filledState(\(state)) }"
      + (slices.count == 1 ? "" : ".judging(\(slice))")
  }

  /// The attribute of the tests that need whole samples.
  private var test: String {
    let incomplete = plan.objects.filter { object in
      let isMade = object.use != plan.top.use
      return !missingParts(of: object).isEmpty
        || (isMade && ObjectCreation(plan: plan).expression(for: object) == nil)
        // All values are equal then: no law could see that anything is written.
        || (!isMade
          && object.parts.allSatisfy {
            [nil, "nil", "[]", "[:]"].contains(sample(of: $0, in: object))
          })
    }
    let names = incomplete.map(\.valueName).joined(separator: ", ")
    return incomplete.isEmpty ? "@Test" : "@Test(.disabled(\"write what \(names) lacks\"))"
  }

  private func addCases(_ slice: String, _ source: inout SourceBuilder) {
    let draft = ReducerDraft(plan: plan, context: context)
    guard !draft.cases.isEmpty else { return }
    let spelling = graph.module.inTests.actionSpelling(plan.action)
    let head = "private static func name(_ action: \(spelling)) -> String"
    source.section(head, comment: "/// The case of an action.") { source in
      for each in draft.patterns {
        source.add("if case \(each.pattern) = \(each.subject) { return \"\(each.name)\" }")
      }
      source.add("return \"\"")
    }
    let options = ", parity: ParityOptions(actionType: { Self.name($0) })"
    let names = { (outcome: ReducerDraft.Outcome) in
      let found = draft.patterns.filter { $0.outcome == outcome }.map { "\"\($0.name)\"" }
      return "Set<String> = [\(found.joined(separator: ", "))]"
    }
    source.add(
      text: """

        \(test) func eachTranslatedCaseAgrees() throws {
          let translated: \(names(.translated))
          // Delete a name once you have translated its case.
          let untranslated: \(names(.untranslated))
          var (changed, different): (Set<String>, Set<String>) = ([], [])
          for number in 0..<150 {
            // Each slice has one of three samples, so that what is read of others differs.
            let check = \(check(
              of: slice, options: options, state: "number / 3 % 3 + 1, others: number % 3 + 1"))
            let random = ActionSource.random(seed: UInt64(number), actions: 40, length: 40) {
              DraftedActions.random(using: &$0)
            }
            let report = try check.run(number < 9 ? .list(DraftedActions.domain) : random, effort: .sides)
            for (name, entry) in report.ledger.entries["\(plan.name)"] ?? [:] {
              if entry.changed > 0 { changed.insert(name) }
              if entry.mismatched > 0, different.insert(name).inserted, !untranslated.contains(name) {
                Issue.record("\\(name) differs: \\(report)")
              }
            }
          }
          #expect(translated.subtracting(changed).isEmpty, "no action of these changed the slice")
        }
        """)
  }

  private func addSample(of object: ObjectPlan, _ source: inout SourceBuilder) {
    source.section("extension \(object.valueName)") { source in
      source.block("static func sample(_ number: Int, changed: Int = 0) -> \(object.valueName)") {
        source in
        let missing = missingParts(of: object)
        let arguments = object.parts.compactMap { part in
          sample(of: part, in: object).map { "\(part.name): \($0)" }
        }
        guard missing.isEmpty else {
          source.add("// CHECK: no value is known for \(missing.joined(separator: ", ")).")
          source.add("fatalError(\"\(object.valueName).sample(_:) is not written\")")
          return
        }
        let list = arguments.map { "\n  " + $0 }.joined(separator: ",")
        source.add(text: "\(object.valueName)(\(list))")
      }
    }
  }

  /// The properties of a value that have no default, and of which no value is known.
  private func missingParts(of object: ObjectPlan) -> [String] {
    object.parts.filter { sample(of: $0, in: object) == nil && plan.defaultValue(of: $0) == nil }
      .map(\.name)
  }

  private func sample(of part: ObjectPlan.Part, in object: ObjectPlan) -> String? {
    switch part.role {
    case .plain(let type):
      // A counter of new ids is beyond those of the samples.
      let isCounter = part.field.name.hasPrefix("next")
      // The same object with other contents keeps its id and its constants.
      let isKept = part.field.isLet || plan.id(of: object.use)?.name == part.field.name
      return samples.value(
        of: type, isCounter ? "number + 100" : isKept ? "number" : "number + changed")
    case .object(let use, _): return "\(plan.valueName(of: use)).sample(number, changed: changed)"
    case .list(let use):
      let value = "\(plan.valueName(of: use)).sample($0, changed: changed)"
      return ended(use, in: object, "[]", "(\(numbers(part, object))).map { \(value) }")
    case .dictionary(let key, let use) where part.isSet:
      return samples.value(of: key, "$0").map { key in
        let pair = "(\(key), \(plan.valueName(of: use)).sample($0, changed: changed))"
        let pairs = "(\(numbers(part, object))).map { \(pair) }"
        return ended(use, in: object, "[:]", "Dictionary(uniqueKeysWithValues: \(pairs))")
      }
    case .dictionary(let key, let use):
      let isTree = isTree(use, from: object.use)
      let value =
        "\(plan.valueName(of: use)).sample(number\(isTree ? " * 2" : ""), changed: changed)"
      return samples.value(of: key, "number").map {
        ended(use, in: object, "[:]", "[\($0): \(value)]")
      }
    case .alias(let alias): return sample(of: alias, in: object)
    case .backReference, .omitted: return nil
    }
  }

  /// The first object of a list that is in the same value; otherwise none.
  private func sample(of alias: ObjectPlan.Alias, in object: ObjectPlan) -> String? {
    let owner = graph.owners[graph.top(of: alias.target)]?.first
    let isNextToList =
      owner?.holder == object.use && owner?.multiplicity == .list && owner?.target == alias.target
    let range = graph.numbers(of: alias.target)
    let other = "\(range.lowerBound) + number % \(range.count)"
    let isThere = alias.target == graph.top(of: alias.target) && isFilled(alias.target)
    guard isNextToList || isThere,
      let value = samples.value(of: alias.id.type, isNextToList ? "(number * 2)" : "(\(other))")
    else { return alias.shape.emptyValue }
    return switch alias.shape {
    case .one, .optional: value
    case .list, .set: "[\(value)]"
    case .dictionary, .other:
      alias.key.flatMap { samples.value(of: $0, "number") }.map { "[\($0): \(value)]" }
    }
  }

  /// Whether the state of the tests has the objects of a class that belong to another slice.
  private func isFilled(_ use: ClassUse) -> Bool {
    let classes = graph.ancestors(of: use).union([use]).compactMap(graph.declaration)
    return classes.allSatisfy { graph.module.subclasses(of: $0).isEmpty }
      && graph.rootFields(of: use).contains { name in
        context.readings.contains { $0.field == name && filled.contains($0.value) }
      }
  }

  /// The numbers of the objects in a list of object `number`.
  private func numbers(_ part: ObjectPlan.Part, _ object: ObjectPlan) -> String {
    let link = graph.links.first {
      $0.holder == object.use && $0.field.location == part.field.location
    }
    let shift = link.map(graph.shift) ?? 0
    let text = shift == 0 ? "" : " + \(shift)"
    return "number * 2\(text)...number * 2 + \(shift + 1)"
  }

  /// A collection that ends where the numbers of a tree grow large: an object has
  /// twice the number of the one above it, so a tree of samples has few levels.
  private func ended(
    _ use: ClassUse, in object: ObjectPlan, _ empty: String, _ filled: String
  ) -> String {
    isTree(use, from: object.use) ? "number > 7 ? \(empty) : \(filled)" : filled
  }

  private func isTree(_ use: ClassUse, from holder: ClassUse) -> Bool {
    graph.top(of: use) == graph.top(of: holder)
      || graph.ancestors(of: holder).contains(graph.top(of: use))
  }
}
