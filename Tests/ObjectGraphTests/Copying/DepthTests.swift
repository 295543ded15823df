import Foundation
import Testing

@testable import ObjectGraph

/// A graph may be deeper than the stack.
struct DepthTests {
  final class Node: Codable {
    var value: Int
    var next: Node?
    init(_ value: Int, _ next: Node?) { (self.value, self.next) = (value, next) }

    static func chain(_ length: Int) -> Node {
      var node = Node(length - 1, nil)
      for value in (0..<(length - 1)).reversed() { node = Node(value, node) }
      return node
    }
    var values: [Int] {
      var values: [Int] = []
      var node: Node? = self
      while let current = node {
        values.append(current.value)
        node = current.next
      }
      return values
    }
  }

  /// A chain that passes through a struct, an array, a dictionary and an enum at each step.
  final class Knot: Codable {
    struct Link: Codable {
      var end: End
    }
    indirect enum End: Codable {
      case none
      case some([String: [Knot]])
    }
    var link: Link
    @BackReference var previous: Knot?
    init(_ next: Knot?) {
      link = Link(end: next.map { .some(["next": [$0]]) } ?? .none)
      next?.previous = self
    }
    var next: Knot? {
      guard case .some(let knots) = link.end else { return nil }
      return knots["next"]?.first
    }
  }

  /// Its conformance is isolated, so no other thread may code it.
  @MainActor
  final class MainNode: Codable {
    var next: MainNode?
    init(_ next: MainNode?) { self.next = next }

    static func chain(_ length: Int) -> MainNode {
      (1..<length).reduce(MainNode(nil)) { node, _ in MainNode(node) }
    }
    var length: Int { sequence(first: self, next: \.next).reduce(0) { count, _ in count + 1 } }
  }

  @MainActor @Test(arguments: [40, 60, 130, 5_000] + (hasLargeFrames ? [] : [127]))
  func anIsolatedChainIsCopiedOnItsActorOrTooDeep(_ length: Int) throws {
    let chain = MainNode.chain(length)
    if length < 128 {
      #expect(try Graph.copy(chain).length == length)
      // Its values in a container are isolated, too.
      #expect(try Graph.copy([MainNode.chain(length - 1)]).map(\.length) == [length - 1])
    } else {
      let context = refusal { try Graph.copy(chain) }
      #expect(context?.debugDescription.contains("deeper than 128 levels") == true)
      // The session is as good as new, for graphs of both kinds.
      #expect(try Graph.copy(MainNode.chain(60)).length == 60)
      #expect(try Graph.copy(Node.chain(2_000)).values.count == 2_000)
    }
  }

  /// Decodes itself in a frame of 32 KB.
  final class LargeNode: Codable {
    var next: LargeNode?
    enum CodingKeys: CodingKey { case next }
    init(_ next: LargeNode?) { self.next = next }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      next = try withUnsafeTemporaryAllocation(byteCount: 32_768, alignment: 16) { _ in
        try container.decodeIfPresent(LargeNode.self, forKey: .next)
      }
    }

    static func chain(_ length: Int) -> LargeNode {
      (1..<length).reduce(LargeNode(nil)) { node, _ in LargeNode(node) }
    }

    var length: Int { sequence(first: self, next: \.next).reduce(0) { count, _ in count + 1 } }
  }

  /// Its conformance is isolated, as that of ``MainNode``.
  @MainActor final class LargeRoot: Codable {
    var node: LargeNode
    init(_ node: LargeNode) { self.node = node }
  }

  /// The address sanitizer keeps variables elsewhere, so that a copy counts levels alone, and what it counts
  /// is no measure of what these frames take.
  private static var keepsVariablesOnStack: Bool { dlsym(nil, "__asan_init") == nil }

  @MainActor @Test(.enabled(if: keepsVariablesOnStack))
  func aChainWithLargeFramesIsCopiedUnlessItIsIsolatedAndNeedsTooMuchOfTheStack() throws {
    let length = try onThread(withStackOf: smallStack) {
      try Graph.copy(LargeNode.chain(1_200)).length
    }
    #expect(length == 1_200)
    #expect(try Graph.copy(LargeRoot(.chain(9))).node.next != nil)
    #expect(throws: EncodingError.self) { try Graph.copy(LargeRoot(.chain(18))) }
  }

  @Test func aLongRingOfStrongBackReferencesIsCopied() throws {
    let stations = (0..<20_000).map { CycleTests.Station("\($0)") }
    for (index, station) in stations.enumerated() {
      station.next = stations[(index + 1) % stations.count]
    }
    nonisolated(unsafe) let first = stations[0]
    let copy = try onThread(withStackOf: smallStack) { try Graph.copy(first) }
    var copies = [copy]
    while let next = copies[copies.count - 1].next, next !== copy { copies.append(next) }
    #expect(copies.count == 20_000)
    // Taken apart link by link: a long chain that is released at its head takes the stack with it.
    for station in stations + copies { station.next = nil }
  }

  @Test func aDeepCycleIsAnError() throws {
    let chain = Node.chain(5_000)
    var last = chain
    while let next = last.next { last = next }
    last.next = chain
    defer { last.next = nil }
    let context = refusal { try Graph.copy(chain) }
    #expect(context?.codingPath.count == 5_000)
  }

  /// The stack of a secondary thread on Apple platforms.
  private let smallStack = 512

  @Test func manyLevelsOfContainersAreCopiedOnASmallThread() throws {
    var knots: [Knot] = [Knot(nil)]
    for _ in 1..<4_000 { knots.append(Knot(knots[knots.count - 1])) }
    nonisolated(unsafe) let root = knots[knots.count - 1]
    var copies = [try onThread(withStackOf: smallStack) { try Graph.copy(root) }]
    while let next = copies[copies.count - 1].next { copies.append(next) }
    #expect(copies.count == 4_000)
    #expect(zip(copies, copies.dropFirst()).allSatisfy { $0 === $1.previous })
    // Taken apart link by link, since the release of such a chain recurses.
    for knot in knots + copies { knot.link = Knot.Link(end: .none) }
  }

  /// A list without objects.
  indirect enum List: Codable {
    case end
    case link(List)
  }

  /// A list that is encoded as one type and decoded as another at each level.
  struct Written: Codable {
    var depth: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if depth > 0 { try container.encode(Written(depth: depth - 1)) }
    }
    init(depth: Int) { self.depth = depth }
    init(from decoder: any Decoder) throws {
      depth = try Read(from: decoder).depth
    }
  }

  struct Read: Decodable {
    var depth = 0
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      if !container.isAtEnd { depth = try container.decode(Read.self).depth + 1 }
    }
  }

  @Test func deepObjectsValuesAndConversionsAreCopiedOnASmallThread() throws {
    let values = try onThread(withStackOf: smallStack) { try Graph.copy(Node.chain(20_000)).values }
    #expect(values == Array(0..<20_000))
    let count = try onThread(withStackOf: smallStack) {
      var copy = try Graph.copy((0..<2_000).reduce(List.end) { list, _ in .link(list) })
      var count = 0
      while case .link(let next) = copy { (copy, count) = (next, count + 1) }
      return count
    }
    let copy = try onThread(withStackOf: smallStack) { try Graph.copy(Written(depth: 5_000)) }
    #expect((count, copy.depth) == (2_000, 5_000))
  }
}
