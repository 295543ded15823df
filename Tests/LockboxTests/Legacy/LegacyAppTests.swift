import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct LegacyAppTests {
  private let world = World(seed: 4, logins: [])

  @Test func aSecondTapOnSignInIsIgnoredWhileTheFirstIsUnderWay() async {
    let app = LegacyApp(LegacyStores(), services: world.services)
    let inputs = ["a", "b"].map { Gesture.input(.signIn(email: "\($0)@mail.example"), .main) }
    await world.live(through: inputs, with: app)
    #expect(app.actionsHandled == 2)
  }

  @Test func aScreenThatIsCoveredGoesAndTakesItsPresentersWithIt() async {
    let app = LegacyApp(LegacyStores(), services: world.services)
    await world.live(through: [.input(.signIn(email: "ada@mail.example"), .main)], with: app)
    weak let presenter = app.windows.windows[0].screen?.presenters.first
    #expect(presenter is Presenter<ListContent>)
    await world.live(through: [.input(.openSettings, .main)], with: app)
    #expect(presenter == nil)
  }
}
