import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// How often a counterexample is as small as can be, where ids make removals depend on each other.
@Suite struct SmallestListTests {
  @Test func counterexamplesShrinkToTheMinimum() throws {
    var generator: any RandomNumberGenerator = SeededGenerator("SmallestListTests")
    let missed: [String] = try ShelfFault.tested.compactMap { fault in
      let check = ParityCheck(fault.slice { $0 }) { Shelf() }
      var found: Counterexample<ShelfAction, ShelfValue>?
      // Few ids find what needs particular ones, many find what needs many books.
      for ids in Array(repeating: [1...30, 1...4], count: 1_000).joined() where found == nil {
        found = try check.explore(lists: 1, length: 600, using: &generator) {
          ShelfAction.random(ids: ids, using: &$0)
        }
      }
      let smallest = try #require(found, "\(fault.name)")
      #expect(smallest.actions.count >= fault.smallest, "\(fault.name): \(smallest)")
      #expect(smallest.isReproducible)
      return smallest.actions.count == fault.smallest
        ? nil : "\(fault.name): \(smallest.actions.count) against \(fault.smallest)"
    }
    #expect(missed.count <= max(1, ShelfFault.tested.count / 6), "\(missed)")
  }

  // MARK: Payloads

  @Test func payloadsBecomeSmall() throws {
    let fault = ShelfFault("a long word on a late book", 4) { before, action, _ in
      if case .tag(let id, let tag) = action {
        id > 2 && before[id] != nil && tag.count > 4
      } else {
        false
      }
    }
    let check = ParityCheck(fault.slice { (action: ShelfAction) in action }) { Shelf() }
    let list =
      [ShelfAction.select(id: 1)] + Array(repeating: ShelfAction.add, count: 40) + [
        .tag(id: 37, with: "a very long word")
      ]
    let found = try #require(try check.counterexample(in: list))
    #expect(found.actions == [.add, .add, .add, .tag(id: 3, with: "a ver")], "\(found)")
  }

  /// An action that carries an object which knows its parent.
  private final class Branch: Codable, @unchecked Sendable {
    var parent: Branch?
    var children: [Branch] = []
  }

  @Test func anActionThatCarriesACycleShrinksByListOnly() throws {
    struct Grow: Codable, Sendable { var branch: Branch? }
    let (root, leaf) = (Branch(), Branch())
    root.children = [leaf]
    leaf.parent = root
    defer { leaf.parent = nil }
    let slice = StateSlice<Shelf, Grow, ShelfValue>(
      "shelf", projection: Projection(\Shelf.value),
      legacy: [{ shelf, action in if action.branch != nil { shelf.value.faults += 1 } }],
      reducer: Reducer { _, _ in })
    let check = ParityCheck(slice) { Shelf() }
    let found = try #require(
      try check.counterexample(in: [Grow(), Grow(branch: root), Grow(), Grow(branch: leaf)]))
    #expect(found.actions.count == 1)
    #expect(found.actions.first?.branch === root)
  }

  // MARK: What lies outside of the state

  /// An object that a block keeps beyond its state.
  private static let kept = Counter()

  @Test func aDifferenceThatASecondRunDoesNotShowSaysSo() throws {
    let slice = StateSlice<Shelf, ShelfAction, ShelfValue>(
      "shelf", projection: Projection(\Shelf.value),
      legacy: [
        { shelf, action in
          if action == .clear { Self.kept.increment() }
          // Only the first time in this process.
          if Self.kept.value == 1, action == .sort { shelf.value.faults += 1 }
        }
      ], reducer: Reducer { _, _ in })
    let check = ParityCheck(slice) { Shelf() }
    let found = try #require(try check.counterexample(in: [.add, .clear, .add, .sort]))
    #expect(!found.isReproducible)
    #expect(found.description.contains("not reproduced: a second run from a new state"))
    let source = found.testSource(slice: "shelf", initialState: "Shelf()")
    #expect(source.contains("  // Not reproduced: a second run from a new state"))
  }
}
