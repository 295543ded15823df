import ReduxBridge
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

extension ParityCheck {
  fileprivate func noise(after actions: [Action]) throws -> [Finding] {
    let names = judgedSlice.map { [$0] } ?? Set(sliceNames)
    return try ActionJudge(self, judging: names, CheckExceptions([]))
      .noise(after: actions, from: makeState)
  }
}

@Suite struct NoiseTests {
  @Test func pureSidesShowNoNoise() throws {
    var random = SeededGenerator("pureSidesShowNoNoise")
    let list = DeskAction.randomList(200, using: &random)
    #expect(try DeskParts().check.noise(after: list) == [])
    // The orders read the cart, which the blocks of the cart write.
    let shop = ShopParts()
    #expect(try shop.check.judging(shop.slices.orders).noise(after: ShopAction.tour) == [])
    // So is noise that shows only as another slice has a value.
    let calls = Counter()
    let badge = Reader.badge(reading: Reader.library()) { badge, library in
      calls.increment()
      badge.shown = library.ids.isEmpty ? 0 : calls.value
    }
    #expect(
      try ParityCheck([.slice(Reader.library()), .slice(badge)]) { ReaderState() }
        .noise(after: [.add(1), .show]).map(\.path) == [
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
    #expect(noise.map { "\($0.other!) \($0.path) \($0.actionNumber)" } == ["\(side) changes 2"])
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
      noise.map { $0.map { "\($0.other!) \($0.path)" } } == [
        ["value effects.0"], ["legacy effects.0"],
      ])
    let found = try #require(try parts.check.counterexample(in: [.setManual(true)]))
    #expect(found.finding.verdict == .noise)
    #expect(found.description.contains("\nnoise: desk: effects.0 of the value side is "))
  }

  @Test func anInitialStateThatIsNotTheSameTwiceIsNamed() throws {
    let calls = Counter()
    let check = ParityCheck([.slice(DeskParts().slice)]) {
      calls.increment()
      let state = DeskState()
      state.theme.changes = calls.value
      return state
    }
    let noise = try check.noise(after: [.save])
    #expect(noise.map(\.actionNumber) == [0])
    #expect(
      noise.map(\.description) == [
        "desk: changes of the legacy side is 1, then 2 from the same input"
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
    let report = try parts.check.run(.list([.add(id: 1), .setBrightness(1)]))
    #expect(
      report.findings.filter(\.isComparison).map { "\($0.path) \($0.verdict)" } == [
        "notes.0.title noise", "brightness candidateWrong",
      ])
    let noise = report.findings.filter { $0.subject == .noise }
    #expect(noise.map { "\($0.actionType) \($0.other!)" } == ["add value"])
    let described = try #require(report.findings.first).description
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
    let found = try ParityCheck([.slice(slice)]) { Clock() }.findings(after: [.tick, .set])
    #expect(found.filter(\.isComparison).map(\.verdict) == [.noise, .candidateWrong])
  }
}
