/// The reducer of a slice: a function for each reduce block, translated case by case.
///
/// A case with a statement that has no translation does nothing, and has the statements as comments.
struct ReducerDraft {
  /// The fate of the statements of a case; those of an empty one only leave it.
  enum Outcome: String {
    case translated, empty
    case untranslated = "not translated"
  }

  struct Case {
    let block: String
    /// The pattern without names.
    let pattern: String
    var outcome: Outcome
    /// The matched expression: the action, or its identifier.
    var subject = "action"

    /// Such as `edit.undo`.
    var name: String {
      pattern.trimmingPrefix("is ").split { !$0.isLetter && !$0.isNumber }.joined(separator: ".")
    }
  }

  let plan: SlicePlan
  let reading: DraftContext.Reading?
  private(set) var cases: [Case] = []
  /// The functions, each with its name, that of the value, and its statements.
  private(set) var functions: [(name: String, top: String, lines: [String])] = []
  /// The methods that they call, directly or through others.
  private(set) var methods: [Methods.Method] = []

  init(plan: SlicePlan, context: DraftContext) {
    let blocks = context.blocks.compactMap { plan.graph.module.code.blocks[$0] }
    self.init(plan: plan, blocks: blocks, reading: context.reading)
  }

  init(plan: SlicePlan, blocks: [CodeBody], reading: DraftContext.Reading?) {
    (self.plan, self.reading) = (plan, reading)
    var planner = SlicePlanner(plan.graph, action: plan.action)
    let other = reading.flatMap { reading in
      (try? planner.plan([reading.field], name: nil)).map {
        (plan: $0, name: reading.name, value: reading.value)
      }
    }
    let all = Methods()
    var calls: [String] = []
    for body in blocks {
      let translator = BlockTranslator.translation(of: body, plan, reading: other, all)
      let name = "reduce" + translator.block.identifier.capitalized
      functions.append((name, translator.top, translator.lines))
      cases += translator.cases
      calls += translator.calls
    }
    methods = all.used(by: calls)
  }

  /// The patterns of the cases, the longest first, each with its fate in all blocks.
  var patterns: [Case] {
    var found: [Case] = []
    for each in cases.sorted(by: { $0.pattern.count > $1.pattern.count })
    where each.pattern != "_" && !found.contains(where: { $0.pattern == each.pattern }) {
      let same = cases.filter { "\(each.name).".hasPrefix("\($0.name).") }
      var each = each
      let outcomes: [Outcome] = [.untranslated, .translated, .empty]
      each.outcome = outcomes.first { outcome in same.contains { $0.outcome == outcome } } ?? .empty
      found.append(each)
    }
    return found
  }

