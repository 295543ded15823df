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

  final class Counter: Codable {
    var count: Int

    init(_ count: Int) { self.count = count }
  }

  /// As large as the number that it encodes.
  struct Handle: Codable {
    let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    init(from decoder: any Decoder) throws {
      counter = Counter(try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(counter.count)
    }
  }

  @Test func aReferenceBehindANumberIsNotShared() throws {
    let handles = (0..<100).map { Handle(Counter($0)) }
    let copy = try Graph.copy(handles)
    for handle in handles { handle.counter.count = -1 }
    #expect(copy.map(\.counter.count) == Array(0..<100))
  }

  /// Encodes the bits of its reference: every byte of it is one that it encodes.
  struct Address: Codable {
    let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    init(from decoder: any Decoder) throws {
      let bits = try decoder.singleValueContainer().decode(UInt.self)
      let address = UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped
      let source = Unmanaged<Counter>.fromOpaque(address).takeUnretainedValue()
      counter = Counter(source.count)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(UInt(bitPattern: Unmanaged.passUnretained(counter).toOpaque()))
    }
  }

  @Test func anEncodedAddressIsNotShared() throws {
    let addresses = (0..<100).map { Address(Counter($0)) }
    let copy = try Graph.copy(addresses)
    for address in addresses { address.counter.count = -1 }
    #expect(copy.map(\.counter.count) == Array(0..<100))
  }

  /// The first values have no reference; a later one has.
  enum Entry: Codable {
    case number(Int)
    case counter(Counter)
  }

  @Test func aLaterCaseWithAnObjectIsCopied() throws {
    let entries = (0..<100).map { Entry.number($0) } + [.counter(Counter(7))]
    let copy = try Graph.copy(entries)
    guard case .counter(let source)? = entries.last, case .counter(let counter)? = copy.last else {
      Issue.record("the last entry is another case")
      return
    }
    #expect(counter !== source && counter.count == 7)
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
    let copy = try Graph.copy([Note(1, "text"), Note(2, Counter(5))])
    #expect(copy.allSatisfy { $0.attachment is String })
  }
}
