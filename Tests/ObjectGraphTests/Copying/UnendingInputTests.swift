import Testing

@testable import ObjectGraph

/// No input ends the process: what cannot be copied is an error.
struct UnendingInputTests {
  final class Endless: Codable {
    var next: Endless?
    init() {}
    init(from decoder: any Decoder) throws {
      next = try? decoder.decode(Endless.self, as: .value)
      next = try? decoder.decode(Endless.self, as: .other)
    }
    func encode(to encoder: any Encoder) throws {
      try encoder.encode(Endless(), as: .value)
      try encoder.encode(Endless(), as: .other)
    }
  }

  /// A class that is decoded as another class, which refers to the first.
  final class Masked: Codable {
    var next: Masked?
    init() {}
    enum CodingKeys: CodingKey { case next }
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Mask.self, forKey: .next)
    }
  }

  final class Mask: Codable {
    var next: Mask?
  }

  @Test func aGraphWithoutAnEndIsAnErrorThatNamesTheDepth() throws {
    // A cycle through a conversion has none either.
    let masked = Masked()
    masked.next = masked
    defer { masked.next = nil }
    for root: any Codable in [Endless(), masked] {
      let session = GraphSession()
      defer {
        session.forgetGraph()
        session.close()
      }
      #expect(session.stack.pointee.deepestLevel == 250_000)
      session.stack.pointee.deepestLevel = 5_000
      let context = try #require(refusal { _ = try session.copy(root, userInfo: [:]) })
      #expect(
        "\(context.debugDescription) \(context.codingPath.count)"
          == "The graph is deeper than 5000 levels. 100")
    }
  }

  class PlainBase: Encodable {
    var number = 1
    var next: PlainBase?
    init() {}
  }

  final class PlainSub: PlainBase, Decodable {
    override init() { super.init() }
    init(from decoder: any Decoder) throws {
      super.init()
      let container = try decoder.container(keyedBy: Keys.self)
      number = try container.decode(Int.self, forKey: .number)
      next = try container.decodeIfPresent(PlainSub.self, forKey: .next)
    }
    enum Keys: CodingKey { case number, next }
  }

  struct AsBase: Codable {
    var one: PlainSub
    var two: PlainSub
    init(_ one: PlainSub, _ two: PlainSub) { (self.one, self.two) = (one, two) }
    init(from decoder: any Decoder) throws {
      one = try decoder.decode(PlainSub.self, as: .value)
      two = try decoder.decode(PlainSub.self, as: .other)
    }
    func encode(to encoder: any Encoder) throws {
      try encoder.encode(one as PlainBase, as: .value)
      try encoder.encode(two, as: .other)
    }
  }

  @Test func aClassThatIsEncodedAsItsSuperclassKeepsItsIdentityAndItsCyclesAreErrors() throws {
    let sub = PlainSub()
    sub.number = 3
    sub.next = PlainSub()
    let copy = try Graph.copy([AsBase(sub, sub)])[0]
    #expect([copy.one === copy.two, copy.one === sub] == [true, false])
    #expect(copy.one.number == 3)
    #expect(copy.one.next is PlainSub)
    sub.next?.next = sub
    defer { sub.next = nil }
    #expect(throws: EncodingError.self) { try Graph.copy([AsBase(sub, PlainSub())]) }
  }

  final class Mirrored: EncodingItself, Decodable {
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if !container.decodeNil() { _ = try? decoder.unkeyedContainer() }
    }
  }

  @Test func anObjectThatEncodesItselfAsItselfIsAnError() throws {
    #expect(throws: EncodingError.self) { try Graph.copy([Mirrored()]) }
  }

  @Test func aConversionIsALevelUntilItEnds() throws {
    let session = GraphSession()
    defer {
      session.forgetGraph()
      session.close()
    }
    let stack = session.stack
    func state() -> [Int] { [stack.pointee.isExceeded ? 1 : 0, stack.pointee.limits.levels] }
    #expect(state() == [0, CopyStack.levelsOfCaller])
    #expect(try session.copy(DepthTests.Written(depth: 50), userInfo: [:]).depth == 50)
    #expect(stack.pointee.conversionCount == 0)
    stack.pointee.deepestLevel = 1_000
    #expect(refusal { try session.copy(DepthTests.Written(depth: 5_000), userInfo: [:]) } != nil)
    // The next copy begins on the thread of its caller.
    #expect(state() == [1, -1])
    stack.pointee.begin()
    #expect(state() == [0, CopyStack.levelsOfCaller])
    session.close()
    let floor = stack.pointee.limits.floor
    #expect(floor == 0)
  }
}
