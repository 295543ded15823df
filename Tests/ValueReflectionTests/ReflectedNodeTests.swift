import Testing
import ValueReflection

@Suite struct ReflectedNodeTests {
  class Base { let first = 1 }
  final class Derived: Base { let second = 2 }
  enum Choice {
    case none
    case one(Int.Type)
    case two(Int, name: String)
  }

  /// Each part as its way and its value.
  private func parts(_ value: Any) -> [String] {
    ReflectedNode(value).parts.map { part in
      let step =
        switch part.step {
        case .content: "content"
        case .element: "element"
        case .member: "member"
        case .key: "key"
        case .entry(let key): "entry of \(key)"
        case .payload(let name): "case \(name ?? "?")"
        case .field(let name, let owner): "\(owner).\(name ?? "?")"
        }
      return "\(part.position) \(step): \(part.value)"
    }
  }

  @Test func eachKindOfValueHasItsParts() {
    let found = [
      parts(Derived()), parts((1, name: "a")), parts([7, 8]), parts(Set([7])), parts(["a": 1]),
      parts(Optional(1) as Any), parts(Choice.none), parts(Choice.two(1, name: "a")), parts(7),
    ]
    #expect(
      found == [
        ["0 Base.first: 1", "1 Derived.second: 2"],
        ["0 (Int, name: String).?: 1", "1 (Int, name: String).name: a"],
        ["0 element: 7", "1 element: 8"], ["0 member: 7"], ["0 key: a", "1 entry of a: 1"],
        ["0 content: 1"], [], [#"0 case two: (1, name: "a")"#], [],
      ])
    // Reflection finds garbage in a payload that is a type.
    let payload = ReflectedNode(Choice.one(Int.self)).parts.first.map { ReflectedNode($0.value) }
    #expect(payload.map { $0.style == nil && $0.parts.isEmpty } == true)
  }
}
