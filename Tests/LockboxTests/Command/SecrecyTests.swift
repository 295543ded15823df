import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct SecrecyTests {
  private func expectNoPassword(in text: String, _ passwords: [String]) {
    #expect(!text.isEmpty)
    for password in passwords where text.contains(password) {
      Issue.record("a password of the sample is printed")
    }
  }

  @Test func noOutputContainsAPasswordOfTheSample() async throws {
    let passwords = try sampleLogins().map { $0.password.reveal() }
    expectNoPassword(in: await CommandRun.of("--actions", "60").text, passwords)
    expectNoPassword(in: await CommandRun.of("--help").text, passwords)
  }

  @Test func errorsOfABrokenSampleContainNoPassword() async throws {
    let passwords = try sampleLogins().map { $0.password.reveal() }
    let text = String(decoding: try LoginsFile.sample.bytes(), as: UTF8.self)
    let broken = [
      text.replacingOccurrences(of: "\"timeLastUsed\",", with: ""),
      text.replacingOccurrences(of: "\"password\",", with: "\"Password\","),
      String(text.dropLast(40)), text + "\"x",
      text.replacingOccurrences(of: "\",\"", with: "\",x\""),
    ]
    for content in broken {
      let result = try await CommandRun.on(Array(content.utf8))
      #expect(result.status == 2)
      expectNoPassword(in: result.text, passwords)
    }
  }

  @Test func differencesOnScreensAreMasked() throws {
    let passwords = try sampleLogins().map { $0.password.reveal() }
    for (index, login) in try sampleLogins().enumerated() {
      let other = LoginRecord.sample("other", password: "another secret \(index)")
      let text = "\(Seen.showing(other).difference(from: .showing(login)))"
      #expect(!text.contains(passwords[index]) && !text.contains("another secret"))
    }
  }

  @Test func differentPasswordsOnScreensAreFoundAllTheSame() {
    let lines = Seen.showing(.sample("a", password: "two-secret"))
      .difference(from: .showing(.sample("a", password: "one-secret")))
    #expect(lines.count == 4 && lines[1].hasSuffix("password"))
    #expect(lines[2...].allSatisfy { $0.hasSuffix(Password.mask) })
  }
}

extension Seen {
  fileprivate static func showing(_ login: LoginRecord) -> Seen {
    let screen = ShownScreen.detail(ItemDetailModel(login: login, notice: nil))
    return Seen(
      windows: [ShownWindow(window: .main, appearance: .light, screen: screen)], copies: 1,
      lastCopied: login.password, actions: 1)
  }
}
