import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct SettlingTests {
  @Test func aSignInThatTheReducerForgetsLeavesTheAppIdle() async {
    let code = ModernCode(planted: .named("stuck-sign-in"))
    let app = ModernApp(code: code, services: World(seed: 1, logins: []).services)
    app.handlers.signIn(email: SessionWords.unknownEmail)
    await app.settle()
    #expect(
      app.shown.map(\.screen)
        == [.welcome(WelcomeModel(.signingIn(email: SessionWords.unknownEmail)))])
  }
}
