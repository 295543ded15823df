import Foundation
import Testing

@testable import ObjectGraph

/// A copy retains neither its source nor its result, and copies leave no memory behind.
struct MemoryTests {
  typealias Node = CycleTests.Folder

  private static func tree() -> Node {
    Node("root", (0..<20).map { Node(String(repeating: "child number \($0)", count: 100)) })
  }

  struct Inner: Codable { var node: Node }

  final class Refusing: Codable {
    var node: Node
    init(_ node: Node) { self.node = node }
    init(from decoder: any Decoder) throws {
      node = try decoder.container(keyedBy: CodingKeys.self).decode(Node.self, forKey: .node)
      throw CancellationError()
    }
  }

  @Test func neitherSourceNorCopyIsKeptNorWhatAConversionOpenedOrACopyThatFailed() throws {
    weak var copy: Node?
    func isKept(_ body: (Node) throws -> Void) throws -> Bool {
      weak var source: Node?
      try {
        let original = Self.tree()
        source = original.children[3]
        try body(original)
      }()
      return source != nil
    }
    let kept = [
      try isKept { original in
        let made = try Graph.copy(original)
        copy = made.children[3]
        #expect(try Graph.isEqual(original, made))
        #expect(try Graph.fingerprint(of: original) == Graph.fingerprint(of: made))
        withExtendedLifetime(made) { #expect(copy != nil) }
      },
      try isKept { original in
        let change = Change<Transparent<Inner>, Inner>(Transparent(Inner(node: original)))
        let made = try Graph.copy([change])[0].new
        #expect(made?.node.name == "root")
      },
      try isKept { original in
        #expect(throws: CancellationError.self) { try Graph.copy([Refusing(original)]) }
      },
    ]
    #expect(kept + [copy != nil] == [false, false, false, false])
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
    let (ring, other, refusing) = (Ring(), Ring(), Ring())
    defer { (ring.next, other.next) = (nil, nil) }
    for _ in 0..<100 { try Graph.verifyCopy(of: ring) }
    #expect(Ring.count == 3)
    // The copy of the first is whole, with its cycle, when that of the third fails.
    refusing.next = nil
    refusing.refuses = true
    other.next = refusing
    for _ in 0..<100 {
      #expect(throws: CancellationError.self) { try Graph.copy([ring, other]) }
      #expect(throws: CancellationError.self) { try Graph.verifyCopy(of: [ring, other]) }
      _ = try Graph.differences(from: ring, to: other)
      _ = try Graph.fingerprint(of: ring)
    }
    #expect(Ring.count == 3)
  }

  /// Notes how many keys the layout of its type has.
  struct Keyed: Encodable {
    nonisolated(unsafe) static var counts: [Int] = []
    var number: Int16
    func encode(to encoder: any Encoder) throws {
      var rows = encoder.container(keyedBy: StandardTypesTests.WideKey.self)
      try rows.encode(1, forKey: .number(number))
      var names = encoder.container(keyedBy: Name.self)
      try names.encode(1, forKey: Name("name \(number)"))
      guard let record = encoder as? Record else { return }
      Self.counts.append(record.tape.pointee.layout.pointee.entries.count)
    }
  }

  @Test func overwrittenValuesAreReleased() throws {
    weak var listed: Node?
    weak var single: Node?
    let overwriting = Written { encoder in
      let (first, second) = (Self.tree(), Self.tree())
      (listed, single) = (first, second)
      try encoder.encode([first], as: .value)
      try encoder.encode(second, as: .value)
      try encoder.encode(7, as: .value)
    }
    _ = try Graph.copy([overwriting, overwriting])
    #expect([listed, single].compactMap(\.self).isEmpty)
  }

  @Test func keysThatAreMadeFromDataAreNotKept() throws {
    for number in 0..<10 as Range<Int16> {
      _ = try Graph.fingerprint(of: [Keyed(number: number)])
    }
    #expect(Keyed.counts == Array(repeating: 2, count: 10))
  }

  /// 8 KB in one value, which no block of a record has room for.
  struct Huge: Codable, Equatable {
    typealias Row = SIMD64<Int64>
    typealias Rows = (Row, Row, Row, Row)
    static var ones: Rows { (.one, .one, .one, .one) }
    var flag = true
    var rows: (Rows, Rows, Rows, Rows) = (Self.ones, Self.ones, Self.ones, Self.ones)
    var last = Row.one
    init(_ number: Int64) { last = Row(repeating: number) }
    init(from decoder: any Decoder) throws {
      try self.init(decoder.singleValueContainer().decode(Int64.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(last[63])
    }
    static func == (a: Huge, b: Huge) -> Bool { a.last == b.last && a.flag == b.flag }
  }

  struct HugeOnes: Codable, Equatable {
    var flag = true
    var first = Huge(1)
    var byte: UInt8 = 9
    var second = Huge(2)
    var note: String? = "note"
    var third: Huge? = Huge(3)
  }

  @Test func largeValuesHaveRoomAndEachValueIsAligned() throws {
    let values = (0..<20).map { _ in HugeOnes() }
    #expect(try Graph.copy(values) == values)
    #expect(try Graph.isEqual(values, values))
    let session = GraphSession()
    let record = session.takeRecord()
    record.begin(.unkeyed)
    func store<Value: Encodable>(_ value: Value) {
      let index = unsafe record.tape.pointee.storage.count
      record.store(value, at: index, plan: session.typePlan(for: Value.self))
      let address = unsafe UInt(bitPattern: record.tape.pointee.storage.slots[index].value)
      #expect(address % UInt(MemoryLayout<Value>.alignment) == 0, "\(Value.self)")
    }
    for round in 0..<200 {
      for _ in 0..<(round % 5) { store(UInt8(7)) }
      store(SIMD16<Float>(repeating: 1))
      store(round % 3 == 0)
      store(7.5)
      if round % 7 == 0 { store(Huge(1)) }
      store(SIMD4<Int32>(repeating: 1))
      store("text")
    }
    session.close()
  }

  #if os(Linux)
    @Test func theThreadsOfDeepCopiesEnd() async {
      await #expect(processExitsWith: .success) {
        func threads() throws -> Int {
          let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
          let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
          return try #require(
            line.flatMap { Int($0.dropFirst(8).trimmingCharacters(in: .whitespaces)) })
        }
        let root = DepthTests.Node.chain(1_500)
        let before = try threads()
        for _ in 0..<20 { _ = try Graph.copy(root) }
        // A thread that was asked to end needs some time.
        for _ in 0..<600 where try threads() > before + 4 { usleep(100_000) }
        let after = try threads()
        precondition(after <= before + 4, "\(before) threads became \(after)")
      }
    }

    /// The address sanitizer keeps freed memory for a while, so memory grows under it.
    private static var keepsFreedMemory: Bool { dlsym(nil, "__asan_init") != nil }
    @Test(.enabled(if: !keepsFreedMemory))
    func thousandsOfCopiesLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        func residentPages() throws -> Int {
          let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        }
        func expectFlat(_ name: String, _ body: () throws -> Void) throws {
          try body()
          let before = try residentPages()
          for _ in 0..<4 { try body() }
          let growth = try residentPages() - before
          precondition(growth < 512, "\(name) grew by \(growth) pages")
        }
        let values = (0..<40).map { _ in HugeOnes() }
        try expectFlat("copies") { for _ in 0..<100 { _ = try Graph.copy(MemoryTests.tree()) } }
        try expectFlat("blocks") { for _ in 0..<20 { _ = try Graph.copy(values) } }
        // Below the depth at which another thread goes on.
        let chains = (0..<20).map { _ in DepthTests.Node.chain(50) }
        try expectFlat("records") { for _ in 0..<10 { _ = try Graph.copy(chains) } }
        try expectFlat("buffers") {
          for _ in 0..<20 {
            var buffer = GrowingBuffer<Int>(minimumCapacity: 1)
            for number in 0..<20_000 { buffer.append(number) }
          }
        }
      }
    }
  #endif

  struct Seen { weak var session: GraphSession? }

  @Test func aPoolKeepsFourSessionsAndReleasesThem() throws {
    var pool: SessionPool? = SessionPool()
    var seen: [Seen] = []
    func nest(_ depth: Int) throws {
      try pool?.withSession { session in
        seen.append(Seen(session: session))
        _ = try session.copy(Self.tree(), userInfo: [:])
        if depth > 1 { try nest(depth - 1) }
      }
    }
    try nest(6)
    #expect(seen.count { $0.session != nil } == 4)
    try nest(1)
    #expect(seen.count { $0.session != nil } == 5, "a session was not used again")
    pool = nil
    #expect(seen.allSatisfy { $0.session == nil })
  }

  @Test func copiesOnManyThreadsDoNotDisturbEachOther() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try (0..<50).reduce(0) { count, _ in
            let root = Self.tree()
            let copy = try Graph.copy(root)
            return count + copy.children.count { $0.parent === copy }
          }
        }
      }
      for try await count in group { #expect(count == 50 * 20) }
    }
  }
}
