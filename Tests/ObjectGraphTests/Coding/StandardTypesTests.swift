import Foundation
import ObjectGraph
import Testing

/// Every codable standard type survives, in an object and through its own coding.
struct StandardTypesTests {
  enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }
  struct Point: Codable, Hashable { var x: Int }

  /// Contains an object besides the value, so that the whole is not copied by value.
  final class Holder<Value: Codable>: Codable {
    var value: Value
    var optional: Value?
    var array: [Value]
    var leaf = Leaf(1)
    init(_ value: Value) { (self.value, optional, array) = (value, value, [value, value]) }
  }

  private func expectSurvival<Value: Codable & Equatable>(of value: Value) throws {
    let holder = Holder(value)
    let copy = try Graph.copy(holder)
    let copies: [Value?] = [
      copy.value, copy.optional, copy.array.first, copy.array.last, try Graph.copy(value),
    ]
    #expect(copies == Array(repeating: value, count: 5))
    #expect(copy.leaf !== holder.leaf)
    #expect(try Graph.isEqual(copy, holder))
  }

  @Test func notANumberKeepsItsBits() throws {
    struct Keyed<Value: Codable>: Codable { var value: Value }
    let (double, float) = (
      Double(nan: 0x1234, signaling: false), Float(nan: 0x1234, signaling: false)
    )
    #expect(try Graph.copy(Transparent(double)).inner.bitPattern == double.bitPattern)
    #expect(try Graph.copy(Transparent(float)).inner.bitPattern == float.bitPattern)
    #expect(try Graph.copy(Keyed(value: double)).value.bitPattern == double.bitPattern)
    #expect(try Graph.copy(Keyed(value: float)).value.bitPattern == float.bitPattern)
  }

  /// A key of two bytes, which is made from data.
  enum WideKey: CodingKey {
    case number(Int16)
    var stringValue: String { intValue.map(String.init) ?? "" }
    var intValue: Int? { if case .number(let number) = self { Int(number) } else { nil } }
    init?(stringValue: String) { self.init(intValue: Int(stringValue) ?? 0) }
    init?(intValue: Int) { self = .number(Int16(intValue)) }
  }

  struct Dynamic<Key: CodingKey>: Codable, Equatable {
    var values: [String: Int]
    init(_ values: [String: Int]) { self.values = values }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if let key = Key(stringValue: name) { try container.encode(value, forKey: key) }
      }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = [:]
      for key in container.allKeys.reversed() {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }
  }

  @Test func rootsDictionariesAndSetsOfKeysOfEveryKind() throws {
    try expectSurvival(of: 5)
    try expectSurvival(of: "text")
    try expectSurvival(of: Optional<Int>.none)
    try expectSurvival(of: [[nil, Point(x: 1)], []])
    try expectSurvival(of: [Optional("a"), nil])
    try expectSurvival(of: Suit.hearts)
    try expectSurvival(of: Optional<Suit>.none)
    try expectSurvival(of: Point(x: 3))
    try expectSurvival(of: ["a": Point(x: 1)])
    try expectSurvival(of: [1: Point(x: 1), -2: Point(x: 3)])
    try expectSurvival(of: [Suit.hearts: Point(x: 1)])
    try expectSurvival(of: [Point(x: 1): Point(x: 2)])
    try expectSurvival(of: [UUID(): [Point(x: 9)]])
    try expectSurvival(of: [Point(x: 1): [Suit.spades: 1]])
    let pairs = (0..<3_000).map { ("key number \($0)", $0) }
    try expectSurvival(of: Dynamic<Name>(Dictionary(uniqueKeysWithValues: pairs)))
    try expectSurvival(of: [["a": 1], ["b": 2, "c": 3]].map(Dynamic<Name>.init))
    // Keys of two bytes are distinguished.
    let wide = [["1": 1, "257": 2], ["257": 3], ["1": 4, "513": 5]].map(Dynamic<WideKey>.init)
    try expectSurvival(of: wide)
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    try expectSurvival(of: Int128.min)
    try expectSurvival(of: UInt128.max)
    try compareAll([0, Int128.min, Int128(1) << 64])
  }
}
