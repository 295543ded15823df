import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct SecrecyTests {
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
