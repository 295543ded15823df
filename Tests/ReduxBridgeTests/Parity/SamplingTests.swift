import ReferenceRedux
import StoreContract
import Testing
@testable import BridgeTestApps
@testable import ReduxBridge

@Suite struct SamplingTests {
  @Test func aRareTypeOfActionHasItsTurn() throws {
    let store = try ShopParts().store(
      .settings, at: .shadow, parity: ParityOptions(sampling: .oneIn(50)))
    try store.setStage(.shadow, of: Shop.slices.cart)
    store.reduce((0..<500).map { $0 == 333 ? .join(true) : .setRate(2) })
    // An action is compared for all slices or for none.
    let each = ["join": [1, 0], "setRate": [10, 489]]
    #expect(
      store.ledger.entries.mapValues { $0.mapValues { [$0.compared, $0.skipped] } }
        == ["settings": each, "cart": each])
  }

  @Test(arguments: [Stage.shadow, .lead])
  func switchedOffTheCheckerDoesNothing(_ stage: Stage) throws {
    let readings = Counter()
    var parts = ShopParts()
    parts.settings.read = {
      readings.increment()
      return ShopProjections.readSettings($0)
    }
    let store = try MigrationStore(
      ShopState(), parts.slices.settings, at: stage, parity: ParityOptions(sampling: .off))
    store.flush()
    let before = readings.value
    store.reduce(repeatElement(.setRate(0.25), count: 100))
    #expect(readings.value == before)
    #expect(store.ledger.entries.isEmpty)
    #expect(try store.currentState().settings.rate == 0.25)
  }
}
