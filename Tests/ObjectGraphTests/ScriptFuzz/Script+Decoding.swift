import Foundation
import StoreContract

extension Script {
  init(from decoder: any Decoder) throws {
    shape = .nothing
    guard let reader = decoder.userInfo[Self.key] as? Reader else { return }
    try reader.read(decoder)
  }

  /// A class that reads itself as a script does.
  final class Object: Codable {
    init(from decoder: any Decoder) throws { _ = try Script(from: decoder) }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Another type with the same reading.
  struct Other: Codable {
    init(from decoder: any Decoder) throws { _ = try Script(from: decoder) }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Reads values in random ways, and logs what it finds.
  ///
  /// `@unchecked Sendable`: one test uses it, and its copies read on one thread at a time.
  final class Reader: @unchecked Sendable {
    static let shared = Reader()
    private struct UnorderedError: Error {}
    private(set) var lines: [String] = []
    private var random = SeededGenerator(seed: 0)
    private var budget = 0

    func begin(_ seed: UInt64) {
      lines = []
      random = SeededGenerator(seed: seed)
      budget = 60
    }

    func log(_ line: String) { lines.append(line) }

    static func kind(of error: any Error) -> String {
      switch error {
      case DecodingError.keyNotFound: "keyNotFound"
      case DecodingError.typeMismatch, DecodingError.valueNotFound: "mismatch"
      case DecodingError.dataCorrupted: "dataCorrupted"
      case EncodingError.invalidValue: "invalidValue"
      // JSONDecoder throws errors of its own where a number does not fit, and converts them last.
      default: "dataCorrupted"
      }
    }

    /// Runs `body`; an error is logged, and thrown at times.
    private func attempt(_ name: String, _ body: () throws -> Any) throws {
      guard budget > 0 else { return }
      budget -= 1
      do {
        log("\(name): \(try body())")
      } catch let caught {
        // Which entry of a dictionary is read first is arbitrary, and so is the first error.
        let error: any Error = name.hasPrefix("Dictionary") ? UnorderedError() : caught
        log("error at \(name): \(Self.kind(of: error))")
        if random.next() % 4 == 0 { throw error }
      }
    }

    func read(_ decoder: any Decoder) throws {
      log("read at depth \(decoder.codingPath.count)")
      switch random.next() % 8 {
      case 0, 1, 2, 3:
        try attempt("keyed") { try readKeyed(decoder.container(keyedBy: Name.self)) }
      case 4, 5:
        try attempt("row") { try readRow(decoder.unkeyedContainer()) }
      default: try readSingle(decoder.singleValueContainer())
      }
    }

    private func readSingle(_ container: any SingleValueDecodingContainer) throws {
      log("single, nil: \(container.decodeNil())")
      try value(
        { try container.decode($0) }, { try container.decode($0) }, { try container.decode($0) })
    }

    private func readKeyed(_ container: KeyedDecodingContainer<Name>) throws {
      log("keys: \(container.allKeys.map(\.stringValue).sorted())")
      for _ in 0..<(random.next() % 5 + 1) {
        let key = Name(Script.names[Int(random.next() % UInt64(Script.names.count))])
        switch random.next() % 12 {
        case 0: log("contains: \(container.contains(key))")
        case 1: try attempt("nil") { try container.decodeNil(forKey: key) }
        case 2:
          try attempt("nested") {
            try readKeyed(container.nestedContainer(keyedBy: Name.self, forKey: key))
          }
        case 3:
          try attempt("nested row") { try readRow(container.nestedUnkeyedContainer(forKey: key)) }
        case 4:
          try attempt("super") { try read(container.superDecoder(forKey: key)) }
        case 5:
          try attempt("if present") {
            try container.decodeIfPresent(Int.self, forKey: key) as Any
          }
        case 6:
          try attempt("text if present") {
            try container.decodeIfPresent(String.self, forKey: key) as Any
          }
        default:
          try value(
            { try container.decode($0, forKey: key) }, { try container.decode($0, forKey: key) },
            { try container.decode($0, forKey: key) })
        }
      }
    }

    private func readRow(_ row: any UnkeyedDecodingContainer) throws {
      var row = row
      log("count: \(row.count ?? -1)")
      for _ in 0..<(random.next() % 5 + 1) {
        log("at end: \(row.isAtEnd), \(row.currentIndex)")
        switch random.next() % 10 {
        case 0: try attempt("nil") { try row.decodeNil() }
        case 1:
          try attempt("nested") { try readKeyed(row.nestedContainer(keyedBy: Name.self)) }
        case 2:
          try attempt("nested row") { try readRow(row.nestedUnkeyedContainer()) }
        case 3:
          try attempt("super") { try read(row.superDecoder()) }
        default: try value({ try row.decode($0) }, { try row.decode($0) }, { try row.decode($0) })
        }
      }
    }

    /// Decodes a value of a random type.
    private func value(
      _ script: (Script.Type) throws -> Script, _ list: ([Script].Type) throws -> [Script],
      _ other: (any Codable.Type) throws -> any Codable
    ) throws {
      switch random.next() % 20 {
      case 0...4:
        try attempt("script") { _ = try script(Script.self) }
      case 5: try attempt("list") { try list([Script].self).count }
      default:
        let types: [any Codable.Type] = [
          Int.self, UInt8.self, Double.self, Float.self, Bool.self, String.self, URL.self,
          Data.self, Decimal.self, Date.self, UUID.self, [Int].self, [String: Int].self,
          Int?.self, String?.self, [Int?].self, URL?.self, Object.self, Other.self, Object?.self,
        ]
        let type = types[Int(random.next() % UInt64(types.count))]
        try attempt("\(type)") { describe(try other(type)) }
      }
    }

    private func describe(_ value: any Codable) -> String {
      switch value {
      case is Object, is Other: "read"
      case let url as URL: url.absoluteString
      case let map as [String: Int]: "\(map.sorted { $0.key < $1.key })"
      case let object as Object?: object == nil ? "no object" : "an object"
      default: "\(value)"
      }
    }
  }
}
