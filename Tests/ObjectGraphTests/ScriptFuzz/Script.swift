import Foundation
import StoreContract

/// A value that encodes itself as a random script says, and reads itself in random ways.
struct Script: Codable, CustomStringConvertible {
  indirect enum Step {
    case scalar(any Codable)
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
  }

  static let names = ["a", "b", "c"]
  static let key: CodingUserInfoKey = CodingUserInfoKey(rawValue: "reader").unsafelyUnwrapped

  var shape: Shape
  var description: String { "\(shape)" }

  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Script {
    Script(shape: randomShape(depth, &random))
  }

  private static func randomShape(_ depth: Int, _ random: inout SeededGenerator) -> Shape {
    switch Int.random(in: 0..<19, using: &random) {
    case 0: return .nothing
    case 1...4: return .single(step(depth, &random, isSingle: true))
    case 5...11: return .keyed(entries(depth, &random))
    case 12...15: return .row(steps(depth, &random))
    case 16, 17: return .unusedSingle(randomShape(depth - 1, &random))
    case 18 where depth > 0: return .direct(Script.random(depth - 1, &random))
    default: return .keyed(entries(depth, &random))
    }
  }

  private static func isFlat(_ entry: (String, Step)) -> Bool {
    switch entry.1 {
    case .nested, .nestedRow, .superCoder: false
    default: true
    }
  }

  private static func entries(_ depth: Int, _ random: inout SeededGenerator) -> [(String, Step)] {
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

  private static func scalar(_ random: inout SeededGenerator) -> any Codable {
    let numbers = [0, 1, -1, 5, 200, 300, Int.max]
    let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
    let texts = ["", "x", "5", "AQID", "https://swift.org", "true"]
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    let doubles: [Double] = [0, 0.1, 1.5, -2, 1e30, 12345.678]
    let floats: [Float] = [0, 0.1, 1.5, -2, 3e30, 0.7]
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return number
    case 1: return UInt8(truncatingIfNeeded: number)
    case 2: return doubles[abs(number % 6)]
    case 3: return floats[abs(number % 6)]
    case 4: return number % 2 == 0
    case 5, 6: return text
    case 7: return URL(string: "https://swift.org/\(abs(number))") ?? URL(fileURLWithPath: "/")
    case 8: return Data(text.utf8)
    case 9: return Decimal(number % 1_000) / 8
    case 10: return Date(timeIntervalSinceReferenceDate: Double(number % 1_000) / 4)
    case 11: return UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    case 12: return [1, 2, number % 100]
    case 13 where Bool.random(using: &random): return ["a": 1, "b": 2]
    default: return Int?.none
    }
  }
}

/// The encoding of a script, step by step.
extension Script {
  func encode(to encoder: any Encoder) throws {
    try Self.write(shape, to: encoder)
  }

  private static func write(_ shape: Shape, to encoder: any Encoder) throws {
    switch shape {
    case .nothing: return
    case .single(let step):
      var container = encoder.singleValueContainer()
      if try !write(step, { try container.encode($0) }) { try container.encodeNil() }
    case .keyed(let entries): try write(entries, to: encoder.container(keyedBy: Name.self))
    case .row(let steps): try write(steps, to: encoder.unkeyedContainer())
    case .unusedSingle(let shape):
      _ = encoder.singleValueContainer()
      try write(shape, to: encoder)
    case .direct(let script): try script.encode(to: encoder)
    }
  }

  /// Whether a step encodes a value, which a container of each kind does alike.
  private static func write(_ step: Step, _ encode: (any Codable) throws -> Void) throws -> Bool {
    switch step {
    case .scalar(let scalar): try encode(scalar)
    case .child(let script): try encode(script)
    case .optionalChild(let script): try encode(script)
    case .children(let scripts): try encode(scripts)
    case .null, .nested, .nestedRow, .superCoder: return false
    }
    return true
  }

  private static func write(
    _ entries: [(String, Step)], to container: KeyedEncodingContainer<Name>
  ) throws {
    var container = container
    for (name, step) in entries {
      let key = Name(name)
      switch step {
      case .optionalChild(let script): try container.encodeIfPresent(script, forKey: key)
      case .nested(let entries):
        try write(entries, to: container.nestedContainer(keyedBy: Name.self, forKey: key))
      case .nestedRow(let steps):
        try write(steps, to: container.nestedUnkeyedContainer(forKey: key))
      case .superCoder(let script): try script.encode(to: container.superEncoder(forKey: key))
      default:
        if try !write(step, { try container.encode($0, forKey: key) }) {
          try container.encodeNil(forKey: key)
        }
      }
    }
  }

  private static func write(_ steps: [Step], to row: any UnkeyedEncodingContainer) throws {
    var row = row
    for step in steps {
      switch step {
      case .nested(let entries): try write(entries, to: row.nestedContainer(keyedBy: Name.self))
      case .nestedRow(let steps): try write(steps, to: row.nestedUnkeyedContainer())
      case .superCoder(let script): try script.encode(to: row.superEncoder())
      default: if try !write(step, { try row.encode($0) }) { try row.encodeNil() }
      }
    }
  }
}
