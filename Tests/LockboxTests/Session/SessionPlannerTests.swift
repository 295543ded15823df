import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct SessionPlannerTests {
  private static let welcome = ShownWindow(
    window: .main, appearance: nil, screen: .welcome(WelcomeModel(.signedOut(after: nil))))
  private static let settings = ShownWindow(
    window: .main, appearance: .light, screen: .settings(ThemeChoices(), nil))
  private static let login = ShownWindow(
    window: .side, appearance: .light,
    screen: .detail(ItemDetailModel(login: .sample("a"), notice: nil)))

  @Test(arguments: [[welcome], [settings, login]], [0, 1, 2, 3, 10])
  func aBurstIsNeverLongerThanAllowedAndAsynchronousWorkEndsIt(
    on screens: [ShownWindow], limit: Int
  ) {
    var planner = SessionPlanner(seed: testSeed)
    for _ in 0..<100 {
      let burst = planner.burst(on: screens, atMost: limit)
      #expect(
        burst.count <= max(limit, 1) && !burst.dropLast().contains { $0.isAsynchronous },
        "\(burst), seed \(testSeed)")
    }
  }
}
