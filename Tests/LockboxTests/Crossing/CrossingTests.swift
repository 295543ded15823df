import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// The app while the stores below its presenters migrate.
@MainActor @Suite struct CrossingTests {
  private let world = World(seed: 1, logins: [])

  private func makeCrossing() async -> Crossing {
    let crossing = Crossing(code: ModernCode(), services: world.services, comparisons: 0)
    crossing.app.handlers.dispatch(.items(.imported([.sample("a"), .sample("b")])))
    await live(crossing, .input(.signIn(email: "ada@mail.example"), .main))
    return crossing
  }

  private func live(_ crossing: Crossing, _ gestures: Gesture...) async {
    await world.live(through: gestures, with: crossing.app)
  }

  private func list(_ crossing: Crossing) -> Presenter<ListContent>? {
    crossing.app.windows.windows[0].screen?.presenters.first as? Presenter<ListContent>
  }

  @Test func presentersStayWhileAllSlicesMigrate() async throws {
    let crossing = await makeCrossing()
    let presenter = try #require(list(crossing))
    for slice in LockboxSlices.order {
      for stage in [Stage.shadow, .lead, .migrated] {
        try crossing.store.setStage(
          stage, ofSliceNamed: slice, overridingGateBecause: "a trial")
        let text = "\(slice) \(stage)"
        await live(crossing, .input(.type(text), .main), .systemAppearance(.dark))
        #expect(list(crossing) === presenter)
        #expect(presenter.model?.list?.filter == text)
      }
    }
    await crossing.moveToValueStore()
    #expect(crossing.isOnValueStore)
    #expect(list(crossing)?.model?.list?.filter == "lists migrated")
  }

  @Test func theOutputOfEachSliceIsCheckedForItsDeliveries() async throws {
    let crossing = await makeCrossing()
    try crossing.set(.shadow, of: "lists")
    await live(crossing, .input(.type("a"), .main))
    await live(crossing, .input(.sort(.lastUsed), .main))
    let delivered = "lists: presenters (value side) was notified of 1 list.filter, 1 list.sort"
    #expect(crossing.store.ledger.description.contains(delivered))
    #expect(crossing.store.mismatches.isEmpty)
    #expect(crossing.store.reproduction(Options(), logins: []) == [])
  }

  @Test func theFootprintIsCleanAndTheGateDemandsIt() throws {
    #expect(FootprintEvidence.failures == [])
    let gate = Gate(compared: 0, changed: 0, everyActionType: false, footprint: 1, laws: true)
    for slice in LockboxSlices.order {
      #expect(gate.unmetDemands(ofSliceNamed: slice, in: FootprintEvidence.ledger) == [])
    }
    // A store that never checked is refused.
    let ledger = CrossingStore(slices: LockboxSlices()).ledger
    #expect(
      gate.unmetDemands(ofSliceNamed: "lists", in: ledger)
        == ["footprint never checked", "the laws of the projection were never checked"])
  }

  @Test func slicesCrossOneAfterTheOtherAndTheLastShareBelongsToTheValueStore() {
    let timeline = Timeline(actions: 600, slices: ["a", "b"])
    let stages = (0..<6).map { share in
      ["a", "b"].map { timeline.stage(of: $0, after: share * 100) }
    }
    #expect(
      stages == [
        [.legacy, .legacy], [.shadow, .legacy], [.lead, .legacy], [.migrated, .shadow],
        [.migrated, .lead], [.migrated, .migrated],
      ])
    #expect([499, 500, 5_000].map(timeline.isLastShare) == [false, true, true])
  }
}
