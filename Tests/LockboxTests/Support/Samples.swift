import CommandLineSupport
import Foundation

@testable import Lockbox
@testable import LockboxModern

extension LoginRecord {
  /// A login with values of its own.
  static func sample(
    _ name: String, username: String = "ada", password: String = "secret", realm: String? = nil
  ) -> LoginRecord {
    LoginRecord(
      id: LoginID("{\(name)}"), origin: "https://\(name).example.com", username: username,
      password: Password(password), httpRealm: realm,
      lastUsed: Date(timeIntervalSince1970: 0), passwordChanged: Date(timeIntervalSince1970: 0))
  }
}

extension LockboxState {
  /// Runs all reduce blocks of the legacy app.
  func reduce(_ action: LockboxAction) {
    for block in LockboxReducers.all { block(self, action) }
  }
}

/// The texts that a program wrote to its standard streams.
@MainActor final class Streams {
  private var outText = ""
  private var errorText = ""

  /// The standard output, without the last line break.
  var out: String { outText.last == "\n" ? String(outText.dropLast()) : outText }
  var error: String { errorText.last == "\n" ? String(errorText.dropLast()) : errorText }

  var terminal: Terminal {
    Terminal(write: { self.outText += $0 }, writeError: { self.errorText += $0 })
  }
}
