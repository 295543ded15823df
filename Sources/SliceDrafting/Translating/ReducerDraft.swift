import Foundation

/// The reducer of a slice: a function for each reduce block, translated case by case.
///
/// A case with a statement that has no translation does nothing, and has the statements as comments.
struct ReducerDraft {
  /// What became of the statements of a case; those of an empty one only leave it.
  enum Outcome: String { case translated, empty, untranslated }

  /// A label of a block.
  struct Case {
    let block: String
    /// Such as `edit.undo`.
    let name: String
    /// The pattern without names.
    let pattern: String
    let outcome: Outcome
  }

  let plan: SlicePlan
  let reading: DraftContext.Reading?
  private(set) var cases: [Case] = []
  /// The functions, each with its name, that of the value, and its statements.
  private(set) var functions: [(name: String, top: String, lines: [String])] = []

  init(plan: SlicePlan, context: DraftContext) {
    let blocks = context.blocks.compactMap { plan.graph.module.code.blocks[$0] }
    self.init(plan: plan, blocks: blocks, reading: context.reading)
  }

  init(plan: SlicePlan, blocks: [CodeBody], reading: DraftContext.Reading?) {
    (self.plan, self.reading) = (plan, reading)
    var planner = SlicePlanner(plan.graph, action: plan.action)
    let other = reading.flatMap { reading in
      (try? planner.plan(reading.field, name: nil)).map { (plan: $0, name: reading.name) }
    }
    for body in blocks {
      var draft = BlockDraft(body, plan: plan, reading: other)
      draft.translate()
      let name = String(body.name.split(separator: ".").last ?? "").bare
      functions.append(("reduce" + name.identifier.capitalized, draft.top, draft.lines))
      cases += draft.cases.map {
        Case(block: name, name: $0.name, pattern: $0.pattern, outcome: $0.outcome)
      }
    }
  }

  /// Adds the reducer and its functions.
  func add(_ type: String, _ action: String, to source: inout SourceBuilder) {
    let value = plan.top.valueName
    let other = reading.map { ", \($0.name)" } ?? ""
    source.indented("static let reducer = \(type) { value\(other), action in", end: "}") { source in
      for function in functions { source.add("\(function.name)(&value\(other), action)") }
    }
    for function in functions {
      let read = reading.map { ", _ \($0.name): \($0.value)" } ?? ""
      source.section(
        "private static func \(function.name)(_ \(function.top): inout \(value)\(read), "
          + "_ action: \(action))"
      ) { $0.add(function.lines) }
    }
  }
}

/// The translation of one block.
private struct BlockDraft {
  let body: CodeBody
  let plan: SlicePlan
  let reading: (plan: SlicePlan, name: String)?
  /// The name of the value in the reducer.
  let top: String
  private(set) var lines: [String] = []
  private(set) var cases: [(name: String, pattern: String, outcome: ReducerDraft.Outcome)] = []
  private var action: String { body.parameters.dropFirst().first?.name ?? "" }

  init(_ body: CodeBody, plan: SlicePlan, reading: (plan: SlicePlan, name: String)?) {
    (self.body, self.plan, self.reading) = (body, plan, reading)
    top = body.range.contains { body.source.tokens[$0].text == "value" } ? "slice" : "value"
  }

  mutating func translate() {
    var places: Set<String> = []
    while true {
      var translator = BlockTranslator(plan: plan, reading: reading, top: top, body: body)
      translator.places = places
      translator.names[body.parameters.first?.name ?? ""] = Meaning(kind: .state, text: "state")
      translator.names[action] = Meaning(text: "action")
      cases = []
      do {
        try translate(&translator)
      } catch TranslationError.needsPlace(let binding) where places.insert(binding).inserted {
        continue
      } catch {
        translator = BlockTranslator(plan: plan, reading: reading, top: top, body: body)
        addComment(error, body.range, "", &translator)
        cases = cases.map { ($0.name, $0.pattern, .untranslated) }
      }
      lines = translator.lines
      return
    }
  }

