import Dispatch
public import ObjectGraph
public import ReduxBridge
import ReferenceRedux
public import StoreContract
import Testing
public import ValueRedux

/// The value store, seen as a class store, keeps the contract of the original, but for one line.
@Suite struct LegacyFacadeContractTests {
  typealias Hosted = ValueStore<CopyOnWrite<LegacyState>, LegacyAction>

  @Test(arguments: LegacyStoreClaim.allCases)
  func keeps(_ claim: LegacyStoreClaim) async throws {
    try await LegacyStoreContract(
      exceptions: [.reducesElsewhere: "A value store reduces on the main actor."],
      make: { state, blocks in Self.make(CopyOnWrite(state), blocks) }
    ).check(claim)
  }

  /// A value store that hosts the blocks, behind a facade, made on whatever thread the claim is on.
  static func make(
    _ state: CopyOnWrite<LegacyState>, _ blocks: [ReduceBlock<LegacyState, LegacyAction>]
  ) -> LegacyFacade<Hosted, LegacyState> {
    let makeOnMain: @MainActor @Sendable () -> LegacyFacade<Hosted, LegacyState> = {
      let store = Hosted(
        initialState: state, reducer: .hosting(blocks) { error, _ in Issue.record(error) })
      return LegacyFacade(store) { try $0.snapshot() }
    }
    if LegacyMainActor.isCurrent { return MainActor.assumeIsolated(makeOnMain) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(makeOnMain) }
  }
}

extension LegacyFacade: LegacyStore
where Base == ValueStore<CopyOnWrite<LegacyState>, LegacyAction>, Root == LegacyState {}
