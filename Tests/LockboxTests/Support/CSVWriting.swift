@testable import Lockbox
@testable import LockboxModern

/// Writes fields as Firefox does, each in quotes.
enum CSVWriting {
  private static func line(_ fields: [String]) -> String {
    fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
  }

  /// An export with these rows below the usual header.
  static func export(_ rows: [[String]]) -> [UInt8] {
    let lines = [LoginsColumn.allCases.map(\.rawValue)] + rows
    return Array(lines.map { line($0) }.joined().utf8)
  }

  /// A row that is right in every column.
  static func row(
    url: String = "https://a.example", guid: String = "{1}", time: String = "1600000000000"
  ) -> [String] {
    [url, "ada", "secret", "", guid, time, time]
  }
}
