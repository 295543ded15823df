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
