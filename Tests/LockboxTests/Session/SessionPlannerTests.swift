import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct SessionPlannerTests {
  private let screens = [
    ShownWindow(
      window: .main, appearance: .light,
      screen: .settings(ThemeChoices(), nil)),
    ShownWindow(
      window: .side, appearance: .light,
      screen: .detail(ItemDetailModel(login: .sample("a"), notice: nil))),
  ]

  private func plan(seed: UInt64, steps: Int = 200) -> [[Gesture]] {
    var planner = SessionPlanner(seed: seed)
    return (0..<steps).map { _ in planner.burst(on: screens, atMost: 100) }
  }

  @Test func theSameSeedPlansTheSameSession() {
    #expect(plan(seed: testSeed) == plan(seed: testSeed))
    #expect(plan(seed: 1) != plan(seed: 2))
  }

  @Test func burstsHaveOneToSixGestures() {
    let lengths = Set(plan(seed: testSeed).map(\.count))
    #expect(lengths == Set(1...6), "seed \(testSeed)")
  }

  @Test func aBurstIsNeverLongerThanAllowed() {
    var planner = SessionPlanner(seed: testSeed)
    for limit in [0, 1, 2, 3] {
      for _ in 0..<50 { #expect(planner.burst(on: screens, atMost: limit).count <= max(limit, 1)) }
    }
  }

  @Test func bothWindowsAreUsed() {
    let windows = Set(
      plan(seed: testSeed).joined().compactMap { gesture in
        if case .input(_, let window) = gesture { window } else { nil }
      })
    #expect(windows == [.main, .side])
  }

  @Test func asynchronousWorkEndsABurst() {
    var planner = SessionPlanner(seed: testSeed)
    let welcome = ShownWindow(
      window: .main, appearance: nil, screen: .welcome(WelcomeModel(.signedOut(after: nil))))
    for _ in 0..<200 {
      let burst = planner.burst(on: [welcome], atMost: 10)
      #expect(!burst.dropLast().contains { $0.isAsynchronous }, "seed \(testSeed)")
    }
  }

  /// The routines that a step ends.
  private func routines(in burst: [Gesture], on shown: [ShownWindow]) -> Set<SessionRoutine> {
    let inputs: [UserInput] = burst.compactMap {
      if case .input(let input, .main) = $0 { input } else { nil }
    }
    var found: Set<SessionRoutine> = []
    if case .screenBrightness(let level)? = burst.last, inputs.contains(.moveThreshold(level)),
      inputs.starts(with: [.useSystemAppearance(false), .followBrightness(true)])
    {
      found.insert(.thresholdReached)
    }
    if case .chooseManually? = inputs.first, case .systemAppearance? = burst.dropLast().last,
      inputs.last == .useSystemAppearance(true)
    {
      found.insert(.systemSwitch)
    }
    if inputs.contains(.moveThreshold(1.1)) { found.insert(.sliderBeyondItsEnds) }
    if inputs.contains(.useSystemAppearance(false)), inputs.contains(.signOut) {
      found.insert(.signOutAfterChanges)
    }
    if inputs.contains(.signIn(email: SessionWords.unknownEmail)) { found.insert(.refusedSignIn) }
    let canGoBack = shown.allSatisfy {
      switch $0.screen {
      case .detail, .settings: true
      default: false
      }
    }
    if shown.count == 2, canGoBack, inputs.first == .back { found.insert(.backInOneOfTwoWindows) }
    if inputs.count == 2, case .copy? = inputs.first, inputs[0] == inputs[1] {
      found.insert(.sameCopyTwice)
    }
    if case .editUsername? = inputs.first, case .editPassword? = inputs.last {
      found.insert(.edits)
    }
    if inputs.contains(.lock) { found.insert(.lock) }
    if inputs.contains(.sync) { found.insert(.sync) }
    return found
  }

  @Test(arguments: [1, 2] as [UInt64])
  @MainActor func everyRoutineIsPerformedInEachStretchOfASession(seed: UInt64) async {
    let seed = testSeed &* 1_000 &+ seed
    let logins: [LoginRecord] = [.sample("a"), .sample("b"), .sample("c")]
    let world = World(seed: seed, logins: logins)
    let app = LegacyApp.make(world.services)
    app.handlers.dispatch(.items(.imported(logins)))
    _ = await app.settle(within: world.patience)
    var planner = SessionPlanner(seed: seed)
    // A stage lasts 286 actions in a session of the standard length.
    for stretch in 1...4 {
      var found: Set<SessionRoutine> = []
      while app.actionsHandled < stretch * 280 {
        let shown = app.shown
        let burst = planner.burst(on: shown, atMost: 100)
        found.formUnion(routines(in: burst, on: shown))
        #expect(await world.live(through: burst, with: app))
      }
      #expect(found == Set(SessionRoutine.allCases), "stretch \(stretch), seed \(seed)")
    }
  }

  @Test func aRoutineThatNeedsALoginIsPassedOverWithoutOne() {
    let list = ShownWindow(
      window: .main, appearance: nil,
      screen: .list(
        ItemListModel(
          rows: [], total: 0,
          display: ListDisplay(filter: "", sort: .title, selected: nil, notice: nil)), nil))
    var planner = SessionPlanner(seed: testSeed)
    let inputs = (0..<500).flatMap { _ in planner.burst(on: [list], atMost: 10) }
    #expect(inputs.contains(.input(.sync, .main)) && inputs.contains(.input(.lock, .main)))
  }

  @Test func slidersArePulledBeyondTheirEnds() {
    let thresholds = plan(seed: 1, steps: 500).joined().compactMap { gesture in
      if case .input(.moveThreshold(let value), _) = gesture { value } else { nil }
    }
    #expect(thresholds.contains { $0 < 0 } && thresholds.contains { $0 > 1 })
    #expect(thresholds.contains(0.3))
  }
}
