import ObjectGraph
import StoreContract
import Testing

/// The copy of a random graph has its structure and its sharing, and shares no object with it.
struct RandomGraphTests {
  class Node: Codable {
    var number: Int
    var text: String
    var nodes: [Node] = []
    var optional: Node?
    var named: [String: Node] = [:]
    var nested: [[Node?]] = []
    var box: Box?
    @BackReference var back: Node?
    @StrongBackReference var strong: Node?

    init(_ number: Int) {
      self.number = number
      text = "node \(number)"
    }
  }

  final class Special: Node {
    var extra: [Int] = []

    override init(_ number: Int) {
      extra = Array(0..<(number % 5))
      super.init(number)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      extra = try container.decode([Int].self, forKey: .extra)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(extra, forKey: .extra)
    }

    enum Keys: CodingKey { case extra }
  }

  enum Choice: Codable {
    case none
    case one(Node)
    case two(Node, label: Node?)
  }

  struct Box: Codable {
    var choice: Choice
    var inner: [Choice]
  }

  /// A graph whose only cycles are back references: each node refers to earlier nodes.
  private func graph(size: Int, _ random: inout SeededGenerator) -> [Node] {
    var nodes: [Node] = []
    for number in 0..<size {
      let node = Bool.random(using: &random) ? Node(number) : Special(number)
      func pick() -> Node? { nodes.randomElement(using: &random) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        guard let target = pick() else { break }
        switch Int.random(in: 0...5, using: &random) {
        case 0: node.nodes.append(target)
        case 1: node.optional = target
        case 2: node.named["k\(node.named.count)"] = target
        case 3: node.nested.append([nil, target, pick()])
        case 4: node.box = Box(choice: .two(target, label: pick()), inner: [.none, .one(target)])
        default: node.nodes += [target, target]
        }
      }
      nodes.append(node)
    }
    for node in nodes where Int.random(in: 0...3, using: &random) == 0 {
      node.back = nodes.randomElement(using: &random)
      node.strong = nodes.randomElement(using: &random)
    }
    return nodes.shuffled(using: &random)
  }

  /// The children of a node in a fixed order.
  private func children(_ node: Node) -> [Node?] {
    func inside(_ choice: Choice) -> [Node?] {
      switch choice {
      case .none: []
      case .one(let one): [one]
      case .two(let one, let two): [one, two]
      }
    }
    var children: [Node?] = node.nodes + [node.optional, node.back, node.strong]
    children += node.named.keys.sorted().map { node.named[$0] }
    children += node.nested.flatMap { $0 }
    if let box = node.box { children += inside(box.choice) + box.inner.flatMap(inside) }
    return children
  }

  /// The values of every node, and the nodes it refers to, numbered in the order of first arrival.
  private func census(_ roots: [Node]) -> (lines: [String], objects: Set<ObjectIdentifier>) {
    var order: [ObjectIdentifier: Int] = [:]
    var queue: [Node] = []
    func index(_ node: Node) -> Int {
      if let known = order[ObjectIdentifier(node)] { return known }
      order[ObjectIdentifier(node)] = queue.count
      queue.append(node)
      return queue.count - 1
    }
    var lines = [roots.map { "\(index($0))" }.joined(separator: " ")]
    var next = 0
    while next < queue.count {
      let node = queue[next]
      let extra = (node as? Special)?.extra ?? []
      let links = children(node).map { $0.map { "\(index($0))" } ?? "-" }
      lines.append("\(type(of: node)) \(node.number) \(node.text) \(extra) \(links)")
      next += 1
    }
    return (lines, Set(order.keys))
  }

  private func breakCycles(_ nodes: [Node]) {
    for node in nodes { node.strong = nil }
  }

  @Test func randomGraphsSurviveExactly() throws {
    var random = SeededGenerator("random graphs")
    let copier = GraphCopier<[Node]>()
    for round in 0..<150 {
      let nodes = graph(size: Int.random(in: 1...60, using: &random), &random)
      let copy = try round % 2 == 0 ? Graph.copy(nodes) : copier.copy(nodes)
      let old = census(nodes)
      let new = census(copy)
      #expect(old.lines == new.lines, "seed \(random.seed), round \(round)")
      #expect(old.objects.isDisjoint(with: new.objects), "seed \(random.seed), round \(round)")
      #expect(try Graph.isEqual(nodes, copy), "seed \(random.seed), round \(round)")
      copy.randomElement(using: &random)?.number += 1
      #expect(try !Graph.isEqual(nodes, copy), "seed \(random.seed), round \(round)")
      breakCycles(nodes)
      breakCycles(copy)
    }
  }
}
