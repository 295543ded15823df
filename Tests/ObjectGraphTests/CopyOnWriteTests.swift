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
      refuses = try container.decode(Bool.self, forKey: .refuses)
      if refuses {
        throw DecodingError.dataCorruptedError(
          forKey: .refuses, in: container, debugDescription: "refused")
      }
    }
  }

  @Test func aMutationWhileHeldOnceIsInPlace() throws {
    var value = CopyOnWrite(Counter())
    let before = value.read { ObjectIdentifier($0) }
    try value.mutate { $0.count += 1 }
    let isUniquelyReferenced = value.isUniquelyReferenced
    #expect(isUniquelyReferenced)
    #expect(value.read { ObjectIdentifier($0) } == before)
    #expect(value.read { $0.count } == 1)
  }

  @Test func aMutationWhileSharedLeavesTheOtherAlone() throws {
    var value = CopyOnWrite(Counter())
    let other = value
    try value.mutate { $0.count = 5 }
    try value.mutate { $0.count += 1 }
    #expect(other.read { $0.count } == 0)
    #expect(value.read { $0.count } == 6)
  }

  @Test func oneCopyIsMadeForManyMutations() throws {
    var value = CopyOnWrite(Counter())
    let other = value
    try value.mutate { $0.count = 1 }
    let copy = value.read { ObjectIdentifier($0) }
    try value.mutate { $0.count = 2 }
    #expect(value.read { ObjectIdentifier($0) } == copy)
    #expect(other.read { ObjectIdentifier($0) } != copy)
  }

  @Test func aCopyThatThrowsLeavesTheValueUntouched() throws {
    var value = CopyOnWrite(Counter())
    try value.mutate { $0.refuses = true }
    let other = value
    #expect(throws: DecodingError.self) { try value.mutate { $0.count = 7 } }
    #expect(value.read { $0.count } == 0)
    #expect(value == other)
  }

  @Test func equalityIsIdentityFirstAndContentsThen() throws {
    let value = CopyOnWrite(Counter())
    var other = value
    #expect(value == other)
    try other.mutate { $0.count = 1 }
    #expect(value != other)
    try other.mutate { $0.count = 0 }
    #expect(value == other)
  }

  @Test func aSnapshotIsIndependent() throws {
    let value = CopyOnWrite(Counter())
    try value.snapshot().count = 9
    #expect(value.read { $0.count } == 0)
  }

  /// No type has the module's name, which would hide the module.
  @Test func typesCanBeQualifiedByTheModule() throws {
    let value: ObjectGraph.CopyOnWrite<Counter> = ObjectGraph.CopyOnWrite(Counter())
    #expect(try ObjectGraph.Graph.isEqual(value.snapshot(), Counter()))
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