  private mutating func translate(_ translator: inout BlockTranslator) throws {
    let choice = body.range.first {
      translator.text($0) == "switch" && translator.text($0 + 1) == action
        && translator.text($0 + 2) == "{"
    }
    for place in body.range where choice == nil && translator.text(place) == "case" {
      let head = body.cases.first { $0.patterns.lowerBound == place + 1 }?.patterns
      guard let head, translator.text(head.upperBound + 1) == action else { continue }
      cases.append((name(head), pattern(head), .translated))
    }
    // What fails in front of the cases leaves all of them out.
    for each in try choice.map({ try translator.cases($0 + 2) }) ?? [] {
      add(each, .untranslated, translator)
    }
    var place = body.range.lowerBound
    while place < body.range.upperBound {
      if place == choice {
        place = try addCases(choice: place, &translator)
      } else {
        place = try translator.statement(place, body.range.upperBound)
      }
    }
  }

  /// The cases of the `switch` over the action, each by itself.
  private mutating func addCases(choice: Int, _ translator: inout BlockTranslator) throws -> Int {
    cases = []
    let end = try translator.close(choice + 2)
    translator.add("switch action {")
    for each in try translator.cases(choice + 2) {
      let before = translator
      let isEmpty = each.body.allSatisfy { ["break", "return"].contains(translator.text($0)) }
      var outcome = isEmpty ? ReducerDraft.Outcome.empty : .translated
      do { try translator.translate(each) } catch TranslationError.untranslatable(let reason) {
        translator = before
        outcome = .untranslated
        let patterns = translator.parts(each.head).map(pattern)
        translator.add(each.head.isEmpty ? "default:" : "case \(patterns.joined(separator: ", ")):")
        addComment(TranslationError.untranslatable(reason), each.body, "  ", &translator)
        translator.add(end + 1 < body.range.upperBound ? "  return" : "  break")
      }
      add(each, outcome, translator)
    }
    translator.add("}")
    return end + 1
  }

  private mutating func add(
    _ choice: BlockTranslator.Case, _ outcome: ReducerDraft.Outcome, _ translator: BlockTranslator
  ) {
    cases += translator.parts(choice.head).map { (name($0), pattern($0), outcome) }
  }

  private func addComment(
    _ error: any Error, _ range: Range<Int>, _ indent: String, _ translator: inout BlockTranslator
  ) {
    var reason = "is not read"
    if case TranslationError.untranslatable(let text) = error { reason = text }
    translator.add("\(indent)// CHECK: not translated, it \(reason):")
    guard let first = range.first, let last = range.last else { return }
    for line in body.source.text(first...last).split(whereSeparator: \.isNewline) {
      translator.add("\(indent)//   \(line.trimmingCharacters(in: .whitespaces))")
    }
  }

  // MARK: Patterns

  private func name(_ range: Range<Int>) -> String {
    pattern(range).split { !$0.isLetter && !$0.isNumber && $0 != "." }.joined()
      .trimmingCharacters(in: ["."]).replacing("..", with: ".")
  }

  /// A pattern that matches the same actions, where it has no condition, and binds nothing.
  private func pattern(_ range: Range<Int>) -> String {
    let tokens = body.source.tokens
    var place = range.lowerBound
    if tokens[place].text == "let" { place += 1 }
    guard tokens[place].text == ".", place + 1 < range.upperBound else { return "_" }
    let name = "." + tokens[place + 1].text
    guard place + 2 < range.upperBound, tokens[place + 2].text == "(",
      let close = body.source.close(of: place + 2)
    else { return name }
    let translator = BlockTranslator(plan: plan, reading: reading, top: "", body: body)
    let parts = translator.parts(place + 3..<close).map { part in
      let isLabeled = tokens[part.lowerBound + 1].text == ":"
      return pattern(part.dropFirst(isLabeled ? 2 : 0))
    }
    return parts.allSatisfy { $0 == "_" } ? name : "\(name)(\(parts.joined(separator: ", ")))"
  }
}
