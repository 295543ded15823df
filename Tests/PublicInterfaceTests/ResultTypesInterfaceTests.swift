import ObjectGraph
import ReduxBenchmarks
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux
import ValueReduxTesting

// What libraries hand out and nobody makes: named here, so that a renamed member is seen.

/// Switches over every case, so that a new one is seen, too.
private func word(for kind: GraphDifference.Kind) -> String {
  switch kind {
  case .changed: "changed"
  case .added: "added"
  case .removed: "removed"
  case .unshared: "unshared"
  case .shared: "shared"
  }
}

private func word(for kind: TestFailure.Kind) -> String {
  switch kind {
  case .unexpectedState: "unexpectedState"
  case .unexpectedAction: "unexpectedAction"
  case .missingAction: "missingAction"
  case .unreceivedActions: "unreceivedActions"
  case .runningWork: "runningWork"
  }
}

private func word(for error: MigrationError) -> String {
  switch error {
  case .unknownSlice: "unknownSlice"
  case .gateClosed: "gateClosed"
  case .notMigrated: "notMigrated"
  }
}

/// What is handed out by ReduxBridge and ReduxBenchmarks, member by member.
@Suite struct ResultTypesInterfaceTests {
  @Test func mismatchesHaveTheirMembers() {
    let members: Set<PartialKeyPath<Mismatch>> = [
      \.slice, \.stage, \.subject, \.actionNumber, \.actionType, \.action, \.path, \.legacy,
      \.value, \.furtherDifferences, \.further, \.verdict, \.occurrence, \.pathPattern, \.isFirst,
    ]
    #expect(members.count == 15)
    #expect(Mismatch.Subject.allCases.contains(.foreignWrite))
    #expect(Mismatch.Subject.allCases.contains(.delivery))
    #expect(Mismatch.Verdict.allCases.contains(.legacyWrong))
  }

  @Test func ledgersHaveTheirMembers() {
    let entry: Set<PartialKeyPath<ParityLedger.Entry>> = [
      \.compared, \.matched, \.excused, \.mismatched, \.skipped, \.firstIndex, \.lastIndex,
    ]
    let delivery: Set<PartialKeyPath<ParityLedger.Delivery>> = [
      \.side, \.told, \.missed, \.excused, \.wasted,
    ]
    let override: Set<PartialKeyPath<ParityLedger.Override>> = [
      \.slice, \.stage, \.reason, \.unmet,
    ]
    let use: Set<PartialKeyPath<ParityLedger.RuleUse>> = [\.rule, \.uses]
    #expect(entry.count + delivery.count + override.count + use.count == 18)
    #expect(ParityLedger().deliveries.isEmpty)
  }

  @Test func findingsHaveTheirMembers() {
    let noise: Set<PartialKeyPath<Noise>> = [
      \.side, \.actionNumber, \.actionType, \.path, \.first, \.second,
    ]
    let violation: Set<PartialKeyPath<ProjectionLawViolation>> = [
      \.law, \.path, \.expected, \.found,
    ]
    let handover: Set<PartialKeyPath<HandoverDifference>> = [
      \.actionNumber, \.action, \.path, \.present, \.successor,
    ]
    let report: Set<PartialKeyPath<ParityReport>> = [\.ledger, \.mismatches, \.noise, \.failures]
    #expect(noise.count + violation.count + handover.count + report.count == 19)
    #expect(ProjectionLaw.allCases.contains(.writeStaysInside))
  }

  @Test func figuresHaveTheirMembers() {
    let result: Set<PartialKeyPath<CaseResult>> = [
      \.name, \.size, \.unit, \.median, \.p10, \.p90, \.samples, \.bytesHeld,
    ]
    let ratio: Set<PartialKeyPath<RatioResult>> = [
      \.name, \.value, \.low, \.high, \.reach, \.direction, \.holds, \.noisy, \.aim, \.unit,
      \.verdict,
    ]
    let report: Set<PartialKeyPath<BenchmarkReport>> = [
      \.machine, \.cases, \.ratios, \.skipped, \.findings, \.noisyRatios, \.missedRatios,
      \.isNoisy, \.verdict,
    ]
    #expect(result.count + ratio.count + report.count == 28)
  }

  @Test func casesAreThese() {
    #expect(word(for: GraphDifference.Kind.shared) == "shared")
    #expect(word(for: TestFailure.Kind.missingAction) == "missingAction")
    #expect(word(for: MigrationError.notMigrated([])) == "notMigrated")
  }
}
