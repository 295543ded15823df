import CommandLineSupport
import LockboxModern

/// Plans what a simulated user does next on the present screens, at random.
///
/// Few values, repetitions, and two windows for most of the time, so that mistakes show soon: a brightness that equals
/// the threshold, or two windows that can both go back. Planners with the same seed plan the same session
/// on the same screens.
struct SessionPlanner {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Plans one step of the session: the gestures that happen before the app is idle again.
  ///
  /// A gesture that starts asynchronous work comes last, so that no other overtakes its result.
  mutating func burst(on shown: [ShownWindow], atMost limit: Int) -> [Gesture] {
    if case .settings? = shown.first?.screen, limit >= 4, random.happens(oneIn: 4) {
      return tryOfTheme()
    }
    let length = min(Int.random(in: 1...6, using: &random), max(limit, 1))
    var burst: [Gesture] = []
    while burst.count < length, burst.last?.isAsynchronous != true {
      let isRepeated = random.happens(oneIn: 5)
      burst.append((isRepeated ? burst.last : nil) ?? next(on: shown))
    }
    return burst
  }

  /// Gestures that decide the appearance by one input after another, which random ones rarely do.
  private mutating func tryOfTheme() -> [Gesture] {
    func inMain(_ input: UserInput) -> Gesture { .input(input, .main) }
    let (level, look) = (level(), appearance())
    guard random.happens(oneIn: 2) else {
      return [
        inMain(.chooseManually(look)), inMain(.useSystemAppearance(false)),
        .systemAppearance(look == .light ? .dark : .light), inMain(.useSystemAppearance(true)),
      ]
    }
    return [
      inMain(.useSystemAppearance(false)), inMain(.followBrightness(true)),
      inMain(.moveThreshold(level)), .screenBrightness(level),
    ]
  }

  private mutating func next(on shown: [ShownWindow]) -> Gesture {
    let window = shown[Int.random(in: 0..<shown.count, using: &random)]
    return random.pick([
      (6, .systemAppearance(appearance())), (8, .screenBrightness(level())),
      shown.count > 1 ? (2, .closeWindow(.side)) : (10, .openWindow(.side)),
      (84, .input(input(on: window.screen), window.window)),
    ])
  }

  private mutating func input(on screen: ShownScreen) -> UserInput {
    switch screen {
    case .nothing:
      .back
    case .welcome(.locked): .unlock
    case .welcome: .signIn(email: SessionWords.account(using: &random))
    case .list(let model, _):
      random.pick([
        (30, model.rows.randomElement(using: &random).map { .tapRow($0.id) } ?? .type("")),
        (15, .type(SessionWords.filter(using: &random))),
        (8, .sort(random.happens(oneIn: 2) ? .title : .lastUsed)), (20, .openSettings),
        (7, .sync), (8, .lock),
      ])
    case .detail:
      random.pick([
        (20, .back), (25, .copy(random.happens(oneIn: 2) ? .username : .password)),
        (10, .editUsername(SessionWords.email(using: &random))),
        (10, .editPassword(SessionWords.password(using: &random))), (8, .delete),
      ])
    case .settings:
      random.pick([
        (20, .back), (20, .useSystemAppearance(random.happens(oneIn: 2))),
        (15, .chooseManually(appearance())), (20, .followBrightness(!random.happens(oneIn: 4))),
        (20, .moveThreshold(level(beyondEnds: true))), (20, .signOut),
      ])
    }
  }

  private mutating func appearance() -> Appearance {
    random.happens(oneIn: 2) ? .light : .dark
  }

  /// A position of a slider, sometimes beyond its ends.
  private mutating func level(beyondEnds isWide: Bool = false) -> Double {
    let levels = [0.3, 0.5, 0.7] + (isWide ? [-0.1, 1.1] : [0, 1])
    return levels[Int.random(in: 0..<levels.count, using: &random)]
  }
}
