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
    let (double, float) = (
      Double(nan: 0x1234, signaling: false), Float(nan: 0x1234, signaling: false)
    )
    #expect(try Graph.copy(Transparent(double)).inner.bitPattern == double.bitPattern)
    #expect(try Graph.copy(Transparent(float)).inner.bitPattern == float.bitPattern)
  }

  struct Dynamic: Codable, Equatable {
    var values: [String: Int]
    init(_ values: [String: Int]) { self.values = values }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: Name(key))
      }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
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
    try expectSurvival(of: Dynamic(Dictionary(uniqueKeysWithValues: pairs)))
    try expectSurvival(of: [Dynamic(["a": 1]), Dynamic(["b": 2, "c": 3])])
  }

}
