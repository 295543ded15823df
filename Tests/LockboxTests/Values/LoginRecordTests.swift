import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LoginRecordTests {
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
}
