import Foundation
import Testing
import ValueReflection

@Suite struct ReflectedComparisonTests {
  enum Screen: Equatable {
    case none
    case list(items: [Int], title: String)
    case detail(Window)
  }

  struct Window: Equatable {
    var brightness: Double
    var name: String?
  }

  struct App: Equatable {
    var windows = [Window(brightness: 0.1, name: "a"), Window(brightness: 0.2, name: nil)]
    var screen = Screen.none
    var counts = ["x": 1, "y": 2]
    var tags: Set<String> = ["red", "blue"]
  }

  private func lines<T>(_ old: T, _ new: T, limit: Int = 100) -> [String] {
    reflectedDifferences(from: old, to: new, limit: limit).map(\.description)
  }

  @Test func equalValuesHaveNoDifference() {
    #expect(lines(App(), App()) == [])
  }

  @Test func aFieldOfAnArrayElementIsNamedByItsPosition() {
    var new = App()
    new.windows[1].brightness = 0.75
    #expect(lines(App(), new) == ["windows.1.brightness: 0.2 -> 0.75"])
  }

  @Test func anOptionalThatGainsOrLosesItsValueSaysNil() {
    var new = App()
    new.windows[0].name = nil
    new.windows[1].name = "b"
    #expect(
      lines(App(), new) == [#"windows.0.name: "a" -> nil"#, #"windows.1.name: nil -> "b""#])
  }

  @Test func aChangedOptionalAddsNothingToThePath() {
    var new = App()
    new.windows[0].name = "z"
    #expect(lines(App(), new) == [#"windows.0.name: "a" -> "z""#])
  }

  @Test func elementsMissingOnOneSideAreListed() {
    #expect(lines([1, 2, 3], [1]) == ["1: 2 -> nil", "2: 3 -> nil"])
    #expect(lines([1], [1, 5]) == ["1: nil -> 5"])
  }

  @Test func dictionariesAreComparedByKey() {
    var new = App()
    new.counts = ["y": 3, "z": 4, "x": 1]
    #expect(lines(App(), new) == ["counts.y: 2 -> 3", "counts.z: nil -> 4"])
  }

  @Test func setsAreComparedByMember() {
    var new = App()
    new.tags = ["blue", "green"]
    #expect(
      lines(App(), new) == [#"tags.green: nil -> "green""#, #"tags.red: "red" -> nil"#])
  }

  @Test func anotherCaseIsADifferenceOfTheWholeEnum() {
    let found = reflectedDifferences(
      from: Screen.none, to: Screen.detail(Window(brightness: 1, name: nil)), limit: 10)
    #expect(found.map(\.path) == [""])
    #expect(found.first?.oldValue as? Screen == Screen.none)
  }

  @Test func payloadsOfTheSameCaseAreComparedByField() {
    #expect(
      lines(Screen.list(items: [1, 2], title: "a"), .list(items: [1, 3], title: "b")) == [
        "list.items.1: 2 -> 3", #"list.title: "a" -> "b""#,
      ])
    #expect(
      lines(
        Screen.detail(Window(brightness: 1, name: nil)),
        .detail(Window(brightness: 2, name: nil))) == ["detail.brightness: 1.0 -> 2.0"])
  }

  @Test func theLimitEndsTheSearch() {
    #expect(lines(Array(0..<50), Array(1...50), limit: 3).count == 3)
  }

  @Test func systemTypesAreComparedAsAWhole() {
    let old = Date(timeIntervalSince1970: 0)
    let found = reflectedDifferences(from: [old], to: [old + 1], limit: 10)
    #expect(found.map(\.path) == ["0"])
    #expect(found.first?.newValue as? Date == old + 1)
  }

  @Test func valuesThatOnlyTheirTypeCanTellApartAreReportedWhole() {
    struct Opaque: Equatable {
      let id: Int
      static func == (lhs: Opaque, rhs: Opaque) -> Bool { false }
    }
    #expect(reflectedDifferences(from: Opaque(id: 1), to: Opaque(id: 1), limit: 5).count == 1)
  }

  @Test func valuesWithoutEqualityAreComparedByTheirFields() {
    struct Plain {
      var a: Int
      var b: (Int, String)
    }
    #expect(
      lines(Plain(a: 1, b: (2, "x")), Plain(a: 1, b: (3, "x"))) == ["b.0: 2 -> 3"])
  }

  @Test func aCycleOfObjectsEnds() {
    final class Node {
      var value: Int
      var next: Node?
      init(_ value: Int) { self.value = value }
    }
    func ring(_ value: Int) -> Node {
      let (a, b) = (Node(1), Node(value))
      (a.next, b.next) = (b, a)
      return a
    }
    let (old, new) = (ring(2), ring(3))
    #expect(lines(old, new) == ["next.value: 2 -> 3"])
    old.next = nil
    new.next = nil
  }

  @Test func nothingIsDescribedUntilAskedFor() {
    struct Secret: Equatable, CustomDebugStringConvertible {
      var value: Int
      var debugDescription: String {
        Issue.record("described without an access")
        return "secret"
      }
    }
    let found = reflectedDifferences(from: [Secret(value: 1)], to: [], limit: 5)
    #expect(found.map(\.path) == ["0"])
    #expect((found.first?.oldValue as? Secret)?.value == 1)
  }
}
