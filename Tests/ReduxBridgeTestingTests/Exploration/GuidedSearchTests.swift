import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct GuidedSearchTests {
  /// A wrong action hides how far the right ones came; random lists meet the steps once in 60 million.
  @Test(arguments: Errand.Wrong.allCases)
  func sixActionsInOrderAreFound(_ wrong: Errand.Wrong) throws {
    let errand = Errand(kinds: 20, steps: [3, 17, 8, 8, 0, 12], wrong: wrong)
    let slice = StateSlice<Errand.State, Int, [Int]>(
      "errand", projection: Projection(\.cart),
      legacy: [{ state, kind in if errand.reduce(state, kind) { state.cart = [-1] } }],
      reducer: Reducer { cart, kind in
        if kind % 8 == 3 { cart.append(kind) }
        if kind % 8 == 4 { _ = cart.popLast() }
      })
    var generator: any RandomNumberGenerator = SeededGenerator("sixActionsInOrderAreFound")
    let report = try ParityCheck(slice) { Errand.State() }
      .search(Array(0..<20), budget: 60_000, using: &generator)
    let found = try #require(report.counterexample, "\(report)")
    #expect(found.actions == errand.steps)
    #expect(report.reduced < 60_000)
  }

  /// Three open windows and four are collections of one magnitude.
  @Test(arguments: [false, true]) func theNumberOfOpenWindowsCounts(_ isNamed: Bool) throws {
    var slice = StateSlice<Desktop, Int, [Int]>(
      "desktop", projection: Projection(\.windows),
      legacy: [
        { desktop, window in desktop.windows = Array(Set(desktop.windows + [window])).sorted() }
      ],
      reducer: Reducer { value, window in value = Array(Set(value + [window])).sorted() })
    if isNamed {
      slice = slice.windows(
        WindowIsolation(target: { $0 }) { Dictionary(uniqueKeysWithValues: $0.map { ($0, $0) }) })
    }
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 2)
    let report = try ParityCheck(slice) { Desktop() }
      .search([1, 1, 1, 1], budget: 20, using: &generator)
    #expect(report.stateClasses == 2)
    let several = try ParityCheck(slice) { Desktop() }
      .search([17, 18, 19, 20], budget: 400, using: &generator)
    #expect(several.stateClasses == (isNamed ? 5 : 4), "\(several)")
  }

  /// The state after a copy differs from that which a new initial state leads to.
  @Test func aDifferenceThatOnlyACopyShowsIsNotReported() throws {
    var parts = LampParts()
    parts.alsoReduce = { lamp, _ in lamp.warmth += 1 }
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
}

/// Steps to take in order, among actions that change other parts of a state.
struct Errand: Sendable {
  /// How a wrong action changes the progress.
  enum Wrong: String, CaseIterable, Sendable { case keeps, undoes, resets }

  enum Place: String, Codable, CaseIterable {
    case zero, one, two, three, four, five, six, seven, eight, nine, ten
  }

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

  /// Advances the progress; whether the last step was taken.
  func advances(_ progress: inout Int, by kind: Int) -> Bool {
    if steps[progress] == kind {
      progress += 1
    } else {
      switch wrong {
      case .keeps: break
      case .undoes: progress = max(0, progress - 1)
      case .resets: progress = 0
      }
    }
    guard progress == steps.count else { return false }
    progress = 0
    return true
  }

  /// Reduces an action; whether the last step was taken.
  func reduce(_ state: State, _ kind: Int) -> Bool {
    var progress = Place.allCases.firstIndex(of: state.place) ?? 0
    let isDone = advances(&progress, by: kind)
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

private final class Desktop: Codable {
  var windows: [Int] = []
}
