import ObjectGraph
import Testing

/// A type begins with a plan of two halves, and gets another one after some values of one graph.
@Suite struct ProvisionalPlanTests {
  private final class Leaf: Codable {
    var number: Int

    init(_ number: Int) { self.number = number }
  }

  private enum Kind: Codable, Equatable {
    case plain
    case numbered(Int, [String])
  }

  private final class Link: Codable {
    var leaf: Leaf
    var other: Leaf?
    var kind: Kind
    var next: Link?

    init(_ leaf: Leaf, _ other: Leaf?, _ kind: Kind, _ next: Link?) {
      self.leaf = leaf
      self.other = other
      self.kind = kind
      self.next = next
    }
  }

  private struct Chain: Codable {
    var before: [Leaf]
    var first: Link
    var after: [Leaf]
  }

  private func links(_ first: Link) -> [Link] {
    Array(sequence(first: first) { $0.next })
  }

  /// Each leaf is reached through a field, an optional and two lists.
  private func makeGraph(_ count: Int) -> Chain {
    let leaves = (0..<count).map { Leaf($0) }
    var first: Link?
    for (number, leaf) in leaves.enumerated().reversed() {
      let kind = number.isMultiple(of: 2) ? Kind.plain : .numbered(number, ["\(number)"])
      first = Link(leaf, leaves[(number * 7 + 1) % count], kind, first)
    }
    return Chain(before: [leaves[3]], first: first!, after: leaves)
  }

  @Test(arguments: [10, 63, 64, 65, 200])
  func theChangeOfPlansKeepsContentsAndSharing(_ count: Int) throws {
    let copier = GraphCopier<Link>()
    let graph = makeGraph(count)
    for _ in 0..<3 {
      let copies = links(try copier.copy(graph.first))
      #expect(copies.map(\.leaf.number) == Array(0..<count))
      #expect(copies.map(\.kind) == links(graph.first).map(\.kind))
      for (number, copy) in copies.enumerated() {
        #expect(copy.leaf !== graph.after[number])
        #expect(copy.other === copies[(number * 7 + 1) % count].leaf)
      }
    }
  }

  @Test(arguments: [10, 200])
  func aListAndAFieldShareTheirObjects(_ count: Int) throws {
    let copy = try Graph.copy(makeGraph(count))
    #expect(copy.before[0] === copy.after[3])
    for (link, leaf) in zip(links(copy.first), copy.after) { #expect(link.leaf === leaf) }
  }

  private final class Report: Encodable {
    var title = "title"
  }

  /// Decodes what it did not encode.
  private struct Holder: Codable {
    var report = Report()

    enum CodingKeys: CodingKey { case report }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      report.title = try container.decode([String: String].self, forKey: .report)["title"] ?? ""
    }
  }

  @Test func aClassThatIsOnlyEncodableIsReadAsWhatItEncodes() throws {
    let holder = Holder()
    holder.report.title = "other"
    for _ in 0..<100 {
      #expect(try Graph.copy(holder).report.title == "other")
    }
    #expect(try Graph.isEqual(holder, holder))
  }
}
