import ReferenceRedux
import StoreContract
import Testing

/// C14: made to be subclassed, with a shared instance that collects its own blocks and state.
@Suite("Subclassing", .timeLimit(.minutes(15)))
struct SubclassingTests {
  @Test func aSubclassWithASharedInstanceCollectsItsOwnBlocksAndState() throws {
    let store = LibraryStore.shared
    #expect(store === LibraryStore.shared)
    store.dispatch(Lend(title: "Dune"))
    store.dispatch(Return())
    #expect(
      try store.currentState().log == [
        "shelf lend Dune", "visit", "visit", "shelf return", "visit", "visit",
      ])
  }
}

private final class LibraryStore: ReferenceStore<LegacyState, any ReduxAction>, @unchecked Sendable
{
  static let shared = LibraryStore(
    state: LegacyState(), providers: [ShelfReducers.self, VisitReducers.self, VisitReducers.self])
}

private struct Lend: ReduxAction {
  let identifier = "lend"
  let title: String
  var payload: (any Sendable)? { title }
}

private struct Return: ReduxAction {
  let identifier = "return"
}

private enum ShelfReducers: ReducerProvider {
  static let reducers: [ReduceBlock<LegacyState, any ReduxAction>] = [
    { state, action in
      let title = action.payload.map { " \($0)" } ?? ""
      state.log.append("shelf \(action.identifier)\(title)")
    }
  ]
}

private enum VisitReducers: ReducerProvider {
  static let reducers: [ReduceBlock<LegacyState, any ReduxAction>] = [
    { state, _ in state.log.append("visit") }
  ]
}

@Suite("The contract of ReduxObjC", .timeLimit(.minutes(15)))
struct ReferenceStoreContractTests {
  let contract = LegacyStoreContract { state, reducers in
    ReferenceStore(state: state, reducers: reducers)
  }

  @Test(arguments: LegacyStoreClaim.allCases)
  func isKeptByReferenceStore(_ claim: LegacyStoreClaim) async throws {
    try await contract.check(claim)
  }
}
