import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct SessionPlannerTests {
  private let screens = [
    ShownWindow(window: .main, appearance: .light, screen: .settings(ThemeChoices(), nil)),
    ShownWindow(
      window: .side, appearance: .light,
      screen: .detail(ItemDetailModel(login: .sample("a"), notice: nil))),
  ]

  @Test func aBurstIsNeverLongerThanAllowedAndAsynchronousWorkEndsIt() {
    let welcome = ShownWindow(
      window: .main, appearance: nil, screen: .welcome(.signedOut(after: nil)))
    for (screens, limit) in [
      (screens, 0), (screens, 1), (screens, 2), (screens, 3), ([welcome], 10),
    ] {
      var planner = SessionPlanner(seed: testSeed)
      for _ in 0..<200 {
        let burst = planner.burst(on: screens, atMost: limit)
        #expect(burst.count <= max(limit, 1))
        #expect(!burst.dropLast().contains { $0.isAsynchronous }, "seed \(testSeed)")
      }
    }
  }
}
