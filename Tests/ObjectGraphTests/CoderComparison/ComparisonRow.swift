import Foundation
import ObjectGraph
import Testing

/// A coder that the article compares, in the order of the columns.
enum ComparedCoder: String, CaseIterable, Sendable {
  case copy = "`Graph.copy`"
  case archiver = "`NSKeyedArchiver`"
  case json = "`JSONEncoder`"
  case propertyList = "`PropertyListEncoder`"

  /// What a `Codable` value becomes.
  func roundTrip<Value: Codable>(
    _ value: Value, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    switch self {
    case .copy: return try Graph.copy(value, userInfo: userInfo)
    case .json:
      let encoder = JSONEncoder()
      let decoder = JSONDecoder()
      encoder.userInfo = userInfo
      decoder.userInfo = userInfo
      return try decoder.decode(Value.self, from: encoder.encode(value))
    case .propertyList:
      let encoder = PropertyListEncoder()
      let decoder = PropertyListDecoder()
      encoder.outputFormat = .binary
      encoder.userInfo = userInfo
      decoder.userInfo = userInfo
      return try decoder.decode(Value.self, from: encoder.encode(value))
    case .archiver: throw CancellationError()
    }
  }
}

/// What each coder makes of one sample: a row of the table in the article.
struct ComparisonRow: Sendable, CustomTestStringConvertible {
  let title: String
  /// What the table says, by coder.
  let cells: [String]
  private let codable: @Sendable (ComparedCoder) throws -> String

  init(
    _ title: String, _ cells: String...,
    codable: @escaping @Sendable (ComparedCoder) throws -> String
  ) {
    self.title = title
    self.cells = cells
    self.codable = codable
  }

  /// The cell of a coder that has no such feature.
  static let nothing = "-"
  /// The cell of a coder whose recursion exhausts the stack.
  static let crash = "ends the process"

  var testDescription: String { title }

  /// What the coder makes of the sample at present.
  func outcome(_ coder: ComparedCoder) -> String {
    (try? codable(coder)) ?? "error"
  }

  static let all = identity + values + coding
}
