import ReduxBridge
import Testing

@testable import Lockbox
@testable import LockboxModern

/// An app that waits for work that does not end.
@MainActor @Suite struct SettlingTests {
  /// Never answers, until the test is over.
  private final class SilentServer: LockboxServices {
    let clock = SessionClock()
    let device: any Device = RecordingDevice()
    private let (answers, end) = AsyncStream.makeStream(of: Never.self)

    func profile(of email: String) async throws(SignInFailure) -> Profile {
      for await _ in answers {}
      throw .offline
    }

    func changes() async -> SyncChanges { SyncChanges() }

    func close() { end.finish() }
  }

  private let world = World(seed: 1, logins: [])

  private var services: any LockboxServices { world.services }

  @Test func aSignInThatTheReducerForgetsLeavesTheAppIdle() async {
    let code = ModernCode(planted: .named("stuck-sign-in"))
    let app = ModernApp(code: code, services: services)
    app.handlers.signIn(email: SessionWords.unknownEmail)
    #expect(await app.settle(within: .seconds(600)))
    #expect(
      app.shown.map(\.screen)
        == [.welcome(WelcomeModel(.signingIn(email: SessionWords.unknownEmail)))])
  }

  @Test func waitingForAServerThatIsSilentEnds() async {
    let server = SilentServer()
    defer { server.close() }
    let apps: [any LockboxApp] = [ModernApp(services: server), LegacyApp.make(server)]
    for app in apps {
      #expect(await app.settle(within: .seconds(600)))
      app.handlers.signIn(email: "ada@mail.example")
      #expect(await !app.settle(within: .milliseconds(100)))
    }
  }

  @Test func aRunWhoseAppStaysBusyEndsWithAFinding() async {
    let server = SilentServer()
    defer { server.close() }
    var options = Options()
    options.actions = 500
    var world = World(seed: options.seed, logins: [])
    world.services = server
    world.patience = .milliseconds(500)
    let run = CrossingRun(
      options: options, logins: [], stores: LegacyStores(), crossingWorld: world)
    let report = await run.run()
    #expect(!report.isAllMatched)
    #expect(report.actions < 500)
    let text = report.lines(fitting: nil).joined(separator: "\n")
    #expect(text.contains("NOT IDLE  the migrating app, after actions "))
    #expect(text.contains("It waits for work that does not end, so the run ends here."))
    #expect(text.contains("Do not ship this migration."))
  }
}
