import StoreContract
import Testing

/// The contract suite is only worth something if a wrong store fails it.
@Suite(
  "The contract notices a store that", .timeLimit(.minutes(15)), .serialized,
  .disabled(if: isThreadSanitized, "some of the flaws are races"))
struct ContractNoticesFlawsTests {
  /// Where the issues of a wrong store go instead of failing the test.
  @TaskLocal private static var noticed: LegacyRecorder<Issue>?

  @Test(
    .compactMapIssues { issue in
      guard let noticed else { return issue }
      noticed.record(issue)
      return nil
    }, arguments: Flaw.allCases)
  func has(_ flaw: Flaw) async throws {
    let contract = LegacyStoreContract(patience: 0.5) { state, reducers in
      FlawedStore(flaw, state: state, reducers: reducers)
    }
    for claim in flaw.noticedBy {
      let issues = LegacyRecorder<Issue>()
      try await Self.$noticed.withValue(issues) {
        try await contract.check(claim)
      }
      #expect(!issues.values.isEmpty, "\(claim) did not notice")
    }
  }
}
