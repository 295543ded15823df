import Foundation
import ObjectGraph
import Testing

/// A value that is encoded as one type and decoded as another converts as `JSONEncoder` and
/// `JSONDecoder` convert it by default.
struct ConversionTableTests {
  private func outcome(_ body: () throws -> some Any) -> String {
    do {
      return "\(try body())"
    } catch {
      return (error as? DecodingError)?.kind ?? "\(error)"
    }
  }

  private func compare<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) {
    compare(Change<Old, New>(old))
    compare(Change<[Old], [New]>([old]))
    compare(Change<Transparent<Old>, Transparent<New>>(Transparent(old)))
    compare(Change<Old?, New>(old))
  }

  private func compare<Old, New>(_ change: Change<Old, New>) {
    let json = outcome {
      try JSONDecoder().decode(Change<Old, New>.self, from: JSONEncoder().encode(change)).new
    }
    #expect(outcome { try Graph.copy(change).new } == json, "\(change.old as Any) to \(New.self)")
  }

  @Test func everyScalarConvertsAsThroughJSON() throws {
    let types: [any Codable.Type] = [
      String.self, URL.self, Data.self, Decimal.self, Date.self, UUID.self, Int.self, UInt8.self,
      Double.self, Float.self, Bool.self, URL?.self, Decimal?.self, [Int].self, [UInt8].self,
      [String: String].self,
    ]
    let url = try #require(URL(string: "https://swift.org"))
    let values: [any Codable] = [
      "", "5", "AQID", "not an address", "\(url)", "\(UUID())", url, Data([1, 2, 3]),
      Date(timeIntervalSinceReferenceDate: 12.5), UUID(), -3, 300, UInt64.max, 1.5, 0.1, 1e300,
      Float(0.1), 4.0, Decimal(5), Decimal(1) / 10, true, [1, 2, 3], Int?.none,
      ["relative": "https://swift.org"],
    ]
    for type in types {
      for old in values { compare(old, type) }
    }
    let relative = try #require(URL(string: "b", relativeTo: URL(string: "https://swift.org/a/")))
    compare(relative, String.self)
    // JSON loses the base, which the copy keeps.
    #expect(try Graph.copy(Change<URL, URL>(relative)).new == relative)
    #expect(throws: DecodingError.self) { try Graph.copy(Change<Float, Double>(.nan)) }
  }

  enum Level: Int, Codable { case low = 1, high = 2 }
  struct Amount: Codable { var value: Int }

  private final class Report: Encodable {
    var title = "title"
  }

  @Test func typesConvertIntoWhatTheyEncode() throws {
    // The class is only encodable.
    let change = Change<Report, [String: String]>(Report())
    for _ in 0..<3 { compare(change) }
    #expect(try Graph.isEqual(change, change))
    compare(Level.high, Int.self)
    compare(2, Level.self)
    compare(3, Level.self)
    compare(Optional(Amount(value: 3)), Amount.self)
    compare(Amount(value: 3), Optional<Amount>.self)
    compare(Amount(value: 3), Transparent<Amount>.self)
    compare(Transparent(Amount(value: 3)), Amount.self)
    compare(Amount(value: 3), [String: Int].self)
    compare(["value": 3], Amount.self)
    compare(["other": 3], Amount.self)
    compare(Leaf(3), Amount.self)
    compare([1], Set<Int>.self)
    compare(Change<StrongBackReference<Leaf>, Int?>(StrongBackReference()))
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    compare(5, Int128.self)
    compare(Int128(5), Int.self)
    compare(UInt128.max, Int.self)
  }
}
