import Foundation
import ObjectGraph
import StoreContract
import Testing

/// Random `Codable` scripts decode the same values and the same errors from a copy as through JSON.
///
/// `LANDBRIDGE_SEED` repeats a run, `LANDBRIDGE_FUZZ_SCRIPTS` sets the number of scripts.
struct ScriptFuzzTests {
  @Test func copiesAgreeWithJSON() async throws {
    var random = SeededGenerator("Codable scripts")
    let environment = ProcessInfo.processInfo.environment
    let count = environment["LANDBRIDGE_FUZZ_SCRIPTS"].flatMap(Int.init) ?? 20_000
    let copier = GraphCopier<[Script]>(userInfo: [Script.key: Script.Reader.shared])
    var values = 0
    var errors = 0
    for number in 0..<count {
      // Tests that wait for a turn share the threads with this one.
      await Task.yield()
      let script = Script.random(3, &random)
      let readerSeed = UInt64.random(in: 0...UInt64.max, using: &random)
      let json = outcome(readerSeed) { reader in
        let decoder = JSONDecoder()
        decoder.userInfo[Script.key] = reader
        _ = try decoder.decode([Script].self, from: JSONEncoder().encode([script]))
      }
      let copy = outcome(readerSeed) { _ in _ = try copier.copy([script]) }
      if json != copy {
        Issue.record(
          "script \(number), LANDBRIDGE_SEED=\(random.seed)\n\(script)\n\(json)\n\(copy)")
        return
      }
      values += json.filter { !$0.hasPrefix("error") }.count
      errors += json.filter { $0.hasPrefix("error") }.count
    }
    // Scripts that fail at once, or never, compare little.
    if count >= 1_000 { #expect(values > count && errors > count / 10) }
  }

  /// What the reading side saw, in order, and how it ended.
  private func outcome(
    _ seed: UInt64, _ body: (Script.Reader) throws -> Void
  ) -> [String] {
    let reader = Script.Reader.shared
    reader.begin(seed)
    do {
      try body(reader)
      reader.log("end")
    } catch {
      reader.log("ended by \(Script.Reader.kind(of: error))")
    }
    return reader.lines
  }
}

/// A value that encodes itself as a random script says, and reads itself in random ways.
struct Script: Codable, CustomStringConvertible {
  indirect enum Step {
    case scalar(Scalar)
    case child(Script)
    case optionalChild(Script?)
    case children([Script])
    case null
    case nested([(String, Step)])
    case nestedRow([Step])
    case superCoder(Script)
  }

  indirect enum Shape {
    case nothing
    case single(Step)
    case keyed([(String, Step)])
    case row([Step])
    /// Requests a single-value container in vain.
    case unusedSingle(Shape)
    /// Encodes into this encoder directly.
    case direct(Script)
    case amended([String: Int], [(String, Step)])
  }

  enum Scalar {
    case int(Int), small(UInt8), double(Double), float(Float), bool(Bool), text(String)
    case url(URL), data(Data), decimal(Decimal), date(Date), uuid(UUID), ints([Int])
    case map([String: Int]), optional(Int?)
  }

  struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static let names = ["a", "b", "c"]
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "reader") else { preconditionFailure("no key") }
    return key
  }()

  var shape: Shape

  var description: String { "\(shape)" }

  // MARK: Random scripts

  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Script {
    Script(shape: randomShape(depth, &random))
  }

  private init(shape: Shape) {
    self.shape = shape
  }

  private static func randomShape(_ depth: Int, _ random: inout SeededGenerator) -> Shape {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .nothing
    case 1...4: return .single(step(depth, &random, isSingle: true))
    case 5...11: return .keyed(entries(depth, &random))
    case 12...15: return .row(steps(depth, &random))
    case 16, 17: return .unusedSingle(randomShape(depth - 1, &random))
    case 18 where depth > 0: return .direct(Script.random(depth - 1, &random))
    default: return .amended(["a": 1, "d": 2], entries(depth - 1, &random).filter(isFlat))
    }
  }

  private static func isFlat(_ entry: (String, Step)) -> Bool {
    switch entry.1 {
    case .nested, .nestedRow, .superCoder: false
    default: true
    }
  }

  private static func entries(
    _ depth: Int, _ random: inout SeededGenerator
  ) -> [(String, Step)] {
    var entries: [(String, Step)] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      guard let name = names.randomElement(using: &random) else { continue }
      let new = step(depth, &random)
      // JSONEncoder ends the process where a nested container meets a value of another kind.
      let isFree = entries.allSatisfy { $0.0 != name }
      switch new {
      case .nested(let inner):
        let isAmending = entries.filter { $0.0 == name }.allSatisfy {
          if case .nested = $0.1 { true } else { false }
        }
        let added = isFree ? new : .nested(inner.filter(isFlat))
        if isAmending { entries.append((name, added)) }
      case .nestedRow:
        let isAmending = entries.filter { $0.0 == name }.allSatisfy {
          if case .nestedRow = $0.1 { true } else { false }
        }
        if isAmending { entries.append((name, new)) }
      case .superCoder: if isFree { entries.append((name, new)) }
      default:
        let isPlain = entries.filter { $0.0 == name }.allSatisfy {
          if case .superCoder = $0.1 { false } else { true }
        }
        if isPlain { entries.append((name, new)) }
      }
    }
    return entries
  }

  private static func steps(_ depth: Int, _ random: inout SeededGenerator) -> [Step] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in step(depth, &random) }
  }

  private static func step(
    _ depth: Int, _ random: inout SeededGenerator, isSingle: Bool = false
  ) -> Step {
    switch Int.random(in: 0..<(depth <= 0 ? 8 : isSingle ? 14 : 18), using: &random) {
    case 0...6: .scalar(scalar(&random))
    case 7: .null
    case 8...10: .child(Script.random(depth - 1, &random))
    case 11: .optionalChild(Bool.random(using: &random) ? nil : .random(depth - 1, &random))
    case 12, 13: .children([.random(depth - 1, &random), .random(depth - 2, &random)])
    case 14: .nested(entries(depth - 1, &random))
    case 15: .nestedRow(steps(depth - 1, &random))
    default: .superCoder(.random(depth - 1, &random))
    }
  }

  private static func scalar(_ random: inout SeededGenerator) -> Scalar {
    let numbers = [0, 1, -1, 5, 200, 300, Int.max]
    let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
    let texts = ["", "x", "5", "AQID", "https://swift.org", "true"]
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .int(number)
    case 1: return .small(UInt8(truncatingIfNeeded: number))
    case 2: return .double([0, 0.1, 1.5, -2, 1e30, 12345.678][abs(number % 6)])
    case 3: return .float([0, 0.1, 1.5, -2, 3e30, 0.7][abs(number % 6)])
    case 4: return .bool(number % 2 == 0)
    case 5, 6: return .text(text)
    case 7: return URL(string: "https://swift.org/\(abs(number))").map(Scalar.url) ?? .text(text)
    case 8: return .data(Data(text.utf8))
    case 9: return .decimal(Decimal(number % 1_000) / 8)
    case 10: return .date(Date(timeIntervalSinceReferenceDate: Double(number % 1_000) / 4))
    case 11: return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    case 12: return .ints([1, 2, number % 100])
    default: return Bool.random(using: &random) ? .map(["a": 1, "b": 2]) : .optional(nil)
    }
  }
}

// MARK: Writing

extension Script {
  func encode(to encoder: any Encoder) throws {
    try Self.write(shape, to: encoder)
  }

  private static func write(_ shape: Shape, to encoder: any Encoder) throws {
    switch shape {
    case .nothing: return
    case .single(let step):
      var container = encoder.singleValueContainer()
      try write(step, to: &container)
    case .keyed(let entries):
      var container = encoder.container(keyedBy: Name.self)
      try write(entries, to: &container)
    case .row(let steps):
      var container = encoder.unkeyedContainer()
      try write(steps, to: &container)
    case .unusedSingle(let shape):
      _ = encoder.singleValueContainer()
      try write(shape, to: encoder)
    case .direct(let script): try script.encode(to: encoder)
    case .amended(let map, let entries):
      var single = encoder.singleValueContainer()
      try single.encode(map)
      var container = encoder.container(keyedBy: Name.self)
      try write(entries, to: &container)
    }
  }

