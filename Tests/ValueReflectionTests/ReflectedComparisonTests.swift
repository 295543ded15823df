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

  /// An expected text for each kind of difference.
  @Test func eachDifferenceIsNamedByItsPath() {
    func changed(_ change: (inout App) -> Void) -> [String] {
      var new = App()
      change(&new)
      return lines(App(), new)
    }
    struct Plain {
      var a: Int
      var b: (Int, String)
    }
    let found = [
      changed { _ in },
      changed { $0.windows[1].brightness = 0.75 },
      changed { ($0.windows[0].name, $0.windows[1].name) = (nil, "b") },
      changed { $0.windows[0].name = "z" },
      changed { $0.counts = ["y": 3, "z": 4, "x": 1] },
      changed { $0.tags = ["blue", "green"] },
      lines([1, 2, 3], [1]),
      lines([1], [1, 5]),
      lines(Screen.list(items: [1, 2], title: "a"), .list(items: [1, 3], title: "b")),
      lines(
        Screen.detail(Window(brightness: 1, name: nil)),
        .detail(Window(brightness: 2, name: nil))),
      lines(Plain(a: 1, b: (2, "x")), Plain(a: 1, b: (3, "x"))),
      lines(Array(0..<50), Array(1...50), limit: 2),
    ]
    #expect(
      found == [
        [],
        ["windows.1.brightness: 0.2 -> 0.75"],
        [#"windows.0.name: "a" -> nil"#, #"windows.1.name: nil -> "b""#],
        [#"windows.0.name: "a" -> "z""#],
        ["counts.y: 2 -> 3", "counts.z: nil -> 4"],
        [#"tags.green: nil -> "green""#, #"tags.red: "red" -> nil"#],
        ["1: 2 -> nil", "2: 3 -> nil"],
        ["1: nil -> 5"],
        ["list.items.1: 2 -> 3", #"list.title: "a" -> "b""#],
        ["detail.brightness: 1.0 -> 2.0"],
        ["b.0: 2 -> 3"],
        ["0: 0 -> 1", "1: 1 -> 2"],
      ])
  }

  @Test func enumsOfAnotherCaseSystemTypesAndWhatOnlyItsTypeTellsApartAreReportedWhole() {
    struct Opaque: Equatable {
      let id: () -> Int
      static func == (lhs: Opaque, rhs: Opaque) -> Bool { lhs.id() == rhs.id() }
    }
    let date = Date(timeIntervalSince1970: 0)
    let found = [
      reflectedDifferences(
        from: Screen.none, to: Screen.detail(Window(brightness: 1, name: nil)), limit: 10),
      reflectedDifferences(from: [date], to: [date + 1], limit: 10),
      reflectedDifferences(from: Opaque { 1 }, to: Opaque { 2 }, limit: 5),
    ]
    #expect(found.map { $0.map(\.path) } == [[""], ["0"], [""]])
    #expect(found[0].first?.oldValue as? Screen == Screen.none)
    #expect(found[1].first?.newValue as? Date == date + 1)
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

  /// An object below a hidden value or in a key is also compared at its other places.
  @Test func anObjectDiffersAtEachKindOfPlace() {
    final class Box: Hashable {
      let id = 0
      var v: Int
      init(_ v: Int) { self.v = v }
      static func == (lhs: Box, rhs: Box) -> Bool { lhs.id == rhs.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct S { var password: Box, box: Box }
    struct Reversed { var box: Box, password: Box }
    struct Keyed { var boxes: [Box: Int], box: Box }
    func places<T>(_ value: (Box) -> T) -> [String] {
      reflectedDifferences(
        from: value(Box(1)), to: value(Box(2)), by: .exact, naming: { _, _ in "key" },
        hiding: { SecretNames.usual.replacement(for: $1, at: $0) }
      ).map(\.place)
    }
    #expect(places { S(password: $0, box: $0) } == ["password", "box.v"])
    #expect(places { Reversed(box: $0, password: $0) } == ["box.v", "password"])
    #expect(places { Keyed(boxes: [$0: 1], box: $0) } == ["boxes.key", "box.v"])
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
