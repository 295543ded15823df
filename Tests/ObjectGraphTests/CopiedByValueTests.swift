import Foundation
import ObjectGraph
import Testing

/// A value that is copied by value is shared with the copy, and is not encoded.
struct CopiedByValueTests {
  struct Marked: Codable, CopiedByValue, Equatable {
    var number: Int
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws {
      Issue.record("a marked value was encoded")
    }
    init(from decoder: any Decoder) throws {
      Issue.record("a marked value was decoded")
      number = -1
    }
  }

  final class Holder: Codable {
    var one = Marked(1)
    var maybe: Marked? = Marked(2)
    var array = [Marked(3), Marked(4)]
    var nested = [[Marked(5)], []]
    var dictionary = ["x": Marked(6)]
    var optionals = [Marked(7), nil]
  }

  /// An immutable class, which may be shared.
  final class Constant: Codable, CopiedByValue {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @Test func markedValuesAreNeverEncoded() throws {
    let copy = try Graph.copy(Holder())
    #expect(copy.one == Marked(1))
    #expect(copy.maybe == Marked(2))
    #expect(copy.array == [Marked(3), Marked(4)])
    #expect(copy.nested == [[Marked(5)], []])
    #expect(copy.dictionary == ["x": Marked(6)])
    #expect(copy.optionals == [Marked(7), nil])
    #expect(try Graph.copy(Marked(8)) == Marked(8))
    #expect(try Graph.copy([Marked(9)]) == [Marked(9)])
  }

  @Test func anArrayOfMarkedValuesIsSharedAndNotCopied() throws {
    let array = (0..<1_000).map(Marked.init)
    let copy = try Graph.copy([array])
    let addresses = [array, copy[0]].map { $0.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(addresses[0] == addresses[1])
  }

  @Test func standardContainersTakePartWithStandardElements() throws {
    let text = (0..<100).map { "a string that is long enough for the heap \($0)" }
    let copy = try Graph.copy(["x": text])
    let addresses = [text, copy["x"] ?? []].map { $0.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(addresses[0] == addresses[1])
  }

  @Test func anImmutableClassIsShared() throws {
    let constant = Constant("pi")
    let copy = try Graph.copy([constant, constant])
    #expect(copy[0] === constant)
    #expect(copy[1] === constant)
  }

  @Test func aSharedBufferIsStillCopiedOnWrite() throws {
    let holder = Holder()
    let copy = try Graph.copy(holder)
    copy.array[0].number = 33
    #expect(holder.array[0].number == 3)
  }
}
