import ReferenceRedux
import StoreContract
import Testing

@Suite("Lifetime", .timeLimit(.minutes(15)))
struct LifetimeTests {
  @Test func theStoreGoesOnceItsActionsAreReducedAndTold() async throws {
    let isGone = LegacyGate(patience: 300)
    let told = LegacyRecorder<Int>()
    do {
      let life = LegacyToken { isGone.open() }
      let store = LegacyReferenceStore(
        state: LegacyState(),
        reducers: [
          { state, _ in
            state.left += 1
            withExtendedLifetime(life) {}
          }
        ])
      let token = store.observe { told.record($0.actionsReduced) }
      for number in 0..<100 { store.dispatch(LegacyAction("last words", number)) }
      await store.settle()
      withExtendedLifetime(token) {}
      for number in 0..<100 { store.dispatch(LegacyAction("unheard", number)) }
    }
    #expect(try await onThread { isGone.wait() })
    #expect(told.values.last == 100)
  }

  @Test func anActionGoesWhenItIsReducedAndNotAtTheEndOfItsBatch() async throws {
    let isHeld = LegacyGate(patience: 300)
    let allAreIn = LegacyGate(patience: 300)
    let firstIsGone = LegacyGate(patience: 300)
    let sawItGo = LegacyRecorder<Bool>()
    let store = LegacyReferenceStore(
      state: LegacyState(),
      reducers: [
        { _, action in
          if action.name == "hold" {
            isHeld.open()
            _ = allAreIn.wait()
          }
          if action.name == "second" { sawItGo.record(firstIsGone.wait()) }
        }
      ])
    store.dispatch(LegacyAction("hold"))
    #expect(try await onThread { isHeld.wait() })
    store.dispatch(LegacyAction("first", token: LegacyToken { firstIsGone.open() }))
    store.dispatch(LegacyAction("second"))
    allAreIn.open()
    await store.settle()
    #expect(store.statistics.largestBatch == 2)
    #expect(sawItGo.values == [true])
  }

  @Test func pendingActionsGoWithAStormOfThem() async throws {
    let gone = LegacyRecorder<Int>()
    let store = countingStore()
    for number in 0..<1_000 {
      store.dispatch(LegacyAction("storm", number, token: LegacyToken { gone.record(number) }))
    }
    await store.settle()
    #expect(gone.values == Array(0..<1_000))
  }
}
