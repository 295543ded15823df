import ObjectGraph
import Testing

/// A graph of objects behaves as a value, and is copied only when it must be.
struct CopyOnWriteTests {
  final class Counter: Codable {
    var count = 0
    var refuses = false
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count)
      if try container.decode(Bool.self, forKey: .refuses) { throw CancellationError() }
    }
  }

  @Test func aMutationIsInPlaceUnlessTheObjectIsShared() throws {
    var value = CopyOnWrite(Counter())
    let before = value.read { ObjectIdentifier($0) }
    try value.mutate { $0.count += 1 }
    #expect(value.read { ObjectIdentifier($0) } == before)
    let other = value
    var isEqual = [value == other]
    try value.mutate { $0.count = 5 }
    try value.mutate { $0.count += 1 }
    #expect([other, value].map { $0.read { $0.count } } == [1, 6])
    isEqual.append(value == other)
    try value.mutate { $0.count = 1 }
    #expect(isEqual + [value == other] == [true, false, true])
  }

  @Test func aCopyThatThrowsLeavesTheValueUntouched() throws {
    var value = CopyOnWrite(Counter())
    try value.mutate { $0.refuses = true }
    let other = value
    #expect(throws: CancellationError.self) { try value.mutate { $0.count = 7 } }
    #expect(value.read { $0.count } == 0)
    #expect(value == other)
  }

  @MainActor @Test func aRootThatIsAssignedOnTheMainActorIsKept() throws {
    var value = CopyOnWrite(Counter())
    let other = value
    try value.mutateOnMainActor { $0.count = 1 }
    let identity = value.readOnMainActor { ObjectIdentifier($0) }
    try value.mutateOnMainActor { $0.count = 2 }
    #expect(value.readOnMainActor { ObjectIdentifier($0) } == identity)
    #expect([other, value].map { $0.readOnMainActor { $0.count } } == [0, 2])
    try value.mutateOnMainActor { $0 = Counter() }
    #expect(value.readOnMainActor { $0.count } == 0)
  }

  @Test func valuesCrossTasks() async throws {
    var value = CopyOnWrite(Counter())
    for round in 1...50 {
      let sent = value
      async let sum = Task.detached {
        var own = sent
        try own.mutate { $0.count += 100 }
        return own.read { $0.count }
      }.value
      try value.mutate { $0.count += 1 }
      #expect(try await sum == round - 1 + 100)
    }
    #expect(value.read { $0.count } == 50)
  }
}

/// A value that is copied by value is shared with the copy, and is not encoded.
struct CopiedByValueTests {
  struct Marked: Codable, CopiedByValue, Equatable {
    var number: Int
    init(_ number: Int) { self.number = number }
    func encode(to encoder: any Encoder) throws {
      Issue.record("a marked value was encoded")
    }
    init(from decoder: any Decoder) throws {
      Issue.record("a marked value was decoded")
      number = -1
    }
  }

  struct Holder: Codable, Equatable {
    var one = Marked(1)
    var maybe: Marked? = Marked(2)
    var array = [Marked(3), Marked(4)]
    var nested = [[Marked(5)], []]
    var dictionary = ["x": Marked(6)]
    var optionals = [Marked(7), nil]
  }

  /// An immutable class, which may be shared.
  final class Constant: Codable, CopiedByValue {}

  /// The types of the standard library are marked.
  @Test func markedValuesAreSharedAndNeverEncoded() throws {
    #expect(try Graph.copy([Holder()]) == [Holder()])
    #expect(try Graph.copy(Marked(8)) == Marked(8))
    func isShared<Element: Codable>(_ array: [Element]) throws -> Bool {
      let copy = try Graph.copy(["x": array])["x"] ?? []
      return array.withUnsafeBufferPointer(\.baseAddress)
        == copy.withUnsafeBufferPointer(\.baseAddress)
    }
    let texts = (0..<100).map { "a string that is long enough for the heap \($0)" }
    #expect(try [isShared((0..<1_000).map(Marked.init)), isShared(texts)] == [true, true])
    let constant = Constant()
    #expect(try Graph.copy([constant, constant]).allSatisfy { $0 === constant })
  }
}
