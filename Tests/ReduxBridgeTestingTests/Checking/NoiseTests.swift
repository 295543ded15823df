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
    let list = ShopAction.randomList(200, using: &random)
    #expect(try ShopParts().check.noise(after: list) == [])
    // The orders read the cart, which the blocks of the cart write.
    #expect(
      try ShopParts().check.judging(Shop.slices.orders).noise(after: ShopAction.tour) == [])
    // So is noise that shows only as another slice has a value.
    let calls = Counter()
    let badge = Keyring.badge { badge, logins in
      calls.increment()
      badge.shown = logins.logins.isEmpty ? 0 : calls.value
    }
    #expect(
      try Keyring.check([.slice(Keyring.logins), .slice(badge)])
        .noise(after: [.add(1), .launch]).map(\.path) == ["shown"])
  }

  /// As with two orders of a set, which may be the same.
  @Test(arguments: [2, 3, 9, 24], Side.allCases)
  func noiseThatShowsNowAndThenIsFound(_ call: Int, _ side: Side) throws {
    let calls = Counter()
    var parts = ShopParts()
    @Sendable func isTheOne() -> Bool {
      calls.increment()
      return calls.value == call
    }
    // Three states and three values reduce the action in each run.
    if side == .legacy {
      parts.settings.block("join") { if isTheOne() { $0.settings.changes = 9 } }
    } else {
      parts.settings.reduce("join") { if isTheOne() { $0.changes = 9 } }
    }
    let check = parts.check.judging(parts.slices.settings)
    let noise = try check.noise(after: [.put(id: 1), .join(true)])
    #expect(noise.map { "\($0.other!) \($0.path) \($0.actionNumber)" } == ["\(side) changes 2"])
    #expect(try check.noise(after: [.join(true)]) == [])
  }

  @Test func anEffectThatIsNotPureIsNamed() throws {
    let calls = Counter()
    var (new, old) = (ShopParts(), ShopParts())
    new.valueEffects = { _, _ in
      calls.increment()
      return [.save(calls.value)]
    }
    old.legacyEffects = { _, _ in
      calls.increment()
      return [.save(calls.value)]
    }
    let noise = try [new, old].map { try $0.check.noise(after: [.join(true)]) }
    #expect(
      noise.map { $0.map { "\($0.other!) \($0.path)" } } == [
        ["value effects.0"], ["legacy effects.0"],
      ])
    let found = try #require(try new.check.counterexample(in: [.join(true)]))
    #expect(found.finding.verdict == .noise)
    #expect(found.description.contains("\nnoise: orders: effects.0 of the value side is "))
  }

  @Test func anInitialStateThatIsNotTheSameTwiceIsNamed() throws {
    let calls = Counter()
    let check = ParityCheck([.slice(Shop.slices.settings)]) {
      calls.increment()
      let state = ShopState()
      state.settings.changes = calls.value
      return state
    }
    let noise = try check.noise(after: [.stamp])
    #expect(noise.map(\.actionNumber) == [0])
    #expect(
      noise.map(\.description) == [
        "settings: changes of the legacy side is 1, then 2 from the same input"
      ])
  }

  @Test func aDisagreementIsNotCalledNoise() throws {
    let calls = Counter()
    var parts = ShopParts()
    parts.settings.reduce("rename") {
      calls.increment()
      $0.name = "name \(calls.value)"
    }
    parts.settings.reduce("setRate") { $0.rate = 7 }
    let report = try parts.check.run(.list([.rename("a"), .setRate(1)]))
    #expect(
      report.findings.filter(\.isComparison).map { "\($0.path) \($0.verdict)" } == [
        "name noise", "rate candidateWrong",
      ])
    let noise = report.findings.filter { $0.subject == .noise }
    #expect(noise.map { "\($0.actionType) \($0.other!)" } == ["rename value"])
    let described = try #require(report.findings.first).description
    #expect(described.hasPrefix("settings (shadow) [noise]: after action 1 .rename(\"a\")"))
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
