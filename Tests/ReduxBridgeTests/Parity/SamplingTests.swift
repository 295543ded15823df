import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridge

@Suite struct SamplingTests {
  @Test func whatWasDecidedOfAnActionHoldsForItsOtherSlices() {
    var sampler = Sampler(ParityOptions<DeskAction>.Sampling.oneIn(3))
    let taken = [(6, "new"), (6, "other"), (7, "new"), (7, "other"), (8, "other"), (9, "new")].map {
      sampler.takes($0.0, type: $0.1)
    }
    #expect(taken == [true, true, false, false, true, false])
  }

  @Test func aRareTypeOfActionHasItsTurn() throws {
    let store = Notes.store(parity: ParityOptions(sampling: .oneIn(50)))
    try store.setStage(.shadow, of: Notes.theme())
    try store.setStage(.shadow, of: Notes.notes())
    for index in 0..<500 {
      store.dispatch(index == 333 ? .setManual(true) : .setBrightness(0.5))
    }
    store.flush()
    // An action is compared for all slices or for none.
    let each = ["setManual": [1, 0], "setBrightness": [10, 489]]
    #expect(
      store.ledger.entries.mapValues { $0.mapValues { [$0.compared, $0.skipped] } }
        == ["theme": each, "notes": each])
  }

  @Test(arguments: [Stage.shadow, .lead])
  func switchedOffTheCheckerDoesNothing(_ stage: Stage) throws {
    let readings = Counter()
    let projection = Projection<DeskState, ThemeValue>(
      read: { state in
        readings.increment()
        return Notes.themeProjection.read(state)
      },
      write: Notes.themeProjection.write)
    let store = Notes.store(
      theme: StateSlice(
        "theme", projection: projection, legacy: [Notes.themeBlock],
        reducer: Reducer(Notes.reduceTheme)),
      parity: ParityOptions(sampling: .off))
    try store.setStage(stage, of: Notes.theme())
    store.flush()
    let before = readings.value
    store.reduce(repeatElement(.setBrightness(0.25), count: 100))
    #expect(readings.value == before)
    #expect(store.ledger.entries.isEmpty)
    #expect(try store.currentState().theme.brightness == 0.25)
  }
}
