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

  private func plan(seed: UInt64, on screens: [ShownWindow], atMost limit: Int) -> [[Gesture]] {
    var planner = SessionPlanner(seed: seed)
    return (0..<200).map { _ in planner.burst(on: screens, atMost: limit) }
  }

  @Test func theSameSeedPlansTheSameSession() {
    let sessions = [testSeed, testSeed, testSeed &+ 1].map {
      plan(seed: $0, on: screens, atMost: 100)
    }
    #expect(sessions[0] == sessions[1])
    #expect(sessions[0] != sessions[2])
  }

  @Test func aBurstIsNeverLongerThanAllowedAndAsynchronousWorkEndsIt() {
    let welcome = ShownWindow(
      window: .main, appearance: nil, screen: .welcome(.signedOut(after: nil)))
    for (screens, limit) in [
      (screens, 0), (screens, 1), (screens, 2), (screens, 3), ([welcome], 10),
    ] {
      for burst in plan(seed: testSeed, on: screens, atMost: limit) {
        #expect(burst.count <= max(limit, 1))
        #expect(!burst.dropLast().contains { $0.isAsynchronous }, "seed \(testSeed)")
      }
    }
  }
}
