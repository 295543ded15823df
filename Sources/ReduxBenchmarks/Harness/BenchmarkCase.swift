/// One thing to measure: a name, a setup and a closure.
///
/// ```swift
/// BenchmarkCase("Array.sort(1000)", size: 1_000) {
///   let numbers = (0..<1_000).map { _ in Int.random(in: 0..<1_000) }
///   return { numbers.sorted() }
/// }
/// ```
///
/// The setup runs once, outside the timed region; the closure that it returns is called many times
/// inside it, and its result goes into ``blackHole(_:)``. Both run on the main actor, where a value
/// store lives.
///
/// ## Thread safety
/// Confined to the main actor, on which its closures run.
public struct BenchmarkCase: Sendable {
  /// The closure that is timed.
  public typealias Body = @MainActor () throws -> Void

  /// What ``setup`` leaves behind: what is timed, and what is weighed.
  public struct Prepared: Sendable {
    /// One call, its result discarded.
    public let body: Body
    /// One call, its result kept, or nil when there is none.
    public let result: (@MainActor () throws -> Any)?

    /// Keeps both forms of one closure.
    ///
    /// - Parameters:
    ///   - body: one call, its result discarded.
    ///   - result: one call, its result kept.
    public init(body: @escaping Body, result: (@MainActor () throws -> Any)?) {
      self.body = body
      self.result = result
    }
  }

  /// The name in the form `Subject.operation(size)`, unique in its suite.
  public let name: String
  /// How large the state is, in the unit of its subject.
  public let size: Int
  /// What the time is given for: `object`, `action`, `copy`.
  public let unit: String
  /// How many units one call handles.
  public let unitsPerCall: Int
  /// Whether a short run leaves it out.
  public let isSlow: Bool
  /// Whether it might end the process, so that a process of its own tries it first.
  public let mayCrash: Bool
  /// Makes what is measured.
  public let setup: @MainActor () throws -> Prepared

  /// Describes a measurement.
  ///
  /// - Parameters:
  ///   - name: the name in the form `Subject.operation(size)`.
  ///   - size: how large the state is.
  ///   - unit: what the time is given for.
  ///   - unitsPerCall: how many units one call handles, at least 1.
  ///   - isSlow: whether a short run leaves it out.
  ///   - mayCrash: whether a process of its own should try it first.
  ///   - setup: makes the closure to measure; not timed.
  @inlinable
  public init<Result>(
    _ name: String,
    size: Int,
    per unit: String = "call",
    unitsPerCall: Int = 1,
    isSlow: Bool = false,
    mayCrash: Bool = false,
    setup: @escaping @MainActor () throws -> (@MainActor () throws -> Result)
  ) {
    self.name = name
    self.size = size
    self.unit = unit
    self.unitsPerCall = max(1, unitsPerCall)
    self.isSlow = isSlow
    self.mayCrash = mayCrash
    self.setup = {
      let call = try setup()
      let body: Body = { blackHole(try call()) }
      let result: @MainActor () throws -> Any = { try call() }
      return Prepared(body: body, result: Result.self == Void.self ? nil : result)
    }
  }
}
