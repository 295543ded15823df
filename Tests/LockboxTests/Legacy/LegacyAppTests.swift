import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct LegacyAppTests {
  /// An app in a world of its own.
  @MainActor private struct Rig {
    let world: World
    let app: LegacyApp

    init() {
      let logins: [LoginRecord] = [.sample("b"), .sample("a", realm: "Staff")]
      world = World(seed: 4, logins: logins)
      app = LegacyApp.make(world.services)
      app.handlers.dispatch(.items(.imported(logins)))
    }

    var seen: Seen { world.seen(of: app) }

    func live(through burst: [Gesture]) async {
      await world.live(through: burst, with: app)
    }
  }

  /// A rig whose app is signed in and shows the list.
  private func makeSignedInRig() async -> Rig {
    let rig = Rig()
    while case .welcome = rig.seen.windows[0].screen {
      await rig.live(through: [.input(.signIn(email: "ada@mail.example"), .main)])
    }
    return rig
  }

  @Test func aSecondTapOnSignInIsIgnoredWhileTheFirstIsUnderWay() async {
    let rig = Rig()
    await rig.live(through: [
      .input(.signIn(email: "a@mail.example"), .main),
      .input(.signIn(email: "b@mail.example"), .main),
    ])
    #expect(rig.seen.actions == 3)
  }

  @Test func aScreenThatIsCoveredGoesAndTakesItsPresentersWithIt() async {
    let rig = await makeSignedInRig()
    weak let presenter = rig.app.windows.windows[0].screen?.presenters.first
    #expect(presenter is Presenter<ListContent>)
    await rig.live(through: [.input(.openSettings, .main)])
    #expect(presenter == nil)
  }
}
