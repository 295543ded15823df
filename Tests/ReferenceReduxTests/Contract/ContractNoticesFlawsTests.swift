import StoreContract
import Testing

/// The contract suite is only worth something if a wrong store fails it.
@Suite("The contract notices a store that", .timeLimit(.minutes(5)))
struct ContractNoticesFlawsTests {
  @Test(arguments: Flaw.allCases)
  func has(_ flaw: Flaw) async throws {
    let contract = LegacyStoreContract(patience: 0.5) { state, reducers in
      FlawedStore(flaw, state: state, reducers: reducers)
    }
    for claim in flaw.noticedBy {
      // Fails if nothing is found.
      await withKnownIssue("\(claim)") {
        try await contract.check(claim)
      }
    }
  }
}
