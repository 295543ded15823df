import Foundation
import ObjectGraph
import Testing

/// The coding path of an error is that of `JSONDecoder`.
struct ErrorPathTests {
  /// Encodes every value, and fails at a chosen place when it is decoded.
  struct Sample: Codable {
    enum Fault: String, CaseIterable, Codable {
      case missingKey, mismatch, nilValue, endOfArray, nestedMissing, corrupted, superMissing
      case arrayMismatch, singleMismatch, wrongContainer, afterMissing
    }
    struct Inner: Codable {
      var number: Int
    }
    var fault: Fault
    enum Keys: CodingKey { case fault, text, none, list, inner, absent }
    enum InnerKeys: CodingKey { case number, absent }
    init(_ fault: Fault) { self.fault = fault }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(fault, forKey: .fault)
      try container.encode("text", forKey: .text)
      try container.encodeNil(forKey: .none)
      try container.encode([1, 2], forKey: .list)
      try container.encode(Inner(number: 1), forKey: .inner)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      fault = try container.decode(Fault.self, forKey: .fault)
      switch fault {
      case .missingKey: _ = try container.decode(Int.self, forKey: .absent)
      case .mismatch: _ = try container.decode(Int.self, forKey: .text)
      case .nilValue: _ = try container.decode(Int.self, forKey: .none)
      case .endOfArray:
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        for _ in 0..<3 { _ = try list.decode(Int.self) }
      case .nestedMissing:
        let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        _ = try inner.decode(Int.self, forKey: .absent)
      case .corrupted:
        throw DecodingError.dataCorruptedError(
          forKey: .text, in: container, debugDescription: "refused")
      case .superMissing:
        _ = try Inner(from: container.superDecoder(forKey: .inner)).number
        _ = try [Int](from: container.superDecoder(forKey: .inner))
      case .afterMissing:
        _ = try? Int(from: container.superDecoder(forKey: .absent))
        _ = try container.decode(Int.self, forKey: .text)
      case .arrayMismatch: _ = try container.decode([String].self, forKey: .list)
      case .singleMismatch: _ = try container.decode([String: String].self, forKey: .inner)
      case .wrongContainer: _ = try container.decode([Int].self, forKey: .text)
      }
    }
  }

  /// Fails, where its number says so.
  struct Failing: Codable, Hashable {
    var number: Int
    func encode(to encoder: any Encoder) throws {
      if number != 0 { return try number.encode(to: encoder) }
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: ""))
    }
    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try Int(from: decoder) }
  }

  /// The path of the error of a copy.
  private func path<Root: Codable>(_ root: Root) -> String {
    refusal { try Graph.copy(root) }?.path.joined(separator: ".") ?? ""
  }

  @Test func everyEntryOfADictionaryOrANestedContainerIsNamed() throws {
    let (kept, failing) = (Failing(number: 1), Failing(number: 0))
    for number in 1...8 {
      var numbers: [Int: Failing] = [:]
      var texts: [String: Failing] = [:]
      var keys: [Failing: Int] = [:]
      for other in 1...8 {
        numbers[other] = Failing(number: other - number)
        texts["k\(other)"] = Failing(number: other - number)
        keys[Failing(number: other - number)] = 1
      }
      // The keys and the values of other dictionaries are counted.
      let place: Int = try #require(keys.keys.enumerated().first { $0.element == failing }).offset
      let paths = [path(numbers), path(texts), path(keys)].joined(separator: " ")
      #expect(paths == "\(number) k\(number) \(2 * place)")
    }
    let paths = [
      path(Set([failing])), path([[1: kept], [2: failing]]), path([failing: 1]),
      path([kept: failing]), path([Branches(failsInside: true)]),
      path([Branches(failsInside: false)]),
    ]
    #expect(paths == ["0", "1.2", "0", "1", "0.b.c.c", "0.b.a"])
    let keys = refusal { try Graph.copy(Branches(failsInside: true)) }?.codingPath ?? []
    #expect(keys.map { $0 is Branches.Keys } == [true, true, true])
  }

  /// Reads a container inside of a container after one of another branch.
  struct Branches: Codable {
    enum Keys: CodingKey { case a, b, c }
    var isInner: Bool
    init(failsInside isInner: Bool) { self.isInner = isInner }
    func encode(to encoder: any Encoder) throws {
      // The keys of a path are those of the decoding side.
      var container = encoder.container(keyedBy: Name.self)
      for key in [Keys.a, .b] {
        var outer = container.nestedContainer(keyedBy: Keys.self, forKey: Name(key.stringValue))
        try outer.encode(Failing(number: key == .a || isInner ? 1 : 0), forKey: .a)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .c)
        try inner.encode(Failing(number: key == .a ? 1 : 0), forKey: .c)
      }
    }
    init(from decoder: any Decoder) throws {
      isInner = true
      let container = try decoder.container(keyedBy: Keys.self)
      let outer = try [Keys.a, .b].map {
        try container.nestedContainer(keyedBy: Keys.self, forKey: $0)
      }
      for outer in outer { _ = try outer.decode(Failing.self, forKey: .a) }
      let inner = try outer.map { try $0.nestedContainer(keyedBy: Keys.self, forKey: .c) }
      for inner in inner { _ = try inner.decode(Failing.self, forKey: .c) }
    }
  }

  /// The kind and the path of the error of a decoding.
  private func kindAndPath<Output>(_ body: () throws -> Output) throws -> String {
    let error = try #require(#expect(throws: DecodingError.self) { _ = try body() })
    return "\(error.kind) \(error.path)"
  }

  @Test(arguments: Sample.Fault.allCases) func pathsAreThoseOfJSON(fault: Sample.Fault) throws {
    let root = ["samples": ["k": [Sample(fault)]]]
    let data = try JSONEncoder().encode(root)
    let expected = try kindAndPath { try JSONDecoder().decode(type(of: root), from: data) }
    #expect(try kindAndPath { try Graph.copy(root) } == expected)
  }
}

