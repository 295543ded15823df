/// The options for the comparison of both sides by a store, including the closure that receives the mismatches.
public struct ParityOptions<Action: Sendable>: Sendable {
  /// The frequency of comparisons at the stages `shadow` and `lead`.
  public enum Sampling: Sendable, Equatable {
    /// Never: the store compares no action, counts none in the ledger, and keeps no trace.
    case off
    /// After each action.
    case everyAction
    /// With the number *n*: after the first action of each type, and then after every *n*th action of the type.
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

  /// Creates the options of a comparison.
  ///
  /// - Parameters:
  ///   - sampling: The frequency of comparisons at the stages `shadow` and `lead`.
  ///   - redactor: Decides which parts of values and actions may be shown.
  ///   - actionType: Returns the name of an action's type, by which ledgers count the action; the name must not contain
  ///     any part of the payload. By default, the name comes from ``actionTypeName(of:)``; if `Action` is a protocol,
  ///     the name of the conforming type precedes it.
  ///   - expectedActionTypes: The names of the types of all actions that each slice handles, by the name of the slice.
  ///     A ledger lists the types that were never compared. A store ends the process if it lacks one of these slices.
  ///   - footprintInterval: The number of compared actions of a type from one check of footprints to the next. The
  ///     store always checks the first compared action of a type, and the first compared action of the type at `lead`.
  ///     On copies of the whole state, this check finds writes of blocks outside of their slice, and places whose value
  ///     after `write` of the projection differs from the value that the blocks left. With 0, the store makes no such
  ///     checks, and gates that limit mismatches demand that a `ParityCheck` proves the laws.
  ///   - keptMismatches: The number of mismatches to keep for ``Migrating/mismatches``; the store does not keep later
  ///     mismatches, but the ledger counts them.
  ///   - tracedActions: The least number of actions that the trace of a mismatch contains, if so many occurred; the
  ///     trace contains up to twice as many. With 0, there is no trace.
  ///   - onMismatch: Receives each unexplained mismatch. The store calls the closure on its executor, in the order of
  ///     the actions; for a missed or repeated notification, on the main actor, at the end of a turn.
  ///   - version: The version of the app, which the store's ledger contains. A store accepts only ledgers of its own
  ///     version as evidence; with nil, it accepts none.
  ///   - source: The origin of the store's ledger, such as `CI` or the name of a tester. If another store refuses the
  ///     ledger as evidence, `unmetDemands` of that store names the origin.
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
