import ReferenceRedux
import StoreContract
import Testing

@Suite("The contract of ReduxObjC", .timeLimit(.minutes(15)))
struct ReferenceStoreContractTests {
  let contract = LegacyStoreContract { state, reducers in
    ReferenceStore(state: state, reducers: reducers)
  }

  @Test(arguments: LegacyStoreClaim.allCases)
  func isKeptByReferenceStore(_ claim: LegacyStoreClaim) async throws {
    try await contract.check(claim)
  }

  @Test(arguments: LegacyStoreClaim.allCases)
  func isKeptByASubclass(_ claim: LegacyStoreClaim) async throws {
    try await LegacyStoreContract { state, reducers in
      LegacySubclass(state: state, reducers: reducers)
    }.check(claim)
  }
}

private final class LegacySubclass: ReferenceStore<LegacyState, LegacyAction>, @unchecked Sendable {
}

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
