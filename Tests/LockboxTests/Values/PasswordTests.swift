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

  @Test func nothingThatPrintsShowsTheSecret() {
    for text in printed {
      #expect(!text.contains(secret))
    }
  }

  @Test func theMaskDoesNotTellTheLength() {
    #expect("\(Password("a"))" == "\(Password("a much longer one"))")
  }
}
