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
    store.dispatch(Lend(title: "Emma"))
    let state = try store.currentState()
    #expect(state.lent == ["Emma"])
    #expect(state.order == Array(repeating: ["shelf", "visit", "visit"], count: 3).flatMap(\.self))
  }
}

private final class LibraryStore: ReferenceStore<Library, any ReduxAction>, @unchecked Sendable {
  static let shared = LibraryStore(
    state: Library(), providers: [ShelfReducers.self, VisitReducers.self, VisitReducers.self])
}

private final class Library: Codable {
  var lent: [String] = []
  var order: [String] = []
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
  static var reducers: [ReduceBlock<Library, any ReduxAction>] {
    [
      { library, action in
        library.order.append("shelf")
        switch (action.identifier, action.payload) {
        case ("lend", let title as String): library.lent.append(title)
        case ("return", _): library.lent = []
        default: break
        }
      }
    ]
  }
}

private enum VisitReducers: ReducerProvider {
  static var reducers: [ReduceBlock<Library, any ReduxAction>] {
    [
      { library, _ in library.order.append("visit") }
    ]
  }
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
