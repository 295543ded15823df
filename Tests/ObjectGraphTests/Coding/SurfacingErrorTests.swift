import ObjectGraph
import Testing

/// Children encode themselves while they are decoded; what that throws surfaces all the same.
struct SurfacingErrorTests {
  struct Refusal: Error, Equatable {}

  struct Refusing: Codable {
    var isRefusing: Bool
    func encode(to encoder: any Encoder) throws {
      if isRefusing { throw Refusal() }
      var container = encoder.singleValueContainer()
      try container.encode(isRefusing)
    }
    init(_ isRefusing: Bool) { self.isRefusing = isRefusing }
    init(from decoder: any Decoder) throws {
      isRefusing = try decoder.singleValueContainer().decode(Bool.self)
    }
  }

  /// Reads its child in each of the ways that swallow an error.
  struct Tolerant<Child: Codable>: Codable {
    enum Way: Codable, CaseIterable { case decode, ifPresent, decodeNil, other, single, throwing }
    var child: Child?
    var way: Way
    enum Keys: CodingKey { case child, way }
    struct NoChild: Error {}
    struct Other: Codable { var number: Int }
    init(_ child: Child, _ way: Way) {
      self.child = child
      self.way = way
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(way, forKey: .way)
      if let child { try container.encode(child, forKey: .child) }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      way = try container.decode(Way.self, forKey: .way)
      switch way {
      case .decode: child = try? container.decode(Child.self, forKey: .child)
      case .ifPresent: child = try? container.decodeIfPresent(Child.self, forKey: .child)
      case .decodeNil: _ = try? container.decodeNil(forKey: .child)
      case .other: _ = try? container.decode(Other.self, forKey: .child)
      case .single:
        _ = try? container.superDecoder(forKey: .child).singleValueContainer().decode(Child.self)
      case .throwing:
        child = try? container.decode(Child.self, forKey: .child)
        if child == nil { throw NoChild() }
      }
    }
  }

  @Test(arguments: Tolerant<Refusing>.Way.allCases)
  func anErrorOfAChildsEncodingSurfacesThroughEveryCatch(way: Tolerant<Refusing>.Way) throws {
    #expect(throws: Refusal()) { try Graph.copy([Tolerant(Refusing(true), way)]) }
    let copier = GraphCopier<[Tolerant<Refusing>]>()
    #expect(throws: Refusal()) { try copier.copy([Tolerant(Refusing(true), way)]) }
    if way == .decode { #expect(try copier.copy([Tolerant(Refusing(false), way)])[0].child != nil) }
  }

  final class Ring: Codable {
    var next: Ring?
    init() {}
    enum Keys: CodingKey { case next }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encodeIfPresent(next, forKey: .next)
    }
    init(from decoder: any Decoder) throws {
      next = try? decoder.container(keyedBy: Keys.self).decode(Ring.self, forKey: .next)
    }
  }

  @Test func aCycleSurfacesThroughACatch() throws {
    let ring = Ring()
    ring.next = Ring()
    ring.next?.next = ring
    defer { ring.next = nil }
    let error = #expect(throws: EncodingError.self) { try Graph.copy(ring) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["next", "next"])
  }

  @Test func equalCopiesOfMembersSurfaceThroughACatch() throws {
    #expect(throws: EncodingError.self) {
      try Graph.copy([Tolerant(Set([Merging(1), Merging(2)]), .decode)])
    }
  }

  /// Values that are all equal once they were decoded.
  struct Merging: Codable, Hashable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }
  }

  @Test func theCopyAfterAFailureIsNotAffected() throws {
    let copier = GraphCopier<[Ring]>()
    let ring = Ring()
    ring.next = ring
    #expect(throws: EncodingError.self) { try copier.copy([ring]) }
    ring.next = nil
    #expect(try copier.copy([ring]).count == 1)
  }
}
