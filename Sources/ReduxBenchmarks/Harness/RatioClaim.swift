/// A row: two sides of one group, and what their ratio must come to.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct RatioClaim: Sendable, Equatable {
  /// A time, or what one case costs more than another.
  public enum Side: Sendable, Equatable, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
  {
    /// The time of the case of this name.
    case time(String)
    /// What the first costs more than the second.
    case difference(String, minus: String)

    /// Takes the time of the case of this name.
    ///
    /// - Parameter value: the name.
    public init(stringLiteral value: String) { self = .time(value) }

    /// The cases it needs.
    public var caseNames: [String] {
      switch self {
      case .time(let name): [name]
      case .difference(let name, let other): [name, other]
      }
    }
  }

  /// The row's name.
  public let name: String
  /// The side above the line.
  public let numerator: Side
  /// The side below the line.
  public let denominator: Side
  /// What must be got.
  public let reach: Reach
  /// What would be remarkable, if anything was said about it.
  public let aim: Double?

  /// Describes a row.
  ///
  /// - Parameters:
  ///   - name: the row's name.
  ///   - numerator: the side above the line.
  ///   - denominator: the side below the line.
  ///   - reach: what must be got.
  ///   - aim: what would be remarkable.
  public init(
    _ name: String, of numerator: Side, to denominator: Side, _ reach: Reach, aim: Double? = nil
  ) {
    self.name = name
    self.numerator = numerator
    self.denominator = denominator
    self.reach = reach
    self.aim = aim
  }

  /// The cases it needs, each once.
  public var caseNames: [String] {
    var names: [String] = []
    for name in numerator.caseNames + denominator.caseNames where !names.contains(name) {
      names.append(name)
    }
    return names
  }
}
