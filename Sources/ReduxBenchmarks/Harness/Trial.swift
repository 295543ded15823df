/// A row whose figure is not a ratio of two times: a count, or a ratio of memory.
///
/// ```swift
/// Trial("notifications for a burst", unit: "notifications", .exactly(1)) {
///   try await postedDuringBurst()
/// }
/// ```
///
/// ## Thread safety
/// Confined to the main actor, on which its closure runs.
public struct Trial: Sendable {
  /// The row's name.
  public let name: String
  /// What the figure counts.
  public let unit: String
  /// What must be got.
  public let reach: Reach
  /// What would be remarkable, if anything was said about it.
  public let aim: Double?
  /// How often it is taken.
  public let repetitions: Int
  /// Whether a short run leaves it out.
  public let isSlow: Bool
  /// Whether it might end the process, so that a process of its own tries it first.
  public let mayCrash: Bool
  /// Takes the figure once; nil where this platform cannot.
  public let measure: @MainActor () async throws -> Double?

  /// Describes a row.
  ///
  /// - Parameters:
  ///   - name: the row's name.
  ///   - unit: what the figure counts.
  ///   - reach: what must be got.
  ///   - aim: what would be remarkable.
  ///   - repetitions: how often it is taken.
  ///   - isSlow: whether a short run leaves it out.
  ///   - mayCrash: whether a process of its own should try it first.
  ///   - measure: takes the figure once.
  public init(
    _ name: String,
    unit: String,
    _ reach: Reach,
    aim: Double? = nil,
    repetitions: Int = 3,
    isSlow: Bool = false,
    mayCrash: Bool = false,
    measure: @escaping @MainActor () async throws -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.reach = reach
    self.aim = aim
    self.repetitions = max(1, repetitions)
    self.isSlow = isSlow
    self.mayCrash = mayCrash
    self.measure = measure
  }
}
