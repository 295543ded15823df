import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@testable import struct ReduxBridgeTesting.SimplerActions

/// How often a counterexample is as small as can be, where ids make removals depend on each other.
@Suite struct SmallestListTests {
  @Test func actionsThatCanBeChangedShrinkToTheMinimum() throws {
    let missed = try missed(ShelfFault.tested, wrap: { $0 }, unwrap: { $0 })
    #expect(missed.count <= max(2, ShelfFault.tested.count / 8), "\(missed)")
  }

  /// An action that is not `Codable`: only other actions of the generator can stand in its place.
  private struct Fixed: Sendable {
    let action: ShelfAction
  }

  @Test func actionsThatCannotBeChangedShrinkToTheMinimumAsWell() throws {
    let missed = try missed(ShelfFault.tested, wrap: Fixed.init, unwrap: \.action)
    #expect(missed.count <= max(2, ShelfFault.tested.count / 4), "\(missed)")
  }

  /// The faults whose counterexample is larger than the smallest list.
  private func missed<Action: Sendable>(
    _ faults: [ShelfFault], wrap: (ShelfAction) -> Action,
    unwrap: @escaping @Sendable (Action) -> ShelfAction
  ) throws -> [String] {
    var generator: any RandomNumberGenerator = SeededGenerator("SmallestListTests")
    return try faults.compactMap { fault in
      let options = ParityOptions<Action>(actionType: { actionTypeName(of: unwrap($0)) })
      let check = ParityCheck(fault.slice(unwrap), parity: options) { Shelf() }
      var found: Counterexample<Action, ShelfValue>?
      // Few ids find what needs particular ones, many find what needs many books.
      for ids in Array(repeating: [1...30, 1...4], count: 1_000).joined() where found == nil {
        found = try check.explore(lists: 1, length: 600, using: &generator) {
          wrap(ShelfAction.random(ids: ids, using: &$0))
        }
      }
      let smallest = try #require(found, "\(fault.name)")
      #expect(smallest.actions.count >= fault.smallest, "\(fault.name): \(smallest)")
      #expect(smallest.isReproducible)
      return smallest.actions.count == fault.smallest
        ? nil : "\(fault.name): \(smallest.actions.count) against \(fault.smallest)"
    }
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

  @Test func aChangeOfTheSourceTextLeavesNamesAndStrings() {
    typealias Simpler = SimplerActions<ShelfAction>
    let text = #".move2(id: 12, to: "12", at: 3)"#
    #expect(Simpler.applying(.lowering(from: 4), to: text) == #".move2(id: 11, to: "12", at: 3)"#)
    #expect(Simpler.applying(.number(3, 0), to: text) == #".move2(id: 12, to: "12", at: 0)"#)
    #expect(Simpler.applying(.string("12", ""), to: text) == #".move2(id: 12, to: "", at: 3)"#)
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
