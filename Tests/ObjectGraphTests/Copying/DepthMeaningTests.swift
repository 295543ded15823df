import Foundation
import ObjectGraph
import Testing

/// The coding of a type means the same at any depth.
struct DepthMeaningTests {
  /// A level whose other children are coded in ways that need the types' own coding.
  class Level: Codable {
    struct Old: Codable {
      var number: Int
      init(_ number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        Issue.record("the encoded type was decoded")
        number = -1
      }
    }
    struct New: Codable { var number: Int }
    struct Unreadable: Codable {
      init() {}
      init(from decoder: any Decoder) throws { throw CancellationError() }
    }
    struct Erased: Encodable {
      var value: any Encodable
      func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
    enum Keys: CodingKey { case next, number, unreadable, erased }
    var next: Level?
    var number: Int
    var text = "original"
    var thread = Thread.current
    init(_ number: Int, _ next: Level?) { (self.number, self.next) = (number, next) }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      next = try container.decodeIfPresent(Level.self, forKey: .next)
      number = try container.decode(New.self, forKey: .number).number
      let unreadable = try? container.decode(Unreadable.self, forKey: .unreadable)
      let erased = try container.decode(String.self, forKey: .erased)
      text = "\(erased) \(unreadable == nil)"
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encodeIfPresent(next, forKey: .next)
      try container.encode(Old(number), forKey: .number)
      try container.encode(Unreadable(), forKey: .unreadable)
      try container.encode(Erased(value: "erased"), forKey: .erased)
    }

    /// The first is a level, the next one an instance of a subclass, and so on.
    static func chain(_ length: Int) -> Level {
      var level: Level?
      for number in (0..<length).reversed() {
        level = number % 2 == 0 ? Level(number, level) : Special(number, level)
      }
      return level ?? Level(0, nil)
    }
    var levels: [Level] {
      var levels = [self]
      while let next = levels[levels.count - 1].next { levels.append(next) }
      return levels
    }
  }

  final class Special: Level {}

  @Test func theMeaningOfCodingDoesNotDependOnDepth() throws {
    let levels = try Graph.copy(Level.chain(3_000)).levels
    #expect(levels.map(\.number) == Array(0..<3_000))
    #expect(levels.allSatisfy { $0.text == "erased true" && $0 is Special == ($0.number % 2 == 1) })
  }

  /// A value that is decoded from a number, and notes the thread.
  struct Noted: Decodable {
    var thread = Thread.current
    init(from decoder: any Decoder) throws {}
  }

  /// A chain of lists, with ten nodes in each kind of container at its end.
  private func comb(_ length: Int) -> GraphFuzzTests.Node {
    func node() -> GraphFuzzTests.Node { GraphFuzzTests.Node(0, slot: 0) }
    let last = node()
    for number in 0..<10 {
      last.list.append(node())
      last.members.insert(node())
      last.named[number] = node()
      last.targets[node()] = node()
    }
    return (0..<length).reduce(last) { next, _ in
      let root = node()
      root.list = [next]
      return root
    }
  }

  @Test func theElementsOfAContainerMayLieOnOtherThreads() throws {
    // How many levels fit on the calling thread depends on the size of the frames.
    for length in 30...55 {
      var node = try Graph.copy(comb(length))
      while node.list.count == 1 { node = node.list[0] }
      let nodes = node.list + node.members + node.named.values + node.targets.flatMap { [$0, $1] }
      #expect(Set(nodes.map { ObjectIdentifier($0) }).count == 50)
    }
  }

  @Test func whatLiesNearTheRootIsCodedOnTheCallingThread() throws {
    let thread = Thread.current
    // A measure that is wrong where a frame happens to lie is wrong for some of many small graphs.
    for _ in 0..<500 {
      let levels = try Graph.copy(Level.chain(5)).levels
      try #require(hasLargeFrames || levels[1...].allSatisfy { $0.thread === thread })
    }
    let levels = try Graph.copy(Level.chain(2_500)).levels
    #expect(hasLargeFrames || levels[1..<5].allSatisfy { $0.thread === thread })
    #expect(levels[101...].allSatisfy { $0.thread !== thread })
    #expect(Set(levels.map { ObjectIdentifier($0.thread) }).count < 10)
    let chains = try Graph.copy((0..<30).map { _ in Level.chain(60) }).map(\.levels)
    #expect(
      hasLargeFrames || chains.allSatisfy { $0[0].thread === thread && $0[1].thread === thread })
    // Many conversions are not deep.
    let conversions = try Graph.copy((0..<300).map { Change<Int, Noted>($0) })
    #expect(hasLargeFrames || conversions.allSatisfy { $0.new?.thread === thread })
  }
}
