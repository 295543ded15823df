@testable import Lockbox
@testable import LockboxModern

/// Writes fields as Firefox does, each in quotes.
enum CSVWriting {
  static func line(_ fields: [String], end: String = "\r\n") -> String {
    fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + end
  }

  /// An export with these rows below the usual header.
  static func export(_ rows: [[String]]) -> [UInt8] {
    let lines = [LoginsColumn.allCases.map(\.rawValue)] + rows
    return Array(lines.map { line($0) }.joined().utf8)
  }

  /// A row that is right in every column.
  static func row(
    url: String = "https://a.example", password: String = "secret", guid: String = "{1}",
    time: String = "1600000000000"
  ) -> [String] {
    [url, "ada", password, "", guid, time, time]
  }
}
