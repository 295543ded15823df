import ObjectGraph
import Testing

/// Why a value that is not marked is always copied by its own coding.
///
/// Each type here looks as if its plain copy were a deep copy: by its size, by what it encodes, or by the
/// first copies of its values, which come back the same. It is not one.
struct UnmarkedValueTests {
  /// Decoding changes some values only.
  struct Percentage: Codable, Equatable {
    var value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = min(100, try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func decodingRunsForEachValue() throws {
    let values = (0..<1_000).map { Percentage($0) }
    #expect(try Graph.copy(values) == values.map { Percentage(min(100, $0.value)) })
  }

  /// Smaller than a reference, with a byte that is not encoded.
  struct Row: Codable, Equatable {
    var number: UInt16
    var isHighlighted = false

    enum CodingKeys: CodingKey { case number }
  }

  @Test func aPropertyThatIsNotEncodedIsNotCopied() throws {
    let rows = (0..<100).map { Row(number: $0, isHighlighted: $0 > 50) }
    #expect(try Graph.copy(rows) == rows.map { Row(number: $0.number) })
  }

  /// A field of type `Any` shows as the type of what it contains.
  struct Note: Codable {
    var number: Int
    var attachment: Any

    init(_ number: Int, _ attachment: Any) {
      self.number = number
      self.attachment = attachment
    }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      attachment = "none"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test func anAnyIsNotShared() throws {
    let copy = try Graph.copy([Note(1, "text"), Note(2, [5])])
    #expect(copy.allSatisfy { $0.attachment is String })
  }
}
