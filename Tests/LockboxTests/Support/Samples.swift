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
      formActionOrigin: realm == nil ? "https://\(name).example.com" : nil,
      created: Date(timeIntervalSince1970: 0), lastUsed: Date(timeIntervalSince1970: lastUsed),
      passwordChanged: Date(timeIntervalSince1970: 0))
  }
}

/// The logins of the sample that ships with the program.
func sampleLogins() throws -> [LoginRecord] {
  try LoginsFile.logins(from: LoginsFile.sample.bytes())
}

extension LegacyApp {
  /// An app on a store of its own.
  static func make(_ services: any LockboxServices) -> LegacyApp {
    LegacyApp(LegacyStores(), services: services)
  }
}

extension LockboxCommand {
  /// The program with a legacy app of its own.
  static func make(_ console: any Console, columns: Int? = nil) -> LockboxCommand {
    LockboxCommand(terminal: Terminal(console, columns: columns), stores: LegacyStores())
  }
}

/// A console that keeps its texts.
final class RecordingConsole: Console {
  private(set) var outTexts: [String] = []
  private(set) var errorTexts: [String] = []
  var failure: OutputError?

  func write(_ text: String) { outTexts.append(text) }
  func writeError(_ text: String) { errorTexts.append(text) }

  /// What was written, without the last line break.
  var out: String { withoutLineBreak(outTexts) }
  var error: String { withoutLineBreak(errorTexts) }

  private func withoutLineBreak(_ texts: [String]) -> String {
    let text = texts.joined()
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}