  private static func write(
    _ step: Step, to container: inout any SingleValueEncodingContainer
  ) throws {
    switch step {
    case .scalar(let scalar): try scalar.value { try container.encode($0) }
    case .child(let script): try container.encode(script)
    case .optionalChild(let script): try container.encode(script)
    case .children(let scripts): try container.encode(scripts)
    case .null, .nested, .nestedRow, .superCoder: try container.encodeNil()
    }
  }

  private static func write(
    _ entries: [(String, Step)], to container: inout KeyedEncodingContainer<Name>
  ) throws {
    for (name, step) in entries {
      let key = Name(name)
      switch step {
      case .scalar(let scalar): try scalar.value { try container.encode($0, forKey: key) }
      case .child(let script): try container.encode(script, forKey: key)
      case .optionalChild(let script): try container.encodeIfPresent(script, forKey: key)
      case .children(let scripts): try container.encode(scripts, forKey: key)
      case .null: try container.encodeNil(forKey: key)
      case .nested(let entries):
        var nested = container.nestedContainer(keyedBy: Name.self, forKey: key)
        try write(entries, to: &nested)
      case .nestedRow(let steps):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try write(steps, to: &nested)
      case .superCoder(let script): try script.encode(to: container.superEncoder(forKey: key))
      }
    }
  }

  private static func write(
    _ steps: [Step], to container: inout any UnkeyedEncodingContainer
  ) throws {
    for step in steps {
      switch step {
      case .scalar(let scalar): try scalar.value { try container.encode($0) }
      case .child(let script): try container.encode(script)
      case .optionalChild(let script): try container.encode(script)
      case .children(let scripts): try container.encode(scripts)
      case .null: try container.encodeNil()
      case .nested(let entries):
        var nested = container.nestedContainer(keyedBy: Name.self)
        try write(entries, to: &nested)
      case .nestedRow(let steps):
        var nested = container.nestedUnkeyedContainer()
        try write(steps, to: &nested)
      case .superCoder(let script): try script.encode(to: container.superEncoder())
      }
    }
  }
}

extension Script.Scalar {
  func value(_ body: (any Codable) throws -> Void) throws {
    switch self {
    case .int(let value): try body(value)
    case .small(let value): try body(value)
    case .double(let value): try body(value)
    case .float(let value): try body(value)
    case .bool(let value): try body(value)
    case .text(let value): try body(value)
    case .url(let value): try body(value)
    case .data(let value): try body(value)
    case .decimal(let value): try body(value)
    case .date(let value): try body(value)
    case .uuid(let value): try body(value)
    case .ints(let value): try body(value)
    case .map(let value): try body(value)
    case .optional(let value): try body(value)
    }
  }
}

// MARK: Reading

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
    private var random = SplitMix(state: 0)
    private var budget = 0

    func begin(_ seed: UInt64) {
      lines = []
      random = SplitMix(state: seed)
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
        try attempt("keyed") {
          try readKeyed(decoder.container(keyedBy: Name.self))
          return ""
        }
      case 4, 5:
        try attempt("row") {
          try readRow(decoder.unkeyedContainer())
          return ""
        }
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
            return ""
          }
        case 3:
          try attempt("nested row") {
            try readRow(container.nestedUnkeyedContainer(forKey: key))
            return ""
          }
        case 4:
          try attempt("super") {
            try read(container.superDecoder(forKey: key))
            return ""
          }
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
          try attempt("nested") {
            try readKeyed(row.nestedContainer(keyedBy: Name.self))
            return ""
          }
        case 2:
          try attempt("nested row") {
            try readRow(row.nestedUnkeyedContainer())
            return ""
          }
        case 3:
          try attempt("super") {
            try read(row.superDecoder())
            return ""
          }
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
        try attempt("script") {
          _ = try script(Script.self)
          return ""
        }
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

  /// A small generator that both sides start from one seed.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
