/// The source of the comparison of a slice case by case, which the drafted tests share.
struct CasesDraft {
  let module: Module
  let action: TypeDeclaration
  let target: String

  var text: String {
    let imports =
      ["ReduxBridge", "ReduxBridgeTesting", "ReferenceRedux"] + module.names.filter { $0 != target }
    let spelling = module.actionSpelling(action)
    return imports.sorted().map { "import \($0)\n" }.joined() + """
      @testable import \(target)

      /// A case of a reduce block, and what its actions showed.
      struct DraftedCase {
        /// The fate of its statements; those of an empty one only leave it.
        enum Outcome { case translated, empty, untranslated }

        let block: String
        let name: String
        let outcome: Outcome
        let matches: (\(spelling)) -> Bool
        /// How many of its actions ran, and how many of them changed the slice.
        var (runs, changes) = (0, 0)
        /// Where both sides differed first.
        var difference: String?

        init(
          _ block: String, _ name: String, _ outcome: Outcome,
          _ matches: @escaping (\(spelling)) -> Bool
        ) {
          (self.block, self.name, self.outcome, self.matches) = (block, name, outcome, matches)
        }

        /// Compares both sides after each of many actions, prints what came of the cases, and returns what
        /// is wrong: the cases that differ without being untranslated, and those that no action exercised.
        /// Other slices have one of three samples, so that what is read of them differs.
        static func failures<State: AnyObject & Codable & SendableMetatype, Value>(
          _ cases: [DraftedCase], of slice: StateSlice<State, \(spelling), Value>,
          _ projection: Projection<State, Value>, _ blocks: [ReduceBlock<State, \(spelling)>],
          startingFrom starts: [Value], makeState: @escaping @Sendable (Int) -> State
        ) throws -> [String] {
          var cases = cases
          let checks = (1...3).map { number in
            ParityCheck([.slice(slice)]) { makeState(number) }
          }
          var generator: any RandomNumberGenerator = DraftedActions.Generator(seed: 1)
          for list in 0..<150 {
            let (check, state) = (checks[list % 3], makeState(list % 3 + 1))
            projection.write(state, starts[list / 3 % starts.count])
            for step in 0..<40 {
              let isFirst = list < 3 * starts.count && step < DraftedActions.domain.count
              let actions = DraftedActions.actions { range in
                // Some payloads are none of the samples' numbers.
                let isSmall = Int.random(in: 0..<4, using: &generator) == 0
                return Int.random(in: isSmall ? 0...1 : range, using: &generator)
              }
              let place = Int.random(in: 0..<actions.count, using: &generator)
              let action = isFirst ? DraftedActions.domain[step] : actions[place]
              let list = ActionSource.list([action], from: projection.read(state), of: slice)
              let report = try check.run(list, effort: .sides)
              let difference = report.findings.first { $0.actionNumber > 0 }
              let hasChanged = report.ledger.total(of: slice).changed > 0
              for block in blocks { block(state, action) }
              for block in Set(cases.map(\\.block)) {
                guard let place = cases.firstIndex(where: { $0.block == block && $0.matches(action) })
                else { continue }
                cases[place].runs += 1
                cases[place].changes += hasChanged ? 1 : 0
                if let difference, cases[place].difference == nil {
                  cases[place].difference = "\\(cases[place].name) at \\(difference.path)"
                }
              }
            }
          }
          let differing = cases.filter { $0.outcome != .untranslated }.compactMap(\\.difference)
          let rest = cases.filter { $0.outcome == .translated && $0.difference == nil }
          let idle = rest.filter { $0.changes == 0 }.map(\\.name)
          let empty = cases.filter { $0.outcome == .empty && $0.difference == nil }
          let still = empty.filter { $0.runs > 0 && $0.changes == 0 }
          let parts = [
            (rest.count - idle.count, "translated and agree"),
            (differing.count, "translated and differ (first: \\(differing.first ?? ""))"),
            (idle.count, "translated, and no action changed the slice"),
            (still.count, "do nothing on either side"),
            (empty.count - still.count, "empty"),
            (cases.filter { $0.outcome == .untranslated }.count, "not translated"),
          ]
          let table = parts.filter { $0.0 > 0 }.map { "\\($0.0) \\($0.1)" }.joined(separator: ", ")
          print("\\(slice.name): \\(cases.count) case\\(cases.count == 1 ? "" : "s"): \\(table)")
          return differing + idle.map { "no action of \\($0) changed the slice" }
        }
      }

      """
  }
}
