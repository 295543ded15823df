import Foundation
import ObjectGraph
import Testing

/// The article's table of what a copy keeps, compared with other coders, says what the coders do.
struct CoderComparisonTests {
  /// The archiver takes other objects, and what ends the process is a fact of another coder: these cells
  /// were measured once.
  @Test func everyCellSaysWhatTheCoderDoes() {
    for row in ComparisonRow.all {
      for (coder, cell) in zip(ComparedCoder.allCases, row.cells)
      where coder != .archiver && cell != ComparisonRow.crash {
        #expect(row.outcome(coder) == cell, "\(row.title): \(coder.rawValue)")
      }
    }
  }

  @Test func theArticleHasTheSameTable() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appendingPathComponent(
      "Sources/ObjectGraph/ObjectGraph.docc/WhatACopyKeeps.md")
    let lines = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let header = row(
      ["", "``Graph/copy(_:userInfo:)``"]
        + ComparedCoder.allCases.dropFirst().map(\.rawValue))
    let start = try #require(lines.firstIndex(of: header))
    let table = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(Array(table) == ComparisonRow.all.map { row([$0.title] + $0.cells) })
  }

  private func row(_ cells: [String]) -> String {
    ("|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined())
  }
}

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

extension ComparisonRow {
  private struct Box<Value: Codable>: Codable {
    var value: Value
  }

  /// A row of values that are kept where the copy passes `isSame`.
  private static func row<Value: Codable & Sendable>(
    _ title: String, _ cells: (String, String, String, String), _ values: [Value],
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> ComparisonRow {
    ComparisonRow(title, cells.0, cells.1, cells.2, cells.3) { coder in
      let copies = try values.map { try coder.roundTrip(Box(value: $0)).value }
      return zip(values, copies).allSatisfy(isSame) ? "kept" : "changed"
    }
  }

  private static func numbers(
    _ title: String, _ cells: (String, String, String, String), _ values: Double...
  ) -> ComparisonRow {
    row(title, cells, values) {
      $0.isNaN ? $1.isNaN : $0.bitPattern == $1.bitPattern
    }
  }

  private static func dates(
    _ title: String, _ cells: (String, String, String, String), _ values: Double...
  ) -> ComparisonRow {
    row(title, cells, values.map(Date.init(timeIntervalSinceReferenceDate:))) {
      let (old, new) = ($0.timeIntervalSinceReferenceDate, $1.timeIntervalSinceReferenceDate)
      return old.isNaN ? new.isNaN : old.bitPattern == new.bitPattern
    }
  }

  private static func relativeURL() throws -> URL {
    let url = URL(string: "b", relativeTo: URL(string: "https://swift.org/a/"))
    guard let url, url.baseURL != nil else { throw CancellationError() }
    return url
  }

  private struct Doubled: Codable {
    var value: Int??
    var list: [Int??]
  }

  static let values = [
    numbers("NaN", ("kept", "kept", "error", "kept"), .nan),
    numbers("infinity", ("kept", "kept", "error", "kept"), .infinity, -.infinity),
    numbers(
      "other numbers, the sign of -0.0 included", ("kept", "kept", "kept", "kept"),
      -0.0, 0.1, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude),
    dates(
      "a `Date`, to the bit", ("kept", "kept", "kept", "kept"), 0.1, -1e-9, 726_000_000.123_456_7),
    dates("a `Date` that is NaN", ("kept", "kept", "error", "kept"), .nan),
    row("`Data`", ("kept", "kept", "kept", "kept"), [Data(), Data([0, 1, 255])]) {
      $0 == $1
    },
    ComparisonRow(
      "the base of a relative `URL`", "kept", "kept", "lost", "kept"
    ) { coder in
      let url = try relativeURL()
      return try coder.roundTrip(Box(value: url)).value.baseURL == url.baseURL ? "kept" : "lost"
    },
    row(
      "a `Decimal` of 38 digits", ("kept", crash, "kept", "kept"),
      [Decimal(string: "0.12345678901234567890123456789012345678")]
    ) {
      $0 == $1
    },
    ComparisonRow("nil", "kept", "kept", "kept", "kept") { coder in
      try coder.roundTrip(Box<Int?>(value: nil)).value == nil ? "kept" : "changed"
    },
    ComparisonRow(
      "`.some(nil)` of an optional of an optional, or `NSNull`", "kept", "kept", "nil", "nil"
    ) { coder in
      let copy = try coder.roundTrip(Doubled(value: .some(nil), list: [.some(nil), nil]))
      if case .some(nil) = copy.value, case .some(nil) = copy.list[0], copy.list[1] == nil {
        return "kept"
      }
      return copy.value == nil && copy.list[0] == nil ? "nil" : "changed"
    },
  ]
}