/// Children encode themselves while they are decoded; what that throws surfaces all the same.
struct SurfacingErrorTests {
  struct Refusal: Error, Equatable {}

  /// Throws where it refuses, and encodes itself as a flag otherwise.
  struct Refusing: Codable {
    var isRefusing: Bool
    func encode(to encoder: any Encoder) throws {
      if isRefusing { throw Refusal() }
      try isRefusing.encode(to: encoder)
    }
    init(_ isRefusing: Bool) { self.isRefusing = isRefusing }
    init(from decoder: any Decoder) throws { isRefusing = try Bool(from: decoder) }
  }

  /// Reads its child in each of the ways that swallow an error.
  struct Tolerant<Child: Codable>: Codable {
    enum Way: Codable, CaseIterable { case decode, ifPresent, decodeNil, other, single, throwing }
    var child: Child?
    var way: Way
    enum CodingKeys: CodingKey { case way, child }
    init(_ child: Child, _ way: Way) { (self.child, self.way) = (child, way) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      way = try container.decode(Way.self, forKey: .way)
      switch way {
      case .decode: child = try? container.decode(Child.self, forKey: .child)
      case .ifPresent: child = try? container.decodeIfPresent(Child.self, forKey: .child)
      case .decodeNil: _ = try? container.decodeNil(forKey: .child)
      case .other: _ = try? container.decode(ConversionTableTests.Amount.self, forKey: .child)
      case .single:
        _ = try? container.superDecoder(forKey: .child).singleValueContainer().decode(Child.self)
      case .throwing:
        child = try? container.decode(Child.self, forKey: .child)
        if child == nil { throw CancellationError() }
      }
    }
  }

  @Test(arguments: Tolerant<Refusing>.Way.allCases)
  func anErrorOfAChildsEncodingSurfacesThroughEveryCatch(way: Tolerant<Refusing>.Way) throws {
    let copier = Copier()
    #expect(throws: Refusal()) { try copier.copy([Tolerant(Refusing(true), way)]) }
    if way == .decode { #expect(try copier.copy([Tolerant(Refusing(false), way)])[0].child != nil) }
  }

  final class Ring: Codable {
    var next: Ring?
    init() {}
    enum CodingKeys: CodingKey { case next }
    init(from decoder: any Decoder) throws {
      next = try? decoder.container(keyedBy: CodingKeys.self).decode(Ring.self, forKey: .next)
    }
  }

  @Test func aCycleSurfacesThroughACatchAndTheFirstOfManyErrors() throws {
    let ring = Ring()
    ring.next = Ring()
    ring.next?.next = ring
    defer { ring.next = nil }
    let copier = Copier()
    #expect(refusal { try copier.copy(ring) }?.path == ["next", "next"])
    // The next copy is not affected.
    #expect(try copier.copy(Ring()).next == nil)
    let children = [1, 0, 0].map { Tolerant(ErrorPathTests.Failing(number: $0), .decode) }
    #expect(refusal { try Graph.copy(children) }?.path == ["1", "child"])
  }

  @Test func equalCopiesAreFoundAtTheSecondMember() {
    func path<Member: Codable & Hashable>(_ wrap: (Merging) -> Member) -> [String]? {
      refusal { try Graph.copy(Set([wrap(Merging(1)), wrap(Merging(2))])) }?.path
    }
    let paths = [path { $0 }, path { [$0] }, path { [1: $0] }, path { Set([$0]) }]
    #expect(paths == Array(repeating: ["1"], count: 4))
    #expect(refusal { try Graph.copy([Merging(1): 1, Merging(2): 2]) }?.path == ["3"])
    let tolerant = Tolerant(Set([Merging(1), Merging(2)]), .decode)
    #expect(refusal { try Graph.copy([tolerant]) } != nil)
  }

  /// Values that are all equal once they were decoded.
  struct Merging: Codable, Hashable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }
  }
}
