/// Cases that are sampled in turns, the ratios between them, and figures that are not times.
package struct BenchmarkGroup: Sendable {
  package let title: String
  package let cases: [BenchmarkCase]
  package let ratios: [RatioClaim]
  package let trials: [Trial]

  package init(
    _ title: String, cases: [BenchmarkCase] = [], ratios: [RatioClaim] = [], trials: [Trial] = []
  ) {
    self.title = title
    self.cases = cases
    self.ratios = ratios
    self.trials = trials
  }

  /// Creates a group of one ratio, whose name is the title, and the two cases that it compares.
  package init(
    _ claim: String, of numerator: BenchmarkCase, to denominator: BenchmarkCase, _ bound: Bound
  ) {
    self.init(
      claim, cases: [numerator, denominator],
      ratios: [RatioClaim(claim, of: numerator.name, to: denominator.name, bound)])
  }

  /// The names of all cases, ratios and trials.
  var names: [String] { cases.map(\.name) + ratios.map(\.name) + trials.map(\.name) }

  /// Checks that each case has a name of its own, and that each ratio compares cases of this group.
  ///
  /// - Throws: ``BenchmarkError``.
  package func validate() throws {
    var names: Set<String> = []
    for name in cases.map(\.name) where !names.insert(name).inserted {
      throw BenchmarkError.duplicateCase(name)
    }
    for ratio in ratios {
      for side in ratio.caseNames where !names.contains(side) {
        throw BenchmarkError.nothingToMeasure(
          "\"\(ratio.name)\" compares \(side), which is not a case of its group")
      }
    }
  }

  /// The chosen part of the group, or nil if nothing in it is chosen.
  ///
  /// A ratio brings its cases along. A case comes with the ratios whose cases are all chosen.
  func selecting(_ isChosen: (String) -> Bool) -> BenchmarkGroup? {
    if isChosen(title) { return self }
    var names = Set(cases.map(\.name).filter(isChosen))
    for ratio in ratios where isChosen(ratio.name) { names.formUnion(ratio.caseNames) }
    let chosen = BenchmarkGroup(
      title,
      cases: cases.filter { names.contains($0.name) },
      ratios: ratios.filter { names.isSuperset(of: $0.caseNames) },
      trials: trials.filter { isChosen($0.name) })
    return chosen.cases.isEmpty && chosen.trials.isEmpty ? nil : chosen
  }
}

/// A ratio of two times of one group, and its bound.
package struct RatioClaim: Sendable, Equatable {
  let name: String
  let numerator: String
  /// The case whose time is first taken from that of the numerator.
  let subtrahend: String?
  let denominator: String
  let bound: Bound

  package init(
    _ name: String, of numerator: String, minus subtrahend: String? = nil,
    to denominator: String, _ bound: Bound
  ) {
    self.name = name
    self.numerator = numerator
    self.subtrahend = subtrahend
    self.denominator = denominator
    self.bound = bound
  }

  var caseNames: [String] { [numerator, subtrahend, denominator].compactMap { $0 } }
}

/// A figure with a bound that is not a ratio of two times: a count, or a ratio of memory.
package struct Trial: Sendable {
  let name: String
  /// The things that the figure counts.
  let unit: String
  let bound: Bound
  let repetitions: Int
  /// Takes the figure once; nil where the platform has no such figure.
  let measure: @MainActor () async throws -> Double?

  package init(
    _ name: String, unit: String, _ bound: Bound, repetitions: Int = 3,
    measure: @escaping @MainActor () async throws -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.repetitions = max(1, repetitions)
    self.measure = measure
  }
}
