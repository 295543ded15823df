import Foundation
import ObjectGraph
import Testing

/// The coding path of an error is that of `JSONDecoder`.
struct ErrorPathTests {
  /// Encodes every value, and fails at a chosen place when it is decoded.
  struct Sample: Codable {
    enum Fault: String, CaseIterable, Codable {
      case missingKey, mismatch, nilValue, endOfArray, nestedMissing, corrupted, superMissing
      case arrayMismatch, singleMismatch, wrongContainer
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
      case .arrayMismatch: _ = try container.decode([String].self, forKey: .list)
      case .singleMismatch: _ = try container.decode([String: String].self, forKey: .inner)
      case .wrongContainer: _ = try container.decode([Int].self, forKey: .text)
      }
    }
  }

  struct Root: Codable {
    var samples: [String: [Sample]]
  }

  private func path(_ error: (any Error)?) throws -> (kind: String, path: [String]) {
    switch try #require(error as? DecodingError) {
    case .keyNotFound(_, let context): ("keyNotFound", context.codingPath.map(\.stringValue))
    case .typeMismatch(_, let context): ("typeMismatch", context.codingPath.map(\.stringValue))
    case .valueNotFound(_, let context): ("valueNotFound", context.codingPath.map(\.stringValue))
    case .dataCorrupted(let context): ("dataCorrupted", context.codingPath.map(\.stringValue))
    @unknown default: ("unknown", [])
    }
  }

  @Test(arguments: Sample.Fault.allCases) func pathsAreThoseOfJSON(fault: Sample.Fault) throws {
    let good = Data(#"{"samples":{"k":[{"fault":"x","text":"t"}]}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Root.self, from: good) }
    let root = Root(samples: ["k": [Sample(fault)]])
    let data = try JSONEncoder().encode(root)
    let expected = try path(
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Root.self, from: data) })
    let found = try path(#expect(throws: DecodingError.self) { try Graph.copy(root) })
    #expect(found.path == expected.path)
    #expect(found.kind == expected.kind)
  }

  @Test func anAppsOwnErrorsPassUnchanged() throws {
    struct Refusal: Error, Equatable {}
    struct Refusing: Codable {
      init() {}
      func encode(to encoder: any Encoder) throws { throw Refusal() }
      init(from decoder: any Decoder) throws {}
    }
    #expect(throws: Refusal()) { try Graph.copy([Refusing()]) }
  }

  @Test func aFailureThatIsCaughtLeavesNoTrace() throws {
    final class Picky: Codable {
      var number: Int
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
        if number < 0 { throw CancellationError() }
      }
    }
    struct Tolerant: Codable {
      var picky: Picky?
      var second: Picky?
      var last: Int
      enum Keys: CodingKey { case picky, second, last }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(picky, forKey: .picky)
        try container.encode(second, forKey: .second)
        try container.encode(last, forKey: .last)
      }
      init(_ picky: Picky, last: Int) {
        self.picky = picky
        second = picky
        self.last = last
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        picky = try? container.decode(Picky.self, forKey: .picky)
        second = try? container.decode(Picky.self, forKey: .second)
        last = try container.decode(Int.self, forKey: .last)
        #expect(container.codingPath.map(\.stringValue) == ["Index 0"])
      }
    }
    let copy = try Graph.copy([Tolerant(Picky(-1), last: 4)])
    #expect(copy[0].picky == nil)
    #expect(copy[0].second == nil)
    #expect(copy[0].last == 4)
  }
}
