import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct SessionPlannerTests {
  private let screens = [
    ShownWindow(
      window: .main, appearance: .light,
      screen: .settings(ThemeChoices(), nil)),
    ShownWindow(
      window: .side, appearance: .light,
      screen: .detail(ItemDetailModel(login: .sample("a"), notice: nil))),
  ]

  private func plan(seed: UInt64, steps: Int = 200) -> [[Gesture]] {
    var planner = SessionPlanner(seed: seed)
    return (0..<steps).map { _ in planner.burst(on: screens, atMost: 100) }
  }

  @Test func theSameSeedPlansTheSameSession() {
    #expect(plan(seed: testSeed) == plan(seed: testSeed))
    #expect(plan(seed: 1) != plan(seed: 2))
  }

  @Test func aBurstIsNeverLongerThanAllowed() {
    var planner = SessionPlanner(seed: testSeed)
    for limit in [0, 1, 2, 3] {
      for _ in 0..<50 { #expect(planner.burst(on: screens, atMost: limit).count <= max(limit, 1)) }
    }
  }

  @Test func asynchronousWorkEndsABurst() {
    var planner = SessionPlanner(seed: testSeed)
    let welcome = ShownWindow(
      window: .main, appearance: nil, screen: .welcome(WelcomeModel(.signedOut(after: nil))))
    for _ in 0..<200 {
      let burst = planner.burst(on: [welcome], atMost: 10)
      #expect(!burst.dropLast().contains { $0.isAsynchronous }, "seed \(testSeed)")
    }
  }
}
