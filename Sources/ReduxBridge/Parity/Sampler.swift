/// Decides which actions are compared.
///
/// An action is compared for all slices or for none. Each type of action has a turn of its own, so
/// that a rare one is seen although frequent ones are skipped.
struct Sampler: Sendable {
  /// One action in so many of each type is compared at present.
  private(set) var interval: Int

  /// What the checker may cost per action; nil when the interval is given.
  let budget: Duration?

  private var latest = (index: 0, isTaken: false)
  private var left: [String: Int] = [:]
  private var recentCosts: [Duration] = []
  private var costsNoted = 0

  private static let window = 16
  private static let longestInterval = 1_000_000

  init<Action>(_ sampling: ParityOptions<Action>.Sampling) {
    switch sampling {
    case .off, .everyAction: (interval, budget) = (1, nil)
    case .oneIn(let count): (interval, budget) = (max(1, count), nil)
    case .budget(let duration): (interval, budget) = (1, duration)
    }
  }

  /// What was decided of an action before, for another slice.
  func decision(on index: Int) -> Bool? {
    latest.index == index ? latest.isTaken : nil
  }

  /// Whether an action is compared whatever its type, as far as that is known.
  mutating func takesAnyway(_ index: Int) -> Bool {
    if let decided = decision(on: index) { return decided }
    guard interval == 1 else { return false }
    latest = (index, true)
    return true
  }

  /// Whether an action that is new is compared.
  mutating func takes(_ index: Int, type: String) -> Bool {
    // The interval may have shrunk since this type's turn was set.
    let turn = min(left[type, default: 0], interval - 1)
    left[type] = turn == 0 ? interval - 1 : turn - 1
    latest = (index, turn == 0)
    return turn == 0
  }

  /// Learns what comparing one action cost, and spaces the next ones by the median of the latest, so
  /// that the budget holds as far as the costs are alike.
  mutating func noteCost(_ cost: Duration) {
    guard let budget else { return }
    if recentCosts.count < Self.window {
      recentCosts.append(cost)
    } else {
      recentCosts[costsNoted % Self.window] = cost
    }
    costsNoted += 1
    // The very first costs are those of cold caches.
    guard costsNoted >= Self.window / 2 else { return }
    let median = recentCosts.sorted()[recentCosts.count / 2]
    let fitting = budget > .zero ? (median / budget).rounded(.up) : .infinity
    interval = Int(max(1, min(fitting, Double(Self.longestInterval))))
  }
}

/// What the checker cost, by its own measurement, the control's own work left out.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityCost: Sendable, Equatable {
  /// How many actions were compared.
  public let compared: Int
  /// How many actions were left out by sampling, at a stage that compares.
  public let skipped: Int
  /// The median cost of comparing an action, all slices together, over the latest 1,024.
  public let median: Duration
  /// The cost that nine of ten of the latest 1,024 did not exceed.
  public let p90: Duration
  /// One action in so many of each type is compared at present.
  public let sampledOneIn: Int
  /// What the checker may cost per action in the mean; nil when sampling does not depend on it.
  public let budget: Duration?
}

extension ParityCost: CustomStringConvertible {
  /// What was sampled and what it cost, in one line, such as
  /// `250 of 1000 actions compared, at present 1 in 4; median 3 µs, p90 5 µs, budget 1 µs per action`.
  public var description: String {
    let allowed = budget.map { ", budget \(Self.text($0)) per action" } ?? ""
    return
      "\(compared) of \(compared + skipped) actions compared, at present 1 in \(sampledOneIn); "
      + "median \(Self.text(median)), p90 \(Self.text(p90))\(allowed)"
  }

  private static func text(_ duration: Duration) -> String {
    let nanoseconds = duration / .nanoseconds(1)
    return switch nanoseconds {
    case ..<1_000: "\(Int(nanoseconds)) ns"
    case ..<1_000_000: "\(Int((nanoseconds / 1_000).rounded())) µs"
    default: "\((nanoseconds / 100_000).rounded() / 10) ms"
    }
  }
}

/// The costs of comparing the latest actions.
struct CostSample: Sendable {
  private var latest: [Duration] = []
  private var open: (index: Int, cost: Duration)?
  private(set) var compared = 0
  private(set) var skipped = 0
  private var lastSkipped = 0

  private static let capacity = 1_024

  /// Adds what comparing one slice after an action cost.
  ///
  /// - Returns: What comparing the action before cost, all slices together, when this is a new one.
  mutating func add(_ cost: Duration, of index: Int) -> Duration? {
    if let open, open.index == index {
      self.open = (index, open.cost + cost)
      return nil
    }
    let finished = open?.cost
    if let finished { close(finished) }
    open = (index, cost)
    compared += 1
    return finished
  }

  /// Counts an action that is not compared.
  mutating func skip(_ index: Int) {
    guard index != lastSkipped else { return }
    lastSkipped = index
    skipped += 1
  }

  private mutating func close(_ cost: Duration) {
    if latest.count < Self.capacity {
      latest.append(cost)
    } else {
      latest[(compared - 1) % Self.capacity] = cost
    }
  }

  func summary(_ sampler: Sampler) -> ParityCost {
    let sorted = (latest + (open.map { [$0.cost] } ?? [])).sorted()
    func quantile(_ part: Double) -> Duration {
      sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
    return ParityCost(
      compared: compared, skipped: skipped, median: quantile(0.5), p90: quantile(0.9),
      sampledOneIn: sampler.interval, budget: sampler.budget)
  }
}

/// Measures what the checking of one action costs, without what the control itself costs.
struct CheckWatch {
  private let clock: CheckClock
  private var running: Duration
  private var sum: Duration = .zero

  /// Starts measuring.
  init(_ clock: CheckClock) {
    self.clock = clock
    running = clock.now()
  }

  /// Stops while the control runs.
  mutating func pause() {
    sum += clock.now() - running
  }

  /// Goes on after the control has run.
  mutating func resume() {
    running = clock.now()
  }

  /// Ends the measurement.
  ///
  /// - Returns: What ran between the start and the end, pauses left out.
  mutating func stop() -> Duration {
    pause()
    return sum
  }
}

/// What the checker reads the time from: a test puts its own in place of the system's.
package struct CheckClock: Sendable {
  /// The time since some moment that stays the same.
  package let now: @Sendable () -> Duration

  /// Makes a clock.
  package init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// The time by the system's clock that nobody sets.
  package static let continuous: CheckClock = {
    let start = ContinuousClock.now
    return CheckClock { start.duration(to: .now) }
  }()
}
