import ObjectGraph
import StoreContract
import Testing

/// Random graphs with sets, class keys, hooks and both back references, against the pairing of their
/// nodes that is found by trying all.
struct GraphFuzzTests {
  /// Distinguished by identity; two nodes often look alike.
  class Node: Codable, Hashable {
    var number: Int
    /// The number that decides its place in a set; it is compared as contents.
    let slot: Int
    var members: Set<Node> = []
    var counts: [Node: Int] = [:]
    var targets: [Node: Node] = [:]
    var list: [Node] = []
    var named: [Int: Node] = [:]
    var hook: Hook?
    @BackReference var weak: Node?
    @StrongBackReference var strong: Node?
    init(_ number: Int, slot: Int) { (self.number, self.slot) = (number, slot) }
    static func == (a: Node, b: Node) -> Bool { a === b }
    func hash(into hasher: inout Hasher) {
      hasher.combine(TestSeed.current)
      hasher.combine(slot)
    }

    var children: [Node?] {
      Array(members) + counts.keys + targets.keys + targets.values + list + named.values
        + [strong, hook?.node, hook?.strong] + (hook.map { Array($0.members) } ?? [])
    }

    var traits: [AnyHashable] { [number, slot, ObjectIdentifier(type(of: self))] }

    /// The content of the node, by the partners of the nodes; a weak back reference may lead to none.
    func contents(_ partners: [Node: Node]) -> [AnyHashable?] {
      func partner(_ node: Node?) -> Node? { node.flatMap { partners[$0] } }
      func keys<Value>(_ entries: [Node: Value]) -> [Node?: Value] {
        Dictionary(uniqueKeysWithValues: entries.map { (partner($0), $1) })
      }
      return [
        Set(members.map(partner)), keys(counts), keys(targets).mapValues(partner),
        list.map(partner), named.mapValues(partner), partner(weak), partner(strong), hook?.number,
        partner(hook?.node), hook.map { Set($0.members.map(partner)) }, partner(hook?.weak),
        partner(hook?.strong),
      ]
    }

    /// Breaks the cycles.
    func empty() {
      (members, counts, targets, list, named) = ([], [:], [:], [], [:])
      (strong, hook) = (nil, nil)
    }
  }

  final class Special: Node {}

  /// Copies itself.
  final class Hook: GraphCopyable {
    var number: Int
    var node: Node?
    var members: Set<Node>
    @BackReference var weak: Node?
    @StrongBackReference var strong: Node?
    init(_ number: Int, _ node: Node?, _ members: Set<Node>) {
      (self.number, self.node, self.members) = (number, node, members)
    }
    init(copying source: Hook, with children: borrowing ChildCopier) throws {
      number = source.number
      node = try children.copy(source.node, named: "node")
      members = try children.copy(source.members, named: "members")
      $weak = try children.copy(source.$weak, named: "weak")
      $strong = try children.copy(source.$strong, named: "strong")
    }
  }

  typealias Root = UnorderedTests.Pair<Node, Node>

