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

  private func list(_ rig: Rig, _ window: Int = 0) -> ItemListModel? {
    if case .list(let model, _) = rig.seen.windows[window].screen { model } else { nil }
  }

  @Test func aNewlyStartedAppShowsTheSignIn() async {
    let rig = Rig()
    await rig.live(through: [])
    #expect(rig.seen.windows.map(\.screen) == [.welcome(WelcomeModel(.signedOut(after: nil)))])
  }

  @Test func signingInIsAnsweredLaterAndShowsTheList() async throws {
    let rig = await makeSignedInRig()
    #expect(list(rig)?.rows.map(\.title) == ["a.example.com", "b.example.com"])
    #expect(list(rig)?.rows.map(\.subtitle) == ["ada · Staff", "ada"])
  }

  @Test func aSecondTapOnSignInIsIgnoredWhileTheFirstIsUnderWay() async {
    let rig = Rig()
    await rig.live(through: [
      .input(.signIn(email: "a@mail.example"), .main),
      .input(.signIn(email: "b@mail.example"), .main),
    ])
    #expect(rig.seen.actions == 3)
  }

  @Test func typingFiltersTheList() async {
    let rig = await makeSignedInRig()
    await rig.live(through: [.input(.type("A.EX"), .main)])
    #expect(list(rig)?.rows.map(\.title) == ["a.example.com"])
    #expect(list(rig)?.total == 2)
    await rig.live(through: [.input(.type("nothing"), .main)])
    #expect(list(rig)?.rows.isEmpty == true)
  }

  @Test func tappingARowShowsItsLogin() async {
    let rig = await makeSignedInRig()
    await rig.live(through: [.input(.tapRow(LoginID("{b}")), .main)])
    guard case .detail(let model) = rig.seen.windows[0].screen else {
      Issue.record("no detail is shown")
      return
    }
    #expect(model.login == .sample("b"))
    await rig.live(through: [.input(.copy(.password), .main)])
    #expect(rig.seen.lastCopied == Password("secret"))
    #expect(rig.seen.copies == 1)
  }

  @Test func deletingLeadsBackToTheList() async {
    let rig = await makeSignedInRig()
    await rig.live(through: [.input(.tapRow(LoginID("{a}")), .main)])
    await rig.live(through: [.input(.delete, .main)])
    #expect(list(rig)?.rows.map(\.title) == ["b.example.com"])
  }

  @Test func theThemeShowsOnEveryWindow() async {
    let rig = await makeSignedInRig()
    await rig.live(through: [.openWindow(.side), .systemAppearance(.dark)])
    #expect(rig.seen.windows.map(\.appearance) == [.dark, .dark])
  }

  @Test func windowsShowDifferentScreens() async {
    let rig = await makeSignedInRig()
    await rig.live(through: [.openWindow(.side)])
    await rig.live(through: [.input(.openSettings, .side), .input(.type("b"), .main)])
    #expect(list(rig)?.list.filter == "b")
    guard case .settings = rig.seen.windows[1].screen else {
      Issue.record("the other window does not show its settings")
      return
    }
    await rig.live(through: [.closeWindow(.side)])
    #expect(rig.seen.windows.map(\.window) == [.main])
  }

  @Test func aScreenThatIsCoveredGoesAndTakesItsPresentersWithIt() async {
    let rig = await makeSignedInRig()
    weak let presenter = rig.app.windows.windows[0].screen?.presenters.first
    #expect(presenter is Presenter<ListContent>)
    await rig.live(through: [.input(.openSettings, .main)])
    #expect(presenter == nil)
  }
}
