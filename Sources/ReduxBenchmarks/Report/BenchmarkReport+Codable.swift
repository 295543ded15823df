extension BenchmarkReport {
  private enum CodingKeys: String, CodingKey {
    case machine, cases, ratios, skipped, tables, findings, noisy
  }

  /// Writes the form that the type describes.
  ///
  /// - Parameter encoder: where it goes.
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(machine, forKey: .machine)
    try container.encode(cases, forKey: .cases)
    try container.encode(ratios, forKey: .ratios)
    try container.encode(skipped, forKey: .skipped)
    try container.encode(tables, forKey: .tables)
    try container.encode(findings, forKey: .findings)
    try container.encode(isNoisy, forKey: .noisy)
  }

  /// Reads the form that the type describes; `noisy` follows from the rows.
  ///
  /// - Parameter decoder: where it comes from.
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    machine = try container.decode(MachineDescription.self, forKey: .machine)
    cases = try container.decode([CaseResult].self, forKey: .cases)
    ratios = try container.decode([RatioResult].self, forKey: .ratios)
    skipped = try container.decode([SkippedResult].self, forKey: .skipped)
    tables = try container.decode([ReportTable].self, forKey: .tables)
    findings = try container.decode([String].self, forKey: .findings)
  }
}