  /// A graph without cycles but by back references: each node refers to earlier ones.
  private func graph(_ random: inout SeededGenerator) -> (root: Root, nodes: [Node]) {
    var nodes: [Node] = []
    for _ in 0..<Int.random(in: 1...7, using: &random) {
      let number = Int.random(in: 0...1, using: &random)
      let slot = Int.random(in: 0...2, using: &random)
      let isSpecial = Int.random(in: 0...5, using: &random) == 0
      let node = isSpecial ? Special(number, slot: slot) : Node(number, slot: slot)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        guard let target = nodes.randomElement(using: &random) else { break }
        switch Int.random(in: 0...6, using: &random) {
        case 0, 1: node.members.insert(target)
        case 2: node.counts[target] = Int.random(in: 0...1, using: &random)
        case 3: node.targets[target] = nodes.randomElement(using: &random)
        case 4: node.named[node.named.count] = target
        case 5: node.hook = Hook(number, nodes.randomElement(using: &random), [target])
        default: node.list.append(target)
        }
      }
      nodes.append(node)
    }
    for node in nodes {
      if Bool.random(using: &random) { node.weak = nodes.randomElement(using: &random) }
      if Int.random(in: 0...2, using: &random) == 0 {
        node.strong = nodes.randomElement(using: &random)
      }
      guard let hook = node.hook else { continue }
      if Bool.random(using: &random) { hook.weak = nodes.randomElement(using: &random) }
      if Bool.random(using: &random) { hook.strong = nodes.randomElement(using: &random) }
    }
    let list = nodes.filter { _ in Int.random(in: 0...4, using: &random) == 0 }
    return (Root(members: Set(nodes), listed: list), nodes)
  }

  /// Changes the graph in one place, or replaces an object by another that looks alike.
  private func mutate(_ root: inout Root, _ nodes: [Node], _ random: inout SeededGenerator) {
    guard let node = nodes.randomElement(using: &random),
      let other = nodes.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0...13, using: &random) {
    case 0: node.number = 1 - node.number
    case 1: node.weak = other
    case 2: node.strong = other
    case 3: node.strong = nil
    case 4: root.listed = root.listed.reversed()
    case 5: root.listed.append(Node(0, slot: 0))
    case 6: root.members.insert(Node(1, slot: 1))
    case 7: (node.weak, other.weak) = (other.weak, node.weak)
    case 8: if let key = node.counts.keys.first { node.counts[key] = 2 }
    case 9: node.hook?.weak = other
    case 10: node.hook?.strong = other
    case 11: if let key = node.targets.keys.first { node.targets[key] = other }
    case 12: if let key = node.named.keys.first { node.named[key] = other }
    default: (node.number, other.number) = (other.number, node.number)
    }
  }

  /// The nodes within reach.
  private func nodes(of root: Root) -> Set<Node> {
    var (found, open) = (Set<Node>(), Array(root.members) + root.listed)
    while let node = open.popLast() {
      if found.insert(node).inserted { open += node.children.compactMap(\.self) }
    }
    return found
  }

  /// The first pairing of the nodes of two graphs, of all there are, that makes one into the other.
  private func pairing(_ old: Root, _ new: Root) -> [Node: Node]? {
    let (olds, news) = (nodes(of: old), nodes(of: new))
    let itself = Dictionary(uniqueKeysWithValues: news.map { ($0, $0) })
    func search(_ rest: ArraySlice<Node>, _ pairs: [Node: Node]) -> [Node: Node]? {
      guard let node = rest.first else {
        let isEqual =
          Set(old.members.map { pairs[$0] }) == Set(new.members)
          && old.listed.map { pairs[$0] } == new.listed
          && pairs.allSatisfy { $0.contents(pairs) == $1.contents(itself) }
        return isEqual ? pairs : nil
      }
      for partner in news where node.traits == partner.traits && !pairs.values.contains(partner) {
        let pairs = pairs.merging([node: partner]) { $1 }
        if let found = search(rest.dropFirst(), pairs) { return found }
      }
      return nil
    }
    return olds.count == news.count ? search(Array(olds)[...], [:]) : nil
  }

  @Test func randomGraphsAreCopiedVerifiedAndCompared() async throws {
    var random = SeededGenerator("graph fuzz")
    let rounds = TestVolume.count(60, soak: 1_000)
    var (equal, different, alike) = (0, 0, 0)
    for round in 0..<rounds {
      // Tests that wait for a turn share the threads with this one.
      await Task.yield()
      let (root, nodes) = graph(&random)
      var copy = try Graph.copy(root)
      let place: Comment = "seed \(random.seed), round \(round)"
      let partners = try #require(pairing(root, copy), place)
      let copies = nodes.compactMap { partners[$0] }
      #expect(copies.count == nodes.count, place)
      #expect(zip(nodes, copies).allSatisfy { $0 !== $1 }, place)
      try Graph.verifyCopy(of: root)
      #expect(try Graph.differences(from: root, to: copy) == [], place)
      let fingerprint = try Graph.fingerprint(of: root)
      #expect(try Graph.fingerprint(of: copy) == fingerprint, place)
      for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&copy, copies, &random) }
      if (try? Graph.copy(copy)) == nil {  // It closed a cycle, which is refused or a difference.
        #expect((try? Graph.isEqual(root, copy)) != true, place)
        continue
      }
      let isEqual = pairing(root, copy) != nil
      #expect(try Graph.isEqual(root, copy) == isEqual, place)
      #expect(try Graph.isEqual(copy, root) == isEqual, place)
      #expect(try Graph.differences(from: root, to: copy).isEmpty == isEqual, place)
      let looksEqual = try Graph.fingerprint(of: copy) == fingerprint
      #expect(looksEqual || !isEqual, place)
      if looksEqual, !isEqual { alike += 1 }
      if isEqual { equal += 1 } else { different += 1 }
      for node in nodes + copies { node.empty() }
    }
    // Rounds that are all equal, or all different, compare little.
    #expect(equal > rounds / 20 && different > rounds / 20)
    #expect(alike <= 1 + rounds / 500)  // A fingerprint may confuse few of them.
  }
}
