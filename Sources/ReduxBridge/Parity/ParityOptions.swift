/// How a ``MigrationStore`` compares both sides, and whom it tells.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures and plain values.
public struct ParityOptions<Action: Sendable>: Sendable {
  /// How often both sides are compared at the stages that compare.
  public enum Sampling: Sendable, Equatable {
    /// Not at all: nothing is compared, counted, kept or measured.
    case off
    /// After each action.
    case everyAction
    /// After one action in so many of each type, the first of each included.
    case oneIn(Int)
    /// As often as the checker may, so that comparing costs about this much per action, going by the
    /// median of its latest comparisons.
    case budget(Duration)
  }

  /// How often both sides are compared.
  public var sampling: Sampling

  /// What of values and actions may be shown.
  public var redactor: Redactor

  /// The type of an action, by which ledgers count.
  ///
  /// It must not hold anything of the payload.
  public var actionType: @Sendable (Action) -> String

  /// The action types that exist, by slice name; a ledger lists those that were never compared.
  public var expectedActionTypes: [String: Set<String>]

  /// How many mismatches are kept for ``MigrationStore/mismatches``; later ones are counted only.
  public var keptMismatches: Int

  /// How many of the latest actions are kept at least, to shrink a mismatch; 0 for none.
  public var tracedActions: Int

  /// Is told of each unexplained mismatch: of a disagreement on the executor of the store, in the order
  /// of the actions; of a missed delivery on the main actor, once the store is at rest.
  public var onMismatch: (@Sendable (Mismatch) -> Void)?

  /// What the checker measures itself with.
  package var clock = CheckClock.continuous

  /// Describes how to compare.
  ///
  /// - Parameters:
  ///   - sampling: How often both sides are compared.
  ///   - redactor: What of values and actions may be shown.
  ///   - actionType: The type of an action; by default the names of its enum cases, joined by dots.
  ///   - expectedActionTypes: The action types that exist, by slice name.
  ///   - keptMismatches: How many mismatches are kept.
  ///   - tracedActions: How many of the latest actions are kept at least; up to twice as many are.
  ///   - onMismatch: Is told of each unexplained mismatch, as ``onMismatch`` says.
  public init(
    sampling: Sampling = .everyAction,
    redactor: Redactor = .secretsOnly,
    actionType: @escaping @Sendable (Action) -> String = { actionTypeName(of: $0) },
    expectedActionTypes: [String: Set<String>] = [:],
    keptMismatches: Int = 100,
    tracedActions: Int = 0,
    onMismatch: (@Sendable (Mismatch) -> Void)? = nil
  ) {
    self.sampling = sampling
    self.redactor = redactor
    self.actionType = actionType
    self.expectedActionTypes = expectedActionTypes
    self.keptMismatches = keptMismatches
    self.tracedActions = tracedActions
    self.onMismatch = onMismatch
  }
}
