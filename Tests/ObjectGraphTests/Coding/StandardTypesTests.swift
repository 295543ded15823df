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

  private func survives<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    let holder = Holder(value)
    let copy = try Graph.copy(holder)
    return try copy.value == value && copy.optional == value && copy.array == [value, value]
      && copy.leaf !== holder.leaf && Graph.copy(value) == value
      && Graph.isEqual(copy, holder)
  }

  @Test func notANumberKeepsItsBits() throws {
    let nan = Double(bitPattern: 0x7FF8_0000_0000_1234)
    struct Numbers: Codable {
      var double: Double
      var float: Float
    }
    let numbers = Numbers(double: nan, float: Float(bitPattern: 0x7FC0_1234))
    let copy = try Graph.copy([numbers])[0]
    #expect(copy.double.bitPattern == nan.bitPattern)
    #expect(copy.float.bitPattern == 0x7FC0_1234)
  }

  @Test func dictionariesWithKeysOfEveryKind() throws {
    #expect(try survives(["a": Point(x: 1)]) && survives([1: Point(x: 1), -2: Point(x: 3)]))
    #expect(try survives([Suit.hearts: Point(x: 1)]) && survives([Point(x: 1): Point(x: 2)]))
    #expect(try survives([UUID(): [Point(x: 9)]]) && survives([Point(x: 1): [Suit.spades: 1]]))
  }

  @Test func longDynamicKeySets() throws {
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
    let pairs = (0..<3_000).map { ("key number \($0)", $0) }
    #expect(try survives(Dynamic(Dictionary(uniqueKeysWithValues: pairs))))
    #expect(try survives([Dynamic(["a": 1]), Dynamic(["b": 2, "c": 3])]))
  }

  @Test func rootsOfEveryKind() throws {
    #expect(try survives(5) && survives("text") && survives(Optional<Int>.none))
    #expect(try survives([[nil, Point(x: 1)], []]) && survives([Optional("a"), nil]))
    #expect(try survives(Suit.hearts) && survives(Optional<Suit>.none) && survives(Point(x: 3)))
  }
}
