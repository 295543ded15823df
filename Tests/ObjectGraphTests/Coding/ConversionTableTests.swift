import Foundation
import ObjectGraph
import Testing

/// A value that is encoded as one type and decoded as another converts as `JSONEncoder` and
/// `JSONDecoder` convert it by default.
struct ConversionTableTests {
  /// Encodes the value of one type under a key, and decodes another type from there.
  struct Change<Old: Codable, New: Codable>: Codable {
    enum Way: Codable { case keyed, listed, single, nested }
    var way: Way
    var old: Old?
    var new: New?
    enum Keys: CodingKey { case way, value }

    init(_ old: Old, _ way: Way) {
      self.old = old
      self.way = way
    }

    func encode(to encoder: any Encoder) throws {
      guard let old else { return }
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(way, forKey: .way)
      switch way {
      case .keyed: try container.encode(old, forKey: .value)
      case .listed: try container.encode([old], forKey: .value)
      case .single: try container.encode(Transparent(old), forKey: .value)
      case .nested:
        var single = container.superEncoder(forKey: .value).singleValueContainer()
        try single.encode(Optional(old))
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      way = try container.decode(Way.self, forKey: .way)
      switch way {
      case .keyed: new = try container.decode(New.self, forKey: .value)
      case .listed: new = try container.decode([New].self, forKey: .value)[0]
      case .single: new = try container.decode(Transparent<New>.self, forKey: .value).inner
      case .nested:
        new = try container.superDecoder(forKey: .value).singleValueContainer().decode(New.self)
      }
    }
  }

  private func outcome(_ body: () throws -> some Any) -> String {
    do {
      return "\(try body())"
    } catch DecodingError.typeMismatch {
      return "typeMismatch"
    } catch DecodingError.dataCorrupted {
      return "dataCorrupted"
    } catch DecodingError.valueNotFound {
      return "valueNotFound"
    } catch DecodingError.keyNotFound {
      return "keyNotFound"
    } catch {
      return "\(error)"
    }
  }

  private func compare<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) {
    for way in [Change<Old, New>.Way.keyed, .listed, .single, .nested] {
      let change = Change<Old, New>(old, way)
      let json = outcome {
        try JSONDecoder().decode(Change<Old, New>.self, from: JSONEncoder().encode(change)).new
      }
      #expect(
        outcome { try Graph.copy(change).new } == json, "\(old) of \(Old.self) to \(type), \(way)")
    }
  }

  private func compareWithAll<Old: Codable>(_ old: Old) {
    compare(old, String.self)
    compare(old, URL.self)
    compare(old, Data.self)
    compare(old, Decimal.self)
    compare(old, Date.self)
    compare(old, UUID.self)
    compare(old, Int.self)
    compare(old, UInt8.self)
    compare(old, Double.self)
    compare(old, Float.self)
    compare(old, Bool.self)
    compare(old, Optional<URL>.self)
    compare(old, Optional<Decimal>.self)
    compare(old, [Int].self)
    compare(old, [UInt8].self)
    compare(old, [String: String].self)
  }

  @Test func everyScalarConvertsAsThroughJSON() throws {
    compareWithAll("https://swift.org")
    compareWithAll("not an address")
    compareWithAll("")
    compareWithAll("AQID")
    compareWithAll("5")
    compareWithAll("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    compareWithAll(try #require(URL(string: "https://swift.org")))
    compareWithAll(Data([1, 2, 3]))
    compareWithAll(Data())
    compareWithAll(Date(timeIntervalSinceReferenceDate: 12.5))
    compareWithAll(UUID())
    compareWithAll(5)
    compareWithAll(-3)
    compareWithAll(300)
    compareWithAll(UInt64.max)
    compareWithAll(1.5)
    compareWithAll(0.1)
    compareWithAll(1e300)
    compareWithAll(Float(0.1))
    compareWithAll(4.0)
    compareWithAll(Decimal(5))
    compareWithAll(try #require(Decimal(string: "0.1")))
    compareWithAll(try #require(Decimal(string: "-12345.678")))
    compareWithAll(true)
    compareWithAll(Optional("AQID"))
    compareWithAll([1, 2, 3])
    compareWithAll([UInt8(1)])
    compareWithAll(["relative": "https://swift.org"])
  }

  @Test func nilConvertsAsThroughJSON() {
    let none = Optional<Int>.none
    compare(none, String.self)
    compare(none, URL.self)
    compare(none, Data.self)
    compare(none, Decimal.self)
    compare(none, Date.self)
    compare(none, Double.self)
    compare(none, Bool.self)
    compare(none, Optional<URL>.self)
    compare(none, [Int].self)
  }

  enum Level: Int, Codable { case low = 1, high = 2 }
  struct Amount: Codable { var value: Int }

  @Test func typesConvertIntoWhatTheyEncode() {
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
  }

  @Test func aRelativeAddressConvertsToItsAbsoluteText() throws {
    let url = try #require(URL(string: "b", relativeTo: URL(string: "https://swift.org/a/")))
    compare(url, String.self)
    // JSON loses the base, which the copy keeps.
    #expect(try Graph.copy(Change<URL, URL>(url, .keyed)).new == url)
  }
}
