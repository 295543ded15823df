import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct NoiseTests {
  @Test func pureSidesShowNoNoise() throws {
    var random = SeededGenerator("pureSidesShowNoNoise")
    let list = DeskAction.randomList(200, using: &random)
    #expect(try DeskParts().check.noise(after: list) == [])
    // The orders read the cart, which the blocks of the cart write.
    let orders = ParityCheck(ShopParts().slices.orders) { ShopState.sample() }
    #expect(try orders.noise(after: ShopAction.tour) == [])
    // So is noise that shows only as another slice has a value.
    let calls = Counter()
    let badge = Reader.badge(reading: Reader.library()) { badge, library in
      calls.increment()
      badge.shown = library.ids.isEmpty ? 0 : calls.value
    }
    #expect(
      try ParityCheck(badge) { ReaderState() }.noise(after: [.add(1), .show]).map(\.path) == [
        "shown"
      ])
  }

  /// As with two orders of a set, which may be the same.
  @Test(arguments: [2, 3, 9, 24], Side.allCases)
  func noiseThatShowsNowAndThenIsFound(_ call: Int, _ side: Side) throws {
    let calls = Counter()
    var parts = DeskParts()
    @Sendable func isTheOne() -> Bool {
      calls.increment()
      return calls.value == call
    }
    // Three states and three values reduce the action in each run.
    if side == .legacy {
      parts.blocking("setManual") { if isTheOne() { $0.theme.changes = 9 } }
    } else {
      parts.reducing("setManual") { if isTheOne() { $0.changes = 9 } }
    }
    let noise = try parts.check.noise(after: [.add(id: 1), .setManual(true)])
    #expect(noise.map { "\($0.side) \($0.path) \($0.actionNumber)" } == ["\(side) changes 2"])
    #expect(try parts.check.noise(after: [.setManual(true)]) == [])
  }

  @Test func anEffectThatIsNotPureIsNamed() throws {
    let calls = Counter()
    var parts = DeskParts()
    parts.requesting { effects in
      calls.increment()
      return effects + [.upload(count: calls.value)]
    }
    var old = DeskParts()
    old.legacyEffects = { _, _ in
      calls.increment()
      return [.upload(count: calls.value)]
    }
    let noise = try [parts, old].map { try $0.check.noise(after: [.setManual(true)]) }
    #expect(
      noise.map { $0.map { "\($0.side) \($0.path)" } } == [
        ["value effects.0"], ["legacy effects.0"],
      ])
    let found = try #require(try parts.check.counterexample(in: [.setManual(true)]))
    #expect(found.mismatch.verdict == .noise)
    #expect(found.description.contains("\nnoise: value side: after action 1 setManual"))
  }

  @Test func anInitialStateThatIsNotTheSameTwiceIsNamed() throws {
    let calls = Counter()
    let check = ParityCheck(DeskParts().slice) {
      calls.increment()
      let state = DeskState()
      state.theme.changes = calls.value
      return state
    }
    let noise = try check.noise(after: [.save])
    #expect(noise.map(\.actionNumber) == [0])
    #expect(
      noise.map(\.description) == [
        "legacy side: in the initial state, at changes: 1, then 2 from the same input"
      ])
  }

  @Test func aDisagreementIsNotCalledNoise() throws {
    let calls = Counter()
    var parts = DeskParts()
    parts.reducing("add") { value in
      calls.increment()
      value.notes[value.notes.count - 1].title = "note \(calls.value)"
    }
    parts.reducing("setBrightness") { $0.brightness = 7 }
    let report = try parts.check.run([.add(id: 1), .setBrightness(1)])
    #expect(
      report.mismatches.map { "\($0.path) \($0.verdict)" } == [
        "notes.0.title noise", "brightness candidateWrong",
      ])
    #expect(report.noise.map { "\($0.actionType) \($0.side)" } == ["add value"])
    let described = try #require(report.mismatches.first).description
    #expect(
      described.hasPrefix("desk (shadow) [noise]: after action 1 .add(id: 1, title: \"note\")"))
    #expect(report.failures.count >= 2)
  }

  /// The place is noisy after one type of action, and wrong after another.
  @Test func noiseExplainsOnlyWhatFollowsItsOwnTypeOfAction() throws {
    enum Act: Sendable { case tick, set }
    final class Clock: Codable { var time = 0 }
    let calls = Counter()
    let slice = StateSlice<Clock, Act, Int>(
      "clock", projection: Projection(\Clock.time),
      legacy: [
        { state, action in
          calls.increment()
          state.time = action == .tick ? calls.value : -1
        }
      ], reducer: Reducer { time, action in time = action == .tick ? 0 : -2 })
    let report = try ParityCheck(slice) { Clock() }.run([.tick, .set])
    #expect(report.mismatches.map(\.verdict) == [.noise, .candidateWrong])
  }
}
