/// The objects of a graph in the order of arrival, and what each refers to.
///
/// The lists of references are linked, so that no object needs memory of its own. The objects stay
/// alive in the identity map of the session, whose positions are their numbers.
struct GraphSharing: ~Copyable {
  /// What an object or a member refers to, in its order: the first and the last reference, or -1.
  struct List {
    fileprivate var first = -1
    fileprivate var last = -1

    var isEmpty: Bool { first < 0 }
  }

  /// A member of a set, or an entry of a dictionary.
  struct Member {
    let digest: GraphFingerprint
    let list: List
  }

  // These types are not private, because the compiler fails to destroy them from another file then.

  enum Target {
    case object(Int)
    /// A weak back reference, which is compared by the place of its target.
    case weak(Int)
    /// A strong back reference, whose target is part of the graph.
    case strong(Int)
    case members(Int)
  }

  struct Reference {
    let target: Target
    var next = -1
  }

  struct Node {
    var digest: GraphFingerprint?
    var list = List()
  }

  private let session: GraphSession
  private var nodes = GrowingBuffer<Node>(minimumCapacity: 32)
  private var references = GrowingBuffer<Reference>(minimumCapacity: 32)
  /// The lists of the objects and members that are being digested, the innermost last.
  private var open = GrowingBuffer<List>(minimumCapacity: 16)
  private var weakTargets: [AnyObject?] = []
  private var strongTargets: [AnyObject] = []
  private var collections: [[Member]] = []
  private var hasSharedObject = false

  init(_ session: GraphSession) {
    self.session = session
    open.append(List())
  }

  enum Arrival {
    /// The number of an object that was not reached before, whose list begins.
    case new(Int)
    /// The digest of a known object; nil if it is being digested.
    case known(GraphFingerprint?)
  }

  /// Notes a reference to an object.
  @inline(__always)
  mutating func enter(_ object: AnyObject) -> Arrival {
    if case .entered(let number) = unsafe session.identities.pointee.enter(object) {
      refer(to: .object(number))
      nodes.append(Node())
      open.append(List())
      return .new(number)
    }
    return enterAgain(object)
  }

  private mutating func enterAgain(_ object: AnyObject) -> Arrival {
    guard let number = number(of: object) else { return .known(nil) }
    hasSharedObject = true
    refer(to: .object(number))
    return unsafe .known(nodes[number].digest)
  }

  /// Ends the list of an object.
  @inline(__always)
  mutating func end(_ number: Int, digest: GraphFingerprint) {
    unsafe nodes[number].digest = digest
    unsafe nodes[number].list = endList()
  }

  mutating func beginList() {
    open.append(List())
  }

  @inline(__always)
  mutating func endList() -> List {
    open.popLast() ?? List()
  }

  mutating func refer(weaklyTo target: AnyObject?) {
    refer(to: .weak(weakTargets.count))
    weakTargets.append(target)
  }

  mutating func refer(stronglyTo target: AnyObject) {
    refer(to: .strong(strongTargets.count))
    strongTargets.append(target)
    hasSharedObject = true
  }

  mutating func refer(to members: [Member]) {
    refer(to: .members(collections.count))
    collections.append(members)
  }

  @inline(__always)
  private mutating func refer(to target: Target) {
    let position = references.count
    references.append(Reference(target: target))
    let list = unsafe open.elements + (open.count - 1)
    if unsafe list.pointee.first < 0 {
      unsafe list.pointee.first = position
    } else {
      unsafe references[list.pointee.last].next = position
    }
    unsafe list.pointee.last = position
  }

  private func number(of object: AnyObject?) -> Int? {
    guard let object else { return nil }
    return unsafe session.identities.pointee.position(of: object)
  }

  /// Whether an object was reached twice, or a back reference leads into the graph.
  var isPresent: Bool {
    if hasSharedObject { return true }
    for target in weakTargets where number(of: target) != nil { return true }
    return false
  }

  /// The digests of all objects, in no order.
  var sumOfDigests: DigestSum {
    var sum = DigestSum()
    for node in 0..<nodes.count {
      if let digest = unsafe nodes[node].digest { sum.add(digest) }
    }
    return sum
  }

  // MARK: Digesting

  /// Digests which of the places in the graph lead to the same objects.
  func feed(_ builder: inout DigestBuilder) {
    // In the order in which this traversal reaches them.
    var numbers = GrowingBuffer<UInt64>(repeating: .max, count: nodes.count)
    var count: UInt64 = 0
    var backReferences: [AnyObject?] = []
    var rest = GrowingBuffer<Int>(minimumCapacity: 32)
    unsafe rest.append(open[0].first)
    while let position = rest.popLast() {
      guard position >= 0 else { continue }
      unsafe rest.append(references[position].next)
      switch unsafe references[position].target {
      case .object(let node):
        if unsafe numbers[node] != .max {
          builder.add(1)
          unsafe builder.add(numbers[node])
        } else {
          builder.add(2)
          unsafe numbers[node] = count
          count += 1
          unsafe rest.append(nodes[node].list.first)
        }
      case .weak(let target):
        builder.add(3)
        backReferences.append(weakTargets[target])
      case .strong(let target):
        guard let node = number(of: strongTargets[target]) else { continue }
        builder.add(4)
        if unsafe numbers[node] != .max {
          unsafe builder.add(numbers[node])
        } else {
          if let digest = unsafe nodes[node].digest { builder.add(digest) }
          unsafe numbers[node] = count
          count += 1
          unsafe rest.append(nodes[node].list.first)
        }
      case .members(let position):
        for member in Self.distinct(collections[position]).reversed() {
          rest.append(member.list.first)
        }
      }
    }
    for target in backReferences {
      guard let node = number(of: target) else {
        builder.add(5)
        continue
      }
      builder.add(6)
      if unsafe numbers[node] != .max {
        unsafe builder.add(numbers[node])
      } else if let digest = unsafe nodes[node].digest {
        builder.add(digest)
      }
    }
  }

  /// The members with digests of their own, in the order of these.
  private static func distinct(_ members: [Member]) -> [Member] {
    let sorted = members.sorted { one, other in
      (one.digest.high, one.digest.low) < (other.digest.high, other.digest.low)
    }
    return sorted.indices.filter { index in
      (index == 0 || sorted[index - 1].digest != sorted[index].digest)
        && (index == sorted.count - 1 || sorted[index + 1].digest != sorted[index].digest)
    }.map { sorted[$0] }
  }
}
