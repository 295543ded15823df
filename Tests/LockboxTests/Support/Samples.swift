import CommandLineSupport
import Foundation
import ReduxBridge
@testable import Lockbox
@testable import LockboxModern

extension LoginRecord {
  /// A login with values of its own.
  static func sample(
    _ name: String, username: String = "ada", password: String = "secret", realm: String? = nil,
    lastUsed: TimeInterval = 0
  ) -> LoginRecord {
    LoginRecord(
      id: LoginID("{\(name)}"), origin: "https://\(name).example.com", username: username,
      password: Password(password), httpRealm: realm,
      lastUsed: Date(timeIntervalSince1970: lastUsed),
      passwordChanged: Date(timeIntervalSince1970: 0))
  }
}

/// The logins of the sample that ships with the program.
func sampleLogins() throws -> [LoginRecord] {
  try LoginsFile.logins(from: LoginsFile.sample.bytes())
}

extension LockboxState {
  /// Runs all reduce blocks of the legacy app.
  func reduce(_ action: LockboxAction) {
    for block in LockboxReducers.all { block(self, action) }
  }
}

extension LegacyApp {
  /// An app on a store of its own.
  static func make(_ services: any LockboxServices) -> LegacyApp {
    LegacyApp(LegacyStores(), services: services)
  }
}

/// What a program wrote to its standard streams.
@MainActor final class Streams {
  private var outText = ""
  private var errorText = ""

  /// What was written, without the last line break.
  var out: String { outText.last == "\n" ? String(outText.dropLast()) : outText }
  var error: String { errorText.last == "\n" ? String(errorText.dropLast()) : errorText }

  func write(_ text: String) { outText += text }

  func terminal(readLine: @escaping () -> String? = { nil }) -> Terminal {
    Terminal(
      write: { self.write($0) }, writeError: { self.errorText += $0 },
      readLine: readLine)
  }

  /// The program with a legacy app of its own.
  func command() -> LockboxCommand {
    LockboxCommand(terminal: terminal(), stores: LegacyStores())
  }
}
