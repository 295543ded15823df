/// Cases that are sampled in turns, and the rows that compare them.
///
/// ## Thread safety
/// Confined to the main actor, on which its closures run.
public struct BenchmarkGroup: Sendable {
  /// What it is about, for the progress line.
  public let title: String
  /// What is timed.
  public let cases: [BenchmarkCase]
  /// What is compared.
  public let ratios: [RatioClaim]
  /// What is counted.
  public let trials: [Trial]

  /// Puts cases together.
  ///
  /// - Parameters:
  ///   - title: what it is about.
  ///   - cases: what is timed, in turns.
  ///   - ratios: what is compared.
  ///   - trials: what is counted.
  public init(
    _ title: String, cases: [BenchmarkCase] = [], ratios: [RatioClaim] = [], trials: [Trial] = []
  ) {
    self.title = title
    self.cases = cases
    self.ratios = ratios
    self.trials = trials
  }

  /// Checks that every name is there, and there once.
  ///
  /// - Throws: ``BenchmarkError``.
  package func validate() throws {
    var names: Set<String> = []
    for name in cases.map(\.name) where !names.insert(name).inserted {
      throw BenchmarkError.duplicateCase(name)
    }
    for ratio in ratios {
      for side in ratio.caseNames where !names.contains(side) {
        throw BenchmarkError.unknownSide(row: ratio.name, side: side)
      }
    }
  }

  /// The part of the group that a choice of names asks for, or nil if it asks for nothing here.
  ///
  /// A row brings its sides along; a case comes alone, with the rows that then have all their sides.
  ///
  /// - Parameter isChosen: whether a case or a row is asked for by its name.
  /// - Returns: the part, or nil.
  package func selecting(_ isChosen: (String) -> Bool) -> BenchmarkGroup? {
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
