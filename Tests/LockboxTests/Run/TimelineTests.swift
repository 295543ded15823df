import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct TimelineTests {
  private let timeline = Timeline(actions: 600, slices: ["a", "b"])

  @Test func slicesCrossOneAfterTheOther() {
    let stages = (0..<6).map { share in
      ["a", "b"].map { timeline.stage(of: $0, after: share * 100) }
    }
    #expect(
      stages == [
        [.legacy, .legacy], [.shadow, .legacy], [.lead, .legacy], [.migrated, .shadow],
        [.migrated, .lead], [.migrated, .migrated],
      ])
  }

  @Test func theLastShareBelongsToTheValueStore() {
    #expect(!timeline.isLastShare(after: 499))
    #expect(timeline.isLastShare(after: 500))
    #expect(timeline.isLastShare(after: 5_000))
  }
}
