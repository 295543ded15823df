import CommandLineSupport
import LockboxModern

/// Plans what a simulated user does next on the present screens.
///
/// The user acts at random, and in between performs each ``SessionRoutine`` in turn, so that about
/// 200 actions hold all of them, whatever the seed. Planners with the same seed plan the same
/// session on the same screens.
struct SessionPlanner {
  private var random: SplitMix64

  private let routines: [SessionRoutine]
  private var routinesDone = 0
  private var steps = 0
  /// The steps at random that remain before the next routine.
  private var stepsAtRandom = 2

  /// The most steps of one routine, since a sign-in may fail any number of times.
  private let mostSteps = 20

  /// The most gestures before the app draws again.
  private let longestBurst: Int

  init(seed: UInt64, longestBurst: Int = 6) {
    random = SplitMix64(seed: seed)
    routines = SessionRoutine.allCases.shuffled(using: &random)
    self.longestBurst = longestBurst
  }

  /// Plans one step of the session: the gestures that happen before the app is idle again.
  ///
  /// A gesture that starts asynchronous work comes last, so that no other overtakes its result.
  mutating func burst(on shown: [ShownWindow], atMost limit: Int) -> [Gesture] {
    guard stepsAtRandom == 0 else {
      stepsAtRandom -= 1
      return burstAtRandom(on: shown, atMost: limit)
    }
    steps += 1
    let step = routines[routinesDone % routines.count].step(on: shown, using: &random)
    if case .approach(let gestures) = step, gestures.count <= limit, steps < mostSteps {
      return gestures
    }
    (routinesDone, steps, stepsAtRandom) = (routinesDone + 1, 0, 2)
    if case .finish(let gestures) = step, (1...max(limit, 1)).contains(gestures.count) {
      return gestures
    }
    return burstAtRandom(on: shown, atMost: limit)
  }

  private mutating func burstAtRandom(on shown: [ShownWindow], atMost limit: Int) -> [Gesture] {
    let length = min(Int.random(in: 1...longestBurst, using: &random), max(limit, 1))
    var burst: [Gesture] = []
    while burst.count < length {
      let gesture = next(on: shown)
      burst.append(gesture)
      if gesture.isAsynchronous { break }
    }
    return burst
  }

  private mutating func next(on shown: [ShownWindow]) -> Gesture {
    if random.happens(oneIn: 8) {
      return random.happens(oneIn: 3)
        ? .systemAppearance(anyAppearance()) : .screenBrightness(notch())
    }
    if random.happens(oneIn: 25) {
      return shown.count > 1 ? .closeWindow(.side) : .openWindow(.side)
    }
    let window = shown[Int.random(in: 0..<shown.count, using: &random)]
    return .input(input(on: window.screen), window.window)
  }

  private mutating func input(on screen: ShownScreen) -> UserInput {
    switch screen {
    case .nothing:
      .back
    case .welcome(let model):
      model.button == .unlock ? .unlock : .signIn(email: SessionWords.email(using: &random))
    case .list(let model, _):
      random.pick([
        (30, model.rows.randomElement(using: &random).map { .tapRow($0.id) } ?? .type("")),
        (20, .type(SessionWords.filter(using: &random))),
        (10, .sort(random.happens(oneIn: 2) ? .title : .lastUsed)), (20, .openSettings),
        (5, .sync), (2, .lock),
      ])
    case .detail:
      random.pick([
        (25, .back), (20, .copy(random.happens(oneIn: 2) ? .username : .password)),
        (10, .editUsername(SessionWords.email(using: &random))),
        (10, .editPassword(SessionWords.password(using: &random))), (3, .delete),
      ])
    case .settings:
      random.pick([
        (20, .back), (20, .useSystemAppearance(random.happens(oneIn: 3))),
        (15, .chooseManually(anyAppearance())),
        (25, .followBrightness(!random.happens(oneIn: 4))),
        (25, .moveThreshold(notch(beyondEnds: 0.1))), (2, .signOut),
      ])
    }
  }

  private mutating func anyAppearance() -> Appearance {
    random.happens(oneIn: 2) ? .light : .dark
  }

  /// A position of a slider with ten notches, sometimes beyond its ends.
  private mutating func notch(beyondEnds margin: Double = 0) -> Double {
    let beyond = Int(margin * 10)
    return Double(Int.random(in: -beyond...10 + beyond, using: &random)) / 10
  }
}
