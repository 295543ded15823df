import ObjectGraph
import Testing

/// A growing buffer keeps its elements in order, and releases each of them once.
struct GrowingBufferTests {
  private final class Census {
    var living = 0
  }

  private final class Member {
    let number: Int
    private let census: Census
    init(_ number: Int, _ census: Census) {
      self.number = number
      self.census = census
      census.living += 1
    }
    deinit { census.living -= 1 }
  }

  private func buffer(of count: Int, _ census: Census) -> GrowingBuffer<Member> {
    var buffer = GrowingBuffer<Member>(minimumCapacity: 2)
    for number in 0..<count { buffer.append(Member(number, census)) }
    return buffer
  }

  @Test func elementsKeepTheirOrderWhileItGrowsAndItShrinksWhenItIsEmptied() {
    let census = Census()
    var buffer = buffer(of: 100, census)
    #expect((0..<buffer.count).map { buffer[$0].number } == Array(0..<100))
    #expect(buffer.elements[99].number == 99)
    buffer.removeAll(shrinkingTo: 8, above: 200)
    #expect(buffer.capacity >= 100)
    buffer.removeAll(shrinkingTo: 8, above: 16)
    #expect("\(buffer.capacity) \(census.living)" == "8 0")
  }

  @Test func whatIsRemovedIsReleasedAndWhatWasHandedOverOrForgottenIsNotReleasedAgain() {
    let census = Census()
    var living: [Int] = []
    do {
      var buffer = buffer(of: 10, census)
      buffer.truncate(to: 3)
      living.append(census.living)
      buffer.append(Member(7, census))
      #expect(buffer[3].number == 7)
      buffer[0] = Member(8, census)
      living.append(census.living)
    }
    #expect("\(living) \(census.living)" == "[3, 4] 0")
    var four = buffer(of: 4, census)
    let last = four.popLast()
    four.truncate(to: 1)
    #expect("\(last?.number ?? -1) \(census.living)" == "3 2")
    four.removeAll(shrinkingTo: 2, above: 4)
    #expect("\(four.capacity) \(census.living)" == "4 1")
    let none = four.popLast()
    #expect(none == nil)
    four.removeAll(shrinkingTo: 0, above: 3)
    #expect(four.capacity == 0)
    let other = Census()
    var forgotten = buffer(of: 3, other)
    for index in 0..<3 { (forgotten.elements + index).deinitialize(count: 1) }
    forgotten.forgetAll()
    #expect("\(forgotten.count) \(other.living)" == "0 0")
  }

  @Test func aBoxKeepsItsValueAtOneAddress() {
    let census = Census()
    do {
      let box = PinnedBox(Member(1, census))
      box.pointer.pointee = Member(2, census)
      #expect("\(box.pointer.pointee.number) \(census.living)" == "2 1")
    }
    #expect(census.living == 0)
  }

  #if DEBUG
    @Test(arguments: 0..<4) func aDebugBuildChecksTheIndex(misuse: Int) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [misuse] in
        var buffer = GrowingBuffer(repeating: 1, count: 2)
        switch misuse {
        case 0: _ = buffer[2]
        case 1: buffer[2] = 1
        case 2: buffer.truncate(to: 3)
        default: buffer.appendWithoutGrowing(2)
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("GrowingBuffer.swift"), "\(text)")
    }
  #endif
}
