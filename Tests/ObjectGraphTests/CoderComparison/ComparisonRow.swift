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
    case .archiver: throw NotCodable()
    }
  }

  /// The archiver takes objects of `NSCoding` only.
  struct NotCodable: Error {}
}

/// What each coder makes of one sample: a row of the table in the article.
struct ComparisonRow: Sendable, CustomTestStringConvertible {
  let title: String
  /// What the table says, by coder.
  let cells: [String]
  private let codable: @Sendable (ComparedCoder) throws -> String
  private let archived: (@Sendable () throws -> String)?

  init(
    _ title: String, _ cells: String...,
    codable: @escaping @Sendable (ComparedCoder) throws -> String,
    archived: (@Sendable () throws -> String)? = nil
  ) {
    self.title = title
    self.cells = cells
    self.codable = codable
    self.archived = archived
  }

  /// The cell of a coder that has no such feature.
  static let nothing = "-"
  /// The cell of a coder whose recursion exhausts the stack.
  static let crash = "ends the process"

  var testDescription: String { title }

  /// What the coder makes of the sample at present.
  func outcome(_ coder: ComparedCoder) -> String {
    do {
      guard coder == .archiver else { return try codable(coder) }
      return try archived?() ?? Self.nothing
    } catch {
      return "error"
    }
  }

  static let all = identity + values + coding
}

/// What an object becomes in an archive.
func archived(_ object: Any) throws -> Any? {
  let archiver = NSKeyedArchiver(requiringSecureCoding: false)
  archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
  if let error = archiver.error { throw error }
  archiver.finishEncoding()
  let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  unarchiver.requiresSecureCoding = false
  unarchiver.decodingFailurePolicy = .setErrorAndReturn
  let result = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
  if let error = unarchiver.error { throw error }
  return result
}
