import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct PasswordTests {
  private let secret = "tr0ub4dor&3"

  private var printed: [String] {
    let password = Password(secret)
    let login = LoginRecord.sample("a", password: secret)
    var dumped = ""
    dump(login, to: &dumped)
    dump(LoginItem(login), to: &dumped)
    return [
      "\(password)", String(reflecting: password), String(describing: Optional(password)),
      "\([password])", "\(login)", String(reflecting: login), dumped,
      "\(LockboxAction.items(.edited(login.id, .password(password), at: .now)))",
      "\(Mirror(reflecting: password).children.map(\.value))",
      "\(LoginEdit.password(password))",
    ]
  }

  /// The mask does not tell the length.
  @Test func nothingThatPrintsShowsTheSecret() {
    #expect(printed.first == Password.mask)
    for text in printed { #expect(!text.contains(secret)) }
  }

  @Test func differentPasswordsOnScreensAreFoundAndMasked() {
    let lines = Seen.showing(.sample("a", password: "two-secret"))
      .difference(from: .showing(.sample("a", password: "one-secret")))
    #expect(lines.count == 4 && lines[1].hasSuffix("password"), "\(lines)")
    #expect(lines[2...].allSatisfy { $0.hasSuffix(Password.mask) && !$0.contains("-secret") })
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
