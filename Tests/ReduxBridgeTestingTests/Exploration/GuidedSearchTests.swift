import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

@Suite struct GuidedSearchTests {
  /// A wrong action hides how far the right ones came; random lists meet the steps once in 60 million.
  @Test(arguments: Errand.Wrong.allCases)
  func sixActionsInOrderAreFound(_ wrong: Errand.Wrong) throws {
    let errand = Errand(kinds: 20, steps: [3, 17, 8, 8, 0, 12], wrong: wrong)
    var generator: any RandomNumberGenerator = SeededGenerator("sixActionsInOrderAreFound")
    let report = try ParityCheck(errand.slice) { Errand.State() }
      .search(Array(0..<20), budget: 6_000, using: &generator)
    #expect(report.counterexample?.actions == errand.steps, "\(report)")
    #expect(report.reduced < 6_000)
  }

  /// The state after a copy differs from that which a new initial state leads to.
  @Test func aDifferenceThatOnlyACopyShowsIsNotReported() throws {
    let slice = StateSlice<Lamp, LampAction, Int>(
      "warmth", projection: Projection(read: { $0.level }, write: { $0.level = $1 }),
      legacy: [
        { lamp, action in
          if action == .toggle { lamp.warmth = 1 }
          // A copy is cold although it is on.
          if action == .lock, lamp.isOn, lamp.warmth == 0 { lamp.level += 1 }
          lamp.isOn = lamp.isOn || action == .toggle
        }
      ], reducer: Reducer { _, _ in })
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 3)
    let report = try ParityCheck(slice) { Lamp() }
      .search(LampAction.allCases, budget: 2_000, using: &generator)
    #expect(report.counterexample == nil)
    #expect(report.reduced >= 2_000)
  }

  @Test func exploringReducesSoManyListsOfSuchALength() throws {
    let (reduced, places) = (Counter(), LegacyRecorder<ActionNumber>())
    let slice = StateSlice<Desktop, Int, [Int]>(
      "desktop", projection: Projection(\.windows),
      legacy: [{ _, _ in reduced.increment() }],
      reducer: Reducer { _, _, number in places.record(number) })
    let check = ParityCheck(slice, unchanged: ["desktop": "a test"]) { Desktop() }
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 5)
    let found = try check.explore(lists: 3, length: 7, using: &generator) { _ in 1 }
    #expect(found == nil)
    #expect(reduced.value == 21)
    #expect(places.values.map(\.rawValue).max() == 7)
  }
}

/// Steps to take in order, among actions that change other parts of a state.
struct Errand: Sendable {
  /// How a wrong action changes the progress.
  enum Wrong: String, CaseIterable, Sendable { case keeps, undoes, resets }

  enum Place: String, Codable, CaseIterable { case zero, one, two, three, four, five }

  final class State: Codable {
    enum Till: String, Codable { case closed, open, counting }

    var place = Place.zero
    var isLit = false
    var till = Till.closed
    var cart: [Int] = []
    var customers = 0
    var note: String?
  }

  let kinds: Int
  let steps: [Int]
  let wrong: Wrong

  /// A slice whose new side knows nothing of the errand, and so differs after the last step.
  var slice: StateSlice<State, Int, [Int]> {
    StateSlice(
      "errand", projection: Projection(\.cart),
      legacy: [{ state, kind in if reduce(state, kind) { state.cart = [-1] } }],
      reducer: Reducer { cart, kind in
        if kind % 8 == 3 { cart.append(kind) }
        if kind % 8 == 4 { _ = cart.popLast() }
      })
  }

  /// Reduces an action; whether the last step was taken.
  func reduce(_ state: State, _ kind: Int) -> Bool {
    var progress = Place.allCases.firstIndex(of: state.place) ?? 0
    switch wrong {
    case _ where steps[progress] == kind: progress += 1
    case .keeps: break
    case .undoes: progress = max(0, progress - 1)
    case .resets: progress = 0
    }
    let isDone = progress == steps.count
    if isDone { progress = 0 }
    state.place = Place.allCases[progress]
    switch kind % 8 {
    case 0: state.isLit.toggle()
    case 1: state.till = .open
    case 2: state.till = state.till == .open ? .counting : .closed
    case 3: state.cart.append(kind)
    case 4: _ = state.cart.popLast()
    case 5: state.customers += 1
    case 6: state.customers = max(0, state.customers - 1)
    default: state.note = state.note == nil ? "\(kind)" : nil
    }
    return isDone
  }
}

private final class Desktop: Codable { var windows: [Int] = [] }
