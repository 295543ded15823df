/// What a ``ParityCheck`` saw.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityReport: Sendable {
  /// The slice that was checked.
  public let slice: String
  /// What was compared, how often, and with which result.
  public let ledger: ParityLedger
  /// The mismatches that no rule explains, in the order of the actions.
  ///
  /// Those at a noisy place have the verdict ``Mismatch/Verdict/noise``.
  public let mismatches: [Mismatch]
  /// What the same input does not determine; looked for when there are mismatches.
  public let noise: [Noise]

  /// Why the check fails, one sentence each; empty when it passes.
  ///
  /// A check fails on each mismatch that no rule explains, noise included, and on each rule that never
  /// applied: it excuses what is no longer there, or never was.
  public var failures: [String] {
    mismatches.map(\.description)
      + ledger.unusedRules(of: slice).map { "\(slice): rule that never applied: \($0)" }
  }
}
