/// How a ``MigrationStore`` compares both sides, and what receives the mismatches.
public struct ParityOptions<Action: Sendable>: Sendable {
  /// How often both sides are compared at the stages that compare.
  public enum Sampling: Sendable, Equatable {
    /// Never: nothing is compared, counted or kept.
    case off
    /// After each action.
    case everyAction
    /// After one in this many actions of each type, the first of each type included.
    case oneIn(Int)
  }

  /// Where the ledger of these options is from.
  package var origins: Set<ParityLedger.Origin> {
    [.init(version: version, source: source)]
  }

  package var sampling: Sampling
  package var redactor: Redactor
  package var actionType: @Sendable (Action) -> String
  package var expectedActionTypes: [String: Set<String>]
  package var footprintInterval: Int
  package var keptMismatches: Int
  package var tracedActions: Int
  package var onMismatch: (@Sendable (Mismatch) -> Void)?
  package var version: String?
  package var source: String?
  /// Whether a check compares, which looks at each action in full.
  package var isCheck = false

  /// Describes how to compare.
  ///
  /// - Parameters:
  ///   - sampling: How often both sides are compared.
  ///   - redactor: The parts of values and actions that may be shown.
  ///   - actionType: Returns the type of an action, by which ledgers count. Nil for the names of its
  ///     enum cases, joined by dots, after the name of its type if `Action` is a protocol; see
  ///     ``actionTypeName(of:)``. It must not contain anything of the payload.
  ///   - expectedActionTypes: All action types, by slice name; a ledger lists those that were never
  ///     compared. A ``MigrationStore`` ends the process if it has no slice of a name.
  ///   - footprintInterval: The number of compared actions of a type, at `shadow` and at `lead`, from one
  ///     check of footprints to the next; the first one is always checked. On copies of the whole state, the
  ///     check finds what blocks write outside of their slice, and whether `write` of the projection writes
  ///     as they do. 0 for never, so that gates demand the laws that a `ParityCheck` proves.
  ///   - keptMismatches: The number of mismatches to keep for ``Migrating/mismatches``; later ones
  ///     are only counted.
  ///   - tracedActions: The least number of latest actions to keep, to shrink a mismatch; up to twice as
  ///     many are kept. 0 for none.
  ///   - onMismatch: Receives each unexplained mismatch: a disagreement on the executor of the store, in the
  ///     order of the actions; a missed delivery on the main actor, once the store is at rest.
  ///   - version: The version of the app, which a ledger carries. A store takes ledgers of the same version
  ///     as evidence.
  ///   - source: Where a ledger is from, such as `CI` or the name of a tester; shown where it is refused.
  public init(
    sampling: Sampling = .everyAction,
    redactor: Redactor = Redactor(),
    actionType: (@Sendable (Action) -> String)? = nil,
    expectedActionTypes: [String: Set<String>] = [:],
    footprintInterval: Int = 1_000,
    keptMismatches: Int = 100,
    tracedActions: Int = 0,
    onMismatch: (@Sendable (Mismatch) -> Void)? = nil,
    version: String? = nil,
    source: String? = nil
  ) {
    self.sampling = sampling
    self.redactor = redactor
    self.actionType = actionType ?? qualifiedActionTypeName(of:)
    self.expectedActionTypes = expectedActionTypes
    self.footprintInterval = footprintInterval
    self.keptMismatches = keptMismatches
    self.tracedActions = tracedActions
    self.onMismatch = onMismatch
    (self.version, self.source) = (version, source)
  }
}
