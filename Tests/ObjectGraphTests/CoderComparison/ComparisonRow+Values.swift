import Foundation
import ObjectGraph

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
