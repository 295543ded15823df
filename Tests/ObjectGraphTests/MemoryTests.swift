import Foundation
import ObjectGraph
import Testing

/// A copy retains neither its source nor its result, and copies leave no memory behind.
struct MemoryTests {
  final class Node: Codable {
    var name: String
    var children: [Node] = []
    @BackReference var parent: Node?
    init(_ name: String) { self.name = name }
  }

  private static func tree() -> Node {
    let root = Node("root")
    for index in 0..<20 {
      let child = Node("child number \(index)")
      child.parent = root
      root.children.append(child)
    }
    return root
  }

  @Test func neitherSourceNorCopyIsKept() throws {
    weak var source: Node?
    weak var copy: Node?
    try {
      let original = Self.tree()
      let made = try Graph.copy(original)
      source = original.children[3]
      copy = made.children[3]
      withExtendedLifetime(made) { #expect(copy != nil) }
    }()
    #expect(source == nil)
    #expect(copy == nil)
  }

  @Test func aFailedCopyKeepsNothing() throws {
    final class Refusing: Codable {
      var node: Node
      init(_ node: Node) { self.node = node }
      init(from decoder: any Decoder) throws {
        node = try decoder.container(keyedBy: CodingKeys.self).decode(Node.self, forKey: .node)
        throw CancellationError()
      }
    }
    weak var source: Node?
    do {
      let original = Refusing(Self.tree())
      source = original.node
      #expect(throws: CancellationError.self) { try Graph.copy([original]) }
    }
    #expect(source == nil)
  }

  final class Ring: Codable {
    nonisolated(unsafe) static var count = 0
    @StrongBackReference var next: Ring?
    var refuses = false
    enum CodingKeys: CodingKey { case next, refuses }
    init() {
      Self.count += 1
      next = self
    }
    init(from decoder: any Decoder) throws {
      Self.count += 1
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _next = try container.decode(StrongBackReference<Ring>.self, forKey: .next)
      refuses = try container.decode(Bool.self, forKey: .refuses)
      if refuses { throw CancellationError() }
    }
    deinit { Self.count -= 1 }
  }

  @Test func cyclesThatTheLibraryMakesAreReleased() throws {
    let ring = Ring()
    let other = Ring()
    defer { (ring.next, other.next) = (nil, nil) }
    for _ in 0..<100 { try Graph.verifyCopy(of: ring) }
    #expect(Ring.count == 2)
    // The first of the copies is whole, with its cycle, when the second fails.
    other.refuses = true
    other.next = ring
    ring.next = other
    for _ in 0..<100 {
      #expect(throws: CancellationError.self) { try Graph.copy([ring]) }
      #expect(throws: CancellationError.self) { try Graph.verifyCopy(of: [ring]) }
    }
    #expect(Ring.count == 2)
    ring.next = ring
    for _ in 0..<100 {
      #expect(throws: CancellationError.self) { try Graph.copy([ring, other]) }
      _ = try Graph.differences(from: ring, to: ring)
      _ = try Graph.fingerprint(of: ring)
    }
    #expect(Ring.count == 2)
    other.next = nil
  }

  #if os(Linux)
    /// The address sanitizer keeps freed memory for a while, so memory grows under it.
    private static var keepsFreedMemory: Bool { dlsym(nil, "__asan_init") != nil }

    @Test(.enabled(if: !keepsFreedMemory))
    func thousandsOfCopiesLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        func residentPages() throws -> Int {
          let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        }
        let root = MemoryTests.tree()
        func copies(_ count: Int) throws {
          for _ in 0..<count { _ = try Graph.copy(root) }
        }
        try copies(500)
        let before = try residentPages()
        try copies(2_000)
        let growth = try residentPages() - before
        precondition(growth < 512, "grew by \(growth) pages")
      }
    }
  #endif

  @Test func copiesOnManyThreadsDoNotDisturbEachOther() async throws {
    let copier = GraphCopier<Node>()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<50 {
            let root = Self.tree()
            let copy = try copier.copy(root)
            let other = try Graph.copy(root)
            count += copy.children.count + other.children.filter { $0.parent === other }.count
          }
          return count
        }
      }
      for try await count in group { #expect(count == 50 * 40) }
    }
  }
}
