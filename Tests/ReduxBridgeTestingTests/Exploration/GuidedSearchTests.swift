import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct GuidedSearchTests {
  @Test func sixActionsInOrderAreFound() throws {
    let seed = SeededGenerator("sixActionsInOrderAreFound").seed
    var generator: any RandomNumberGenerator = SeededGenerator(seed: seed)
    // Random lists meet them once in 60 million actions.
    let report = try Errand.check.search(Array(0..<20), budget: 60_000, using: &generator)
    let found = try #require(report.counterexample, "\(report)")
    #expect(found.actions == Errand.steps)
    #expect(report.reduced < 60_000)
  }

  @Test func theSameNumbersGiveTheSameRun() throws {
    var texts: Set<String> = []
    for _ in 0..<2 {
      var generator: any RandomNumberGenerator = SeededGenerator(seed: 7)
      let report = try LampParts().check.search(
        LampAction.allCases, budget: 400, length: 20, using: &generator)
      texts.insert(report.description)
      #expect(report.reduced == 400)
      #expect(report.counterexample == nil)
    }
    #expect(texts.count == 1)
  }

  @Test func whatWasReachedIsReported() throws {
    var generator: any RandomNumberGenerator = SeededGenerator(seed: 1)
    let options = ParityOptions<LampAction>(
      expectedActionTypes: ["lamp": ["toggle", "up", "down", "lock"]])
    let check = ParityCheck(LampParts().slice, parity: options) { Lamp() }
    let report = try check.search([.toggle, .up], budget: 200, using: &generator)
    #expect(report.actionTypes == ["toggle", "up"])
    #expect(report.pairs == 4)
    // On or off, at each of three levels.
    #expect(report.stateClasses == 6)
    #expect(report.neverReached == ["down", "lock"])
    #expect(report.description.contains("types  ####################-------------------- 2 of 4"))
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

/// Steps to take in order, of which a wrong one undoes the last.
enum Errand {
  static let steps = [3, 17, 8, 8, 0, 12]

  final class State: Codable {
    enum Place: String, Codable, CaseIterable { case home, street, shop, counter, till, door }

    var place = Place.home
    var isDone = false
  }

  static var check: ParityCheck<State, Int, Bool> {
    let slice = StateSlice<State, Int, Bool>(
      "errand", projection: Projection(\.isDone),
      legacy: [
        { state, action in
          let places = State.Place.allCases
          guard let index = places.firstIndex(of: state.place) else { return }
          if action == steps[index] {
            state.isDone = index == steps.count - 1
            state.place = state.isDone ? .home : places[index + 1]
          } else {
            state.place = places[max(0, index - 1)]
          }
        }
      ],
      reducer: Reducer { value, _ in value = false })
    return ParityCheck(slice) { State() }
  }
}

private final class Desktop: Codable {
  var windows: [Int] = []
}
