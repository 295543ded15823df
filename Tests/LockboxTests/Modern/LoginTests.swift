import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LoginTests {
  @Test(arguments: [
    ("https://www.example.com", "example.com"), ("http://a.example.org:8080", "a.example.org:8080"),
    ("https://example.net/login", "example.net"), ("example.com", "example.com"), ("", ""),
    ("https://", "https://"),
  ])
  func titlesAreWhatAPersonCallsTheSite(origin: String, title: String) {
    let login = LoginRecord(
      id: LoginID("{a}"), origin: origin, username: "", password: Password(""), httpRealm: nil,
      lastUsed: SessionClock.start, passwordChanged: SessionClock.start)
    #expect(login.title == title)
  }

  @Test func nothingThatPrintsShowsTheSecretOrItsLength() {
    let secret = "tr0ub4dor&3"
    let password = Password(secret)
    let login = LoginRecord.sample("a", password: secret)
    var dumped = ""
    dump(login, to: &dumped)
    dump(LoginItem(login), to: &dumped)
    for text in [
      "\(password)", String(reflecting: password), String(describing: Optional(password)),
      "\([password])", "\(login)", String(reflecting: login), dumped,
      "\(LockboxAction.items(.edited(login.id, .password(password), at: .now)))",
      "\(Mirror(reflecting: password).children.map(\.value))", "\(LoginEdit.password(password))",
    ] {
      #expect(!text.contains(secret))
    }
    #expect("\(password)" == "\(Password("a"))")
  }

  @Test func differentPasswordsOnScreensAreFoundAndMasked() {
    func seen(_ login: LoginRecord) -> Seen {
      let screen = ShownScreen.detail(ItemDetailModel(login: login, notice: nil))
      return Seen(
        windows: [ShownWindow(window: .main, appearance: .light, screen: screen)], copies: 1,
        lastCopied: login.password, actions: 1)
    }
    let original = seen(.sample("a", password: "one-secret"))
    #expect(
      seen(.sample("a", password: "two-secret")).difference(from: original) == [
        "FIRST DIFFERENCE BETWEEN THE APPS  after 1 actions",
        "  at path         windows.0.screen.detail.login.password",
        "  original app    <redacted>", "  migrating app   <redacted>",
      ])
    let other = "\(seen(.sample("b", password: "two-secret")).difference(from: original))"
    #expect(!other.contains("-secret"))
  }
}
