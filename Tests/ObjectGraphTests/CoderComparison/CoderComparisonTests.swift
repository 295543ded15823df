import Foundation
import ObjectGraph
import Testing

/// The article's table of what a copy keeps, compared with other coders, says what the coders do.
struct CoderComparisonTests {
  /// The archiver takes other objects, and what ends the process is a fact of another coder: these cells
  /// were measured once.
  @Test func everyCellSaysWhatTheCoderDoes() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let article = root.appendingPathComponent(
      "Sources/ObjectGraph/ObjectGraph.docc/WhatACopyKeeps.md")
    let rows = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.components(separatedBy: " | ") }
    let header = ["|", "``Graph/copy(_:userInfo:)``", "`NSKeyedArchiver`"]
    let start = try #require(rows.firstIndex { $0.starts(with: header) })
    let table = rows[(start + 2)...].prefix { $0.count == 5 }
    #expect(table.map { $0[0].dropFirst(2) } == ComparisonRow.all.map { $0.title[...] })
    for (row, cells) in zip(ComparisonRow.all, table) {
      for (coder, cell) in zip(ComparedCoder.allCases, [cells[1]] + cells[3...])
      where !cell.hasPrefix("ends the process") {
        #expect(row.outcome(coder) == cell.replacing(" |", with: ""), "\(row.title): \(coder)")
      }
    }
  }
}

/// A coder that the article compares, in the order of the columns.
enum ComparedCoder: CaseIterable, Sendable {
  case copy, json, propertyList

  /// What a `Codable` value becomes.
  func roundTrip<Value: Codable>(
    _ value: Value, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> Value {
    switch self {
    case .copy: return try Graph.copy(value, userInfo: userInfo)
    case .json:
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      (encoder.userInfo, decoder.userInfo) = (userInfo, userInfo)
      return try decoder.decode(Value.self, from: encoder.encode(value))
    case .propertyList:
      let (encoder, decoder) = (PropertyListEncoder(), PropertyListDecoder())
      (encoder.userInfo, decoder.userInfo) = (userInfo, userInfo)
      encoder.outputFormat = .binary
      return try decoder.decode(Value.self, from: encoder.encode(value))
    }
  }
}

/// What each coder makes of one sample: a row of the table in the article.
struct ComparisonRow: Sendable {
  let title: String
  private let codable: @Sendable (ComparedCoder) throws -> String

  init(_ title: String, codable: @escaping @Sendable (ComparedCoder) throws -> String) {
    (self.title, self.codable) = (title, codable)
  }

  /// What the coder makes of the sample at present.
  func outcome(_ coder: ComparedCoder) -> String {
    (try? codable(coder)) ?? "error"
  }

  static var all: [ComparisonRow] { identity + values + coding }
}

extension ComparisonRow {
  private struct Box<Value: Codable>: Codable {
    var value: Value
  }

  /// A row of values that are kept where the copy passes `isSame`.
  private static func row<Value: Codable & Sendable>(
    _ title: String, _ values: [Value], isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> ComparisonRow {
    ComparisonRow(title) { coder in
      let copies = try values.map { try coder.roundTrip(Box(value: $0)).value }
      return zip(values, copies).allSatisfy(isSame) ? "kept" : "changed"
    }
  }

  private static func isSame(_ old: Double, _ new: Double) -> Bool {
    old.isNaN ? new.isNaN : old.bitPattern == new.bitPattern
  }

  private static func numbers(_ title: String, _ values: Double...) -> ComparisonRow {
    row(title, values) { isSame($0, $1) }
  }

  private static func dates(_ title: String, _ values: Double...) -> ComparisonRow {
    row(title, values.map(Date.init(timeIntervalSinceReferenceDate:))) {
      isSame($0.timeIntervalSinceReferenceDate, $1.timeIntervalSinceReferenceDate)
    }
  }

  private struct Doubled: Codable {
    var value: Int??
    var list: [Int??]
  }

  private static let values: [ComparisonRow] = [
    numbers("NaN", .nan),
    numbers("infinity", .infinity, -.infinity),
    numbers(
      "other numbers, the sign of -0.0 included",
      -0.0, 0.1, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude),
    dates("a `Date`, to the bit", 0.1, -1e-9, 726_000_000.123_456_7),
    dates("a `Date` that is NaN", .nan),
    row("`Data`", [Data(), Data([0, 1, 255])]) { $0 == $1 },
    ComparisonRow("the base of a relative `URL`") { coder in
      let url = URL(string: "b", relativeTo: URL(string: "https://swift.org/a/"))
      return try coder.roundTrip(Box(value: url)).value?.baseURL == url?.baseURL ? "kept" : "lost"
    },
    row("a `Decimal` of 38 digits", [Decimal(string: "0.12345678901234567890123456789012345678")]) {
      $0 == $1
    },
    ComparisonRow("nil") { coder in
      try coder.roundTrip(Box<Int?>(value: nil)).value == nil ? "kept" : "changed"
    },
    ComparisonRow("`.some(nil)` of an optional of an optional, or `NSNull`") { coder in
      let copy = try coder.roundTrip(Doubled(value: .some(nil), list: [.some(nil), nil]))
      if case .some(nil) = copy.value, case .some(nil) = copy.list[0], copy.list[1] == nil {
        return "kept"
      }
      return copy.value == nil && copy.list[0] == nil ? "nil" : "changed"
    },
  ]
}
