/// One way to keep a state, to change it and to give it to readers.
///
/// ## Thread safety
/// Confined to the main actor, on which its closures run.
public struct ComparisonStrategy: Sendable {
  /// What a strategy does with its state.
  public struct Steps: Sendable {
    /// Changes the state once.
    public let change: @MainActor () throws -> Void
    /// Gives the state to one reader.
    public let read: @MainActor () throws -> Void

    /// Puts two steps together.
    ///
    /// - Parameters:
    ///   - change: changes the state once.
    ///   - read: gives the state to one reader.
    public init(
      change: @escaping @MainActor () throws -> Void, read: @escaping @MainActor () throws -> Void
    ) {
      self.change = change
      self.read = read
    }
  }

  /// The name, as a part of the names of its cases.
  public let name: String
  /// The name in tables and legends.
  public let label: String
  /// Whether each read costs the same again; otherwise only the first after a change does.
  public let paysForEveryRead: Bool
  /// Whether a short run leaves it out.
  public let isSlow: Bool
  /// Whether it might end the process.
  public let mayCrash: Bool
  /// Makes a state of its own.
  public let setup: @MainActor () throws -> Steps

  /// Describes a strategy.
  ///
  /// - Parameters:
  ///   - name: the name, as a part of the names of its cases.
  ///   - label: the name in tables and legends.
  ///   - paysForEveryRead: whether each read costs the same again.
  ///   - isSlow: whether a short run leaves it out.
  ///   - mayCrash: whether it might end the process.
  ///   - setup: makes a state of its own; not timed.
  public init(
    _ name: String, label: String, paysForEveryRead: Bool, isSlow: Bool = false,
    mayCrash: Bool = false, setup: @escaping @MainActor () throws -> Steps
  ) {
    self.name = name
    self.label = label
    self.paysForEveryRead = paysForEveryRead
    self.isSlow = isSlow
    self.mayCrash = mayCrash
    self.setup = setup
  }

  /// The name of the case with so many reads after each change.
  ///
  /// - Parameters:
  ///   - subject: the subject of the comparison.
  ///   - reads: how many reads.
  ///   - size: how large the state is.
  /// - Returns: the name.
  package func caseName(_ subject: String, reads: Int, size: Int) -> String {
    "\(subject).\(name).reads\(reads)(\(size))"
  }
}
