import Foundation
import ObjectGraph
import StoreContract
import Testing

/// Random graphs with sets, class keys, hooks and both back references, against an oracle that tries
/// every pairing of their objects.
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

  /// Tries every pairing of two graphs, one after the other.
  private struct Oracle {
    enum Work {
      case nodes(Node, Node)
      case hooks(Hook, Hook)
      case members([Node], [Node])
      case entries([(Node, Node?, Int)], [(Node, Node?, Int)])
    }

    var partners: [ObjectIdentifier: AnyObject] = [:]
    var originals: [ObjectIdentifier: AnyObject] = [:]
    var weak: [(old: Node?, new: Node?)] = []
    var work: [Work] = []

    /// The partners of the old objects, or nil if the graphs differ.
    static func partners(_ old: Root, _ new: Root) -> [ObjectIdentifier: AnyObject]? {
      guard old.listed.count == new.listed.count else { return nil }
      var oracle = Oracle()
      oracle.work = [.members(Array(old.members), Array(new.members))]
      oracle.work += zip(old.listed, new.listed).map { .nodes($0, $1) }
      return oracle.solution()
    }

    func solution() -> [ObjectIdentifier: AnyObject]? {
      var oracle = self
      guard let next = oracle.work.popLast() else { return hasEqualReferences ? partners : nil }
      switch next {
      case .nodes(let old, let new):
        guard let isNew = oracle.pair(old, new) else { return nil }
        if isNew {
          guard type(of: old) == type(of: new), oracle.addContents(old, new) else { return nil }
        }
        return oracle.solution()
      case .hooks(let old, let new):
        guard let isNew = oracle.pair(old, new) else { return nil }
        if isNew {
          guard old.number == new.number, oracle.add(old.node, new.node),
            oracle.add(old.strong, new.strong)
          else { return nil }
          oracle.weak.append((old.weak, new.weak))
          oracle.work.append(.members(Array(old.members), Array(new.members)))
        }
        return oracle.solution()
      case .members(var old, let new):
        guard old.count == new.count else { return nil }
        guard let first = old.popLast() else { return oracle.solution() }
        for index in new.indices {
          var rest = new
          let partner = rest.remove(at: index)
          var branch = oracle
          branch.work += [.members(old, rest), .nodes(first, partner)]
          if let solution = branch.solution() { return solution }
        }
        return nil
      case .entries(var old, let new):
        guard old.count == new.count else { return nil }
        guard let (key, value, count) = old.popLast() else { return oracle.solution() }
        for index in new.indices {
          var rest = new
          let partner = rest.remove(at: index)
          var branch = oracle
          branch.work += [.entries(old, rest), .nodes(key, partner.0)]
          guard count == partner.2, branch.add(value, partner.1) else { continue }
          if let solution = branch.solution() { return solution }
        }
        return nil
      }
    }

    /// Whether the pair is new, or nil if one of both has another partner.
    private mutating func pair(_ old: AnyObject, _ new: AnyObject) -> Bool? {
      if let known = partners[ObjectIdentifier(old)] { return known === new ? false : nil }
      guard originals[ObjectIdentifier(new)] == nil else { return nil }
      partners[ObjectIdentifier(old)] = new
      originals[ObjectIdentifier(new)] = old
      return true
    }

    private mutating func add(_ old: Node?, _ new: Node?) -> Bool {
      if let old, let new { work.append(.nodes(old, new)) }
      return (old == nil) == (new == nil)
    }

    private mutating func addContents(_ old: Node, _ new: Node) -> Bool {
      guard old.number == new.number, old.slot == new.slot, old.list.count == new.list.count,
        old.named.keys == new.named.keys, (old.hook == nil) == (new.hook == nil)
      else { return false }
      weak.append((old.weak, new.weak))
      guard add(old.strong, new.strong) else { return false }
      for (old, new) in zip(old.list, new.list) { work.append(.nodes(old, new)) }
      for (key, value) in old.named where !add(value, new.named[key]) { return false }
      if let old = old.hook, let new = new.hook { work.append(.hooks(old, new)) }
      work.append(.members(Array(old.members), Array(new.members)))
      work.append(.entries(old.counts.map { ($0, nil, $1) }, new.counts.map { ($0, nil, $1) }))
      work.append(.entries(old.targets.map { ($0, $1, 0) }, new.targets.map { ($0, $1, 0) }))
      return true
    }

    /// Whether the weak back references lead to partners, or out of both graphs.
    private var hasEqualReferences: Bool {
      weak.allSatisfy { old, new in
        let target = old.flatMap { partners[ObjectIdentifier($0)] }
        let inside = new.flatMap { originals[ObjectIdentifier($0)] == nil ? nil : $0 }
        return target === inside
      }
    }
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
      let partners = try #require(Oracle.partners(root, copy), place)
      let copies = nodes.compactMap { partners[ObjectIdentifier($0)] as? Node }
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
      let isEqual = Oracle.partners(root, copy) != nil
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
