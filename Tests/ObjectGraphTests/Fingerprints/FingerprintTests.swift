import Foundation
import StoreContract
import Testing

@testable import ObjectGraph

@Suite struct FingerprintTests {
  typealias Node = GraphFuzzTests.Node

  /// The sets and dictionaries of each graph are built twice, in other orders and capacities, so that
  /// they show their members in another order although the graphs are equal.
  @Test func theOrderOfMembersDoesNotCount() throws {
    var random = SeededGenerator("theOrderOfMembersDoesNotCount")
    for trial in 0..<TestVolume.count(80, soak: 2_500) {
      let shape = Shape(using: &random)
      let (one, other) = (shape.build(using: &random), shape.build(using: &random))
      defer { for node in one + other { node.empty() } }
      #expect(
        try Graph.fingerprint(of: one[0]) == Graph.fingerprint(of: other[0]), "trial \(trial)")
    }
  }

  /// Which references a graph has, so that it can be built again.
  struct Shape {
    enum Kind: CaseIterable {
      case element, name, member, target, key, weak, strong
    }
    private var count: Int
    private var references: [(kind: Kind, from: Int, to: Int)] = []
    private var labels: [Int]

    init(using random: inout SeededGenerator) {
      count = Int.random(in: 2...12, using: &random)
      labels = (0..<count).map { _ in Int.random(in: 0..<5, using: &random) }
      for from in 0..<count {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let kind = (Kind.allCases + [.member, .strong]).randomElement(using: &random) ?? .strong
          let isFree = kind == .weak || kind == .strong
          guard isFree || from < count - 1 else { continue }
          references.append(
            (kind, from, Int.random(in: (isFree ? 0 : from + 1)..<count, using: &random)))
        }
      }
    }

    /// Builds the nodes, the first of which is the root.
    func build(using random: inout SeededGenerator) -> [Node] {
      let nodes = labels.map { label in
        let node = Node(label, slot: label)
        let capacity = Int.random(in: 0..<40, using: &random)
        node.members = Set(minimumCapacity: capacity)
        node.targets = Dictionary(minimumCapacity: capacity)
        node.counts = Dictionary(minimumCapacity: capacity)
        return node
      }
      for (kind, from, to) in references {
        switch kind {
        case .element: nodes[from].list.append(nodes[to])
        case .weak: nodes[from].weak = nodes[to]
        case .strong: nodes[from].strong = nodes[to]
        default: break
        }
      }
      for (kind, from, to) in references.shuffled(using: &random) {
        switch kind {
        case .name: nodes[from].named[to] = nodes[to]
        case .member: nodes[from].members.insert(nodes[to])
        case .target: nodes[from].targets[nodes[to]] = nodes[to]
        case .key: nodes[from].counts[nodes[to]] = from
        default: break
        }
      }
      return nodes
    }
  }

  @Test func aSharedObjectIsNotTwoObjects() throws {
    func fingerprint(_ change: (Node, _ targets: [Node]) -> Void) throws -> GraphFingerprint {
      let (root, targets) = (Node(0, slot: 0), [1, 1, 2].map { Node($0, slot: 0) })
      change(root, targets)
      return try Graph.fingerprint(of: root)
    }
    #expect(
      try fingerprint { $0.list = [$1[0], $1[0]] } != fingerprint { $0.list = [$1[0], $1[1]] })
    // The third is the first, or the second.
    #expect(
      try fingerprint { $0.list = [$1[0], $1[1], $1[0]] }
        != fingerprint { $0.list = [$1[0], $1[1], $1[1]] })
    // One that keyed places share is numbered.
    #expect(
      try fingerprint { ($0.named, $0.targets, $0.list) = ([1: $1[0]], [$1[2]: $1[0]], [$1[0]]) }
        != fingerprint { ($0.named, $0.targets, $0.list) = ([1: $1[1]], [$1[2]: $1[0]], [$1[0]]) })
  }

  struct Values: Codable {
    var text: String? = "é"
    var numbers: Set<Int> = [1, 2, 3, 500, 70]
    var names: [String: Double] = ["x": 1, "y": .nan, "z": -0.0]
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var kind = Kind.sized(width: 3)
    var price = Decimal(string: "1.50") ?? 0
    var pages = [URL(string: "https://a.example/x")]
    var mixed: [Set<String>?] = [nil, ["a", "b"]]

    enum Kind: Codable { case plain, sized(width: Int) }
  }

  /// The expected digits were made by another process.
  @Test func aFingerprintIsTheSameInEveryProcess() throws {
    let expected = GraphFingerprint(high: 0x2ffe_9853_60e3_be47, low: 0x70eb_618b_51d9_9ac9)
    #expect(try Graph.fingerprint(of: Values()) == expected)
    let root = Node(7, slot: 0)
    let nodes = (1...3).map { Node($0, slot: 0) }
    root.members = Set(nodes)
    root.targets = [nodes[0]: nodes[1], Node(4, slot: 1): nodes[2]]
    let other = GraphFingerprint(high: 0x0b50_9d9d_93b0_b175, low: 0x32a1_ad47_bbfe_2806)
    #expect(try Graph.fingerprint(of: root) == other)
  }

  /// Whatever a comparison takes for equal has one fingerprint, and nothing else has it.
  @Test func fingerprintsDistinguishWhatAComparisonDoes() throws {
    #expect(try Graph.fingerprint(of: 1) != Graph.fingerprint(of: 1 as UInt8))
    try compareAll([true, false])
    try compareAll(["a", "b", "ä", "ö", "\u{430}"])
    try compareAll([1.5, 2.5, 0.0, -0.0])
    try compareAll([1 as UInt8, 2])
    try compareAll([1 as Float, 2])
    try compareAll([Data([1]), Data([2])])
    try compareAll([UUID(), UUID()])
    try compareAll([Decimal(1), Decimal(2)])
    try compareAll([Set([1]), [2], []])
    try compareAll([Int?.none, 0])
    try compareAll([[1], [], [1, 2], [2, 1]])
    try compareAll([["a": 1], ["a": 2], ["a": 1, "b": 0]])
    try compareAll([[0.0: 1], [-0.0: 1]])
    let bases = ["https://a.b/", "https://a.c/"].map { URL(string: $0) }
    let urls = bases.map { URL(string: "x", relativeTo: $0) } + [URL(string: "https://a.b/x"), nil]
    try compareAll(urls + [URL(string: "a"), URL(string: "b")])
    try compareAll([0, 1].map(Date.init(timeIntervalSinceReferenceDate:)))
    try compareAll([Values.Kind.plain, .sized(width: 3), .sized(width: 4)])
    let lists: [[Set<String>?]] = [
      [nil, ["a", "b"]], [nil, nil], [nil, ["a", "b"], nil], [nil, ["ab", ""]],
    ]
    try compareAll(lists)
  }

  struct Two: Codable { var a = 1, b = 1, c = 1 }

  @Test func fieldsCanBeLeftOut() throws {
    var later = Values()
    later.day += 10
    later.id = UUID()
    let excused: Set = ["day", "Values.id"]
    #expect(
      try Graph.fingerprint(of: later, leavingOut: excused)
        == Graph.fingerprint(of: Values(), leavingOut: excused))
    // The last field in the order of names, and all but the first.
    for others: Set in [["c"], ["b", "c"]] {
      let change = Two(a: 1, b: others.count, c: 2)
      let one = try Graph.fingerprint(of: [Two()], leavingOut: others)
      #expect(try Graph.fingerprint(of: [change], leavingOut: others) == one)
    }
    #expect(
      try Graph.fingerprint(of: later, leavingOut: ["day", "Other.id"])
        != Graph.fingerprint(of: Values(), leavingOut: ["day", "Other.id"]))
  }

  @Test func fingerprintsIgnoreWhatAComparisonDoes() throws {
    // One text in two normal forms, and texts that only look alike.
    try compare("caf\u{e9}", "cafe\u{301}", isSame: true)
    try compare(["caf\u{e9}": 1], ["cafe\u{301}": 1], isSame: true)
    try compare(Set(["caf\u{e9}"]), Set(["cafe\u{301}"]), isSame: true)
    // NaN with other payloads.
    try compare(Double.nan, Double(nan: 7, signaling: false), isSame: true)
    try compare(Float.nan, -Float(nan: 7, signaling: false), isSame: true)
    let times = [Double.nan, -.nan].map(Date.init(timeIntervalSinceReferenceDate:))
    try compare(times[0], times[1], isSame: true)
    try compare(Set([Double.nan]), Set([-Double.nan]), isSame: true)
    try compare(Set([Float.nan]), Set([-Float.nan]), isSame: true)
    try compare(Set([times[0]]), Set([times[1]]), isSame: true)
    try compare(
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: -0.0),
      isSame: true)
    try compare(Decimal(string: "1.50"), Decimal(string: "1.5"), isSame: true)
  }

  /// A nil that is encoded is a value that is missing, but for an optional of an optional, or an object.
  @Test func nilIsAMissingValue() throws {
    func holder(_ content: (any Encodable)?, encodesNil: Bool = false) -> Written {
      Written { encoder in
        var container = encoder.container(keyedBy: Name.self)
        if encodesNil { try container.encodeNil(forKey: Name("content")) }
        if let content { try container.encode(content, forKey: Name("content")) }
        try container.encode(1, forKey: Name("number"))
      }
    }
    let nothing = Written { try Int?.none.encode(to: $0) }
    for (one, isMissing) in [
      (holder(nil, encodesNil: true), true), (holder(nothing), true),
      (holder(EncodingShapeTests.Token()), false),
    ] {
      try compare(one, holder(nil), isSame: isMissing)
      try compare(holder(nil), one, isSame: isMissing)
    }
  }

  final class Ring: Codable {
    var name: String
    @StrongBackReference var next: Ring?
    @BackReference var far: Ring?
    init(_ name: String) { self.name = name }
  }

  /// A digest of a ring of strong references.
  private func fingerprint(ofRing count: Int, _ change: ([Ring]) -> Void) throws -> GraphFingerprint
  {
    let rings = (0..<count).map { _ in Ring("a") }
    for index in rings.indices { rings[index].next = rings[(index + 1) % count] }
    defer { for ring in rings { ring.next = nil } }
    change(rings)
    return try Graph.fingerprint(of: rings[0])
  }

  @Test func contentsAndFarReferencesInACycleCount() throws {
    let plain = try fingerprint(ofRing: 3) { _ in }
    let others = [
      try fingerprint(ofRing: 3) { _ in }, try fingerprint(ofRing: 3) { $0[2].name = "b" },
      try fingerprint(ofRing: 4) { _ in },
    ]
    #expect(others.map { $0 == plain } == [true, false, false])
    // Farther apart than the rounds of refinement reach.
    let far = try (2_000...2_001).map { target in
      try fingerprint(ofRing: 3_000) { $0[1_000].far = $0[target] }
    }
    #expect(far[0] != far[1])
  }
}