  /// The number of cases of each fate, such as `theme: 3 cases: 2 translated, 1 empty`.
  var report: String {
    let counts = [Outcome.translated, .empty, .untranslated].compactMap { outcome in
      let count = cases.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    return "\(plan.name): \(cases.count) case\(cases.count == 1 ? "" : "s"): "
      + counts.joined(separator: ", ") + "\n"
  }

  /// Adds the methods of a value.
  func addMethods(of value: String, to source: inout SourceBuilder) {
    for method in methods where method.value == value { source.add([""] + method.lines) }
  }

  func add(_ type: String, _ action: String, to source: inout SourceBuilder) {
    let value = plan.top.valueName
    let other = reading.map { ", \($0.name)" } ?? ""
    source.add(
      functions.isEmpty
        ? "/// Leaves the value as it is: no block was found that writes it."
        : "/// Does what the blocks do, where their cases are translated: see the drafted test.")
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

/// The cases of a `switch` over the action, which are translated one by one.
extension BlockTranslator {
  static func translation(
    of body: CodeBody, _ plan: SlicePlan,
    reading: (plan: SlicePlan, name: String, value: String)?, _ methods: Methods
  ) -> BlockTranslator {
    var (places, left) = (Set<String>(), [Int: String]())
    while true {
      let translator = BlockTranslator(
        body, plan, reading: reading, methods, places: places, left: left)
      do {
        translator.findLabels(in: body)
        try translator.statements(body.range)
        return translator
      } catch TranslationError.needsPlace(let binding) where places.insert(binding).inserted {
        continue
      } catch TranslationError.leaves(let label, let reason) {
        left[label] = reason
      } catch {
        let empty = BlockTranslator(body, plan, reading: reading, methods)
        empty.cases = translator.cases
        for place in empty.cases.indices { empty.cases[place].outcome = .untranslated }
        var reason = "is not read"
        if case TranslationError.untranslatable(let text) = error { reason = text }
        empty.addComment(reason, body.range, of: "each case")
        return empty
      }
    }
  }

  /// Notes the cases of a block, all of which are left out when the statements in front of them fail.
  private func findLabels(in body: CodeBody) {
    guard choice != nil else {
      for place in body.range where source[place] == "case" {
        let end = source.parts(of: place..<body.range.upperBound, at: "=")[0].upperBound
        if source[end + 1] == action { addCases(place + 1..<end, .translated) }
      }
      return
    }
    for label in labels(behind: choiceBrace) { addCases(head(of: label), .untranslated) }
  }

  /// From each label of a `switch` to the next one.
  private func labels(behind open: Int) -> [Range<Int>] {
    let end = close(open)
    var (starts, place) = ([Int](), open + 1)
    while place < end {
      // Behind a comma there is a clause of a condition.
      let isFirst = place == open + 1 || source.tokens[place].beginsLine && source[place - 1] != ","
      if isFirst, ["case", "default"].contains(source[place]) { starts.append(place) }
      place = source.index(behind: place)
    }
    return zip(starts, starts.dropFirst() + [end]).map { $0..<$1 }
  }

  /// The patterns of a label; none of `default`.
  private func head(of label: Range<Int>) -> Range<Int> {
    label.lowerBound + 1..<(source.parts(of: label, at: ":").first?.upperBound ?? label.upperBound)
  }

  /// Translates the cases of the `switch` over the action, each by itself; returns the place behind it.
  func translateChoice() throws -> Int {
    let open = choiceBrace
    cases = []
    try nested("switch \(subject) {") {
      let before = changes
      var all = changes
      for label in labels(behind: open) {
        // Another case does not run in front of this one.
        (changes.written, changes.appended) = (before.written, before.appended)
        defer {
          all.written.merge(changes.written, uniquingKeysWith: max)
          all.appended.merge(changes.appended, uniquingKeysWith: max)
        }
        let head = head(of: label)
        let body = head.upperBound + 1..<label.upperBound
        if let reason = left[label.lowerBound] {
          let patterns = source.parts(of: head).map(pattern).joined(separator: ", ")
          addLabel(head.isEmpty ? "default:" : "case \(patterns):")
          let isElsewhere = isElsewhere(body)
          if !isElsewhere { addComment(reason, body, of: patterns.isEmpty ? "default" : patterns) }
          add(isElsewhere ? "break" : "return")
          addCases(head, isElsewhere ? .empty : .untranslated)
          continue
        }
        do { try statements(label) } catch TranslationError.untranslatable(let reason) {
          throw TranslationError.leaves(label.lowerBound, reason)
        }
        let isEmpty = body.allSatisfy { ["break", "return"].contains(source[$0]) }
        addCases(head, isEmpty ? .empty : .translated)
      }
      (changes.written, changes.appended) = (all.written, all.appended)
      endLabel()
    }
    return close(open) + 1
  }

  /// Whether the statements of a case write other properties of the state, and nothing of the slice.
  private func isElsewhere(_ range: Range<Int>) -> Bool {
    let start = choice ?? 0
    // A return leaves what follows the `switch` as well.
    let isLast = close(choiceBrace) + 1 >= body.range.upperBound
    let words = range.map { source[$0] }
    guard !words.contains("fallthrough"), isLast || !words.contains("return") else { return false }
    let use = plan.graph.use(of: [body.range.lowerBound..<start, range], in: body)
    return use.doubts.isEmpty && !use.writes.isEmpty && !use.writes.contains(where: plan.has)
  }

  private func addCases(_ head: Range<Int>, _ outcome: ReducerDraft.Outcome) {
    cases += source.parts(of: head).map {
      .init(block: block, pattern: pattern($0), outcome: outcome, subject: subject)
    }
  }

  private func addComment(_ reason: String, _ range: Range<Int>, of name: String) {
    add("// CHECK: \(name): not translated, it \(reason).")
    guard let first = range.first, let last = range.last else { return }
    for line in source.text(first...last).split(whereSeparator: \.isNewline) {
      add("//   \(line.trimmingPrefix { $0 == " " })")
    }
  }

  /// A pattern that matches the same actions, where it has no condition, and binds nothing.
  private func pattern(_ range: Range<Int>) -> String {
    if subject != "action", !range.isEmpty {
      return source.text(range.lowerBound...range.upperBound - 1)
    }
    // Of actions behind a protocol.
    let sides = source.parts(of: source.parts(of: range, at: "where").first ?? range, at: "as")
    let type = sides.count == 2 ? sides[1] : source[range.lowerBound] == "is" ? sides[0] : nil
    if let type {
      let text = source.text(type.lowerBound...type.upperBound - 1)
      return sides.count == 2 ? "is " + text : text
    }
    var dot = range.lowerBound + (source[range.lowerBound] == "let" ? 1 : 0)
    var owner = ""
    while dot < range.upperBound, source.tokens[dot].isWord, source[dot + 1] == ".",
      source[dot].first?.isUppercase == true
    {
      owner += (owner.isEmpty ? "" : ".") + source[dot]
      dot += source.tokens[dot + 2].text.first?.isUppercase == true ? 2 : 1
    }
    guard source[dot] == "." else { return "_" }
    let name = owner + "." + source[dot + 1]
    guard source[dot + 2] == "(" else { return name }
    let parts = source.parts(of: dot + 3..<close(dot + 2)).map { part in
      pattern(part.dropFirst(source[part.lowerBound + 1] == ":" ? 2 : 0))
    }
    return parts.allSatisfy { $0 == "_" } ? name : "\(name)(\(parts.joined(separator: ", ")))"
  }
}
