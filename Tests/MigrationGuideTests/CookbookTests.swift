import CookbookBefore
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import Testing
import ValueRedux

/// An app in ReduxObjC's form, with actions of an identifier and a payload, as it was and after its migration.
@Suite(.serialized) @MainActor struct CookbookTests {
  typealias Before = CookbookBefore.CookStore

  nonisolated static func sample() -> sending CookState {
    let state = CookState()
    state.book.add(["title": "bread", "degrees": 220, "steps": ["knead", "bake"]])
    state.book.add(["title": "soup", "steps": ["cook"]])
    state.book.add(["title": "salad"])
    state.book.removed = [state.book.recipes.removeLast()]
    state.book.open = state.book.recipes[0]
    state.book.plan = ["Monday": state.book.recipes[1], "Sunday": state.book.removed[0]]
    state.book.steps = 3
    state.cart.lines = [CartLine(recipe: state.book.recipes[0], amount: 2)]
    return state
  }

  @Test func allSlicesAgreeAndHandOver() throws {
    // region: cook-check
    let check = ParityCheck(CookSlices.entries) { Self.sample() }
      .handingOver(to: { ValueStore(initialState: $0, reducer: CookValue.reducer) }) {
        CookValue($0)
      }
    let report = try check.run(
      .random(seed: 5, actions: 500, length: 50) { generator in
        let number = Int.random(in: 1...4, using: &generator)
        let actions = [
          CookAction("setMetric", number > 2), CookAction("setGuests", number - 1),
          CookAction("addRecipe", fields: ["title": "pie", "degrees": number, "steps": ["bake"]]),
          CookAction("addRecipe", fields: ["title": "tea"]),
          CookAction("rename", fields: ["id": number, "title": "new \(number)"]),
          CookAction("openRecipe", number), CookAction("closeRecipe"),
          CookAction("planRecipe", fields: ["id": number, "day": "Monday"]),
          CookAction("removeRecipe", number), CookAction("undo"), CookAction("redo"),
          CookAction("addToCart", number), CookAction("removeFromCart", number),
          CookAction("emptyCart"),
        ]
        return actions.randomElement(using: &generator)!
      }, effort: .full)
    #expect(report.passed, "\(report)")
    // endregion
    #expect(report.ledger.entries["book"]?["planRecipe"]?.changed ?? 0 > 0)
    try Graph.verifyCopy(of: Self.sample())
  }

  @Test func theCartReadsTheRecipesAndTheGuests() throws {
    // region: reading-check
    let entries: [MigrationEntry<CookState, CookAction>] = [
      .slice(CookSlices.guests), .slice(CookSlices.cart), .slice(CookSlices.book),
    ]
    let check = ParityCheck(entries) { Self.sample() }.judging(CookSlices.cart)
    let actions = [
      CookAction("setGuests", 4), CookAction("addToCart", 1), CookAction("removeRecipe", 2),
      CookAction("addToCart", 2),
    ]
    let report = try check.run(.list(actions))
    #expect(report.passed, "\(report)")
    // endregion
    #expect(report.ledger.total(of: CookSlices.cart).matched == 4)
  }

  @Test func undoRestoresTheSameObject() throws {
    let state = Self.sample()
    var value = BookValue.projection.read(state)
    let recipe = state.book.recipes[0]
    for action in [CookAction("removeRecipe", 1), CookAction("undo")] {
      BookValue.reducer.reduce(&value, action)
      BookValue.projection.write(state, value)
    }
    #expect(state.book.recipes.last === recipe && state.book.steps == 3)
  }

  @Test func theScreenShowsWhatItShowedBefore() async throws {
    let (old, bread) = (Before(), ["title": "bread", "degrees": 220] as [String: any Sendable])
    let screen = CookbookBefore.BookScreen(old)
    for stage in Stage.allCases {
      let new = MigrationStore(state: CookState(), entries: CookSlices.entries)
      let newScreen = BookScreen(new)
      for name in new.stages.keys { try new.setStage(stage, ofSliceNamed: name) }
      func expectSameRows(_ identifier: String, _ payload: (any Sendable)?, old other: Any?) async {
        old.dispatch(CookbookBefore.CookAction(identifier, other))
        new.dispatch(CookAction(identifier, payload))
        await new.settle()
        screen.update()
        #expect(newScreen.rows == screen.rows)
      }
      await expectSameRows("addRecipe", bread, old: bread)
      let id = try #require(old.currentState().book.recipes.first?.id)
      await expectSameRows("addToCart", 1, old: id)
      await expectSameRows("openRecipe", 1, old: id)
      #expect(newScreen.rows == ["> bread at 220 x2", "0 steps"])
      await expectSameRows("removeRecipe", 1, old: id)
      #expect(new.mismatches.isEmpty)
    }
  }
}
