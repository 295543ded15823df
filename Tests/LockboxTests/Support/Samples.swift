import Foundation
@testable import Lockbox

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
  try LoginsImport().logins(from: LoginsFile.sample.bytes())
}

/// A console that keeps its lines.
final class RecordingConsole: Console {
  private(set) var outLines: [String] = []
  private(set) var errorTexts: [String] = []

  func out(_ line: String) { outLines.append(line) }
  func error(_ text: String) { errorTexts.append(text) }

  var out: String { outLines.joined(separator: "\n") }
  var error: String { errorTexts.joined(separator: "\n") }
}
