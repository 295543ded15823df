internal import Foundation

/// What a store checks while it runs: all of it off by default, and free when off.
///
/// ```swift
/// #if DEBUG
///   configuration.diagnostics = StoreDiagnostics()
///   configuration.diagnostics?.detectsOutsideChanges = true
///   configuration.diagnostics?.slowReducerThreshold = .milliseconds(16)
/// #endif
/// ```
///
/// The closures run on the executor of the store, between two actions. They must not ask that
/// store for its state or for a flush.
///
/// ## Thread safety
///
/// A value whose closures are `@Sendable`: safe from any thread.
public struct StoreDiagnostics: Sendable {
  /// Whether to compare the state before each action and each reading with what the last action
  /// left, which finds whoever kept a reference and writes through it.
  ///
  /// Costs a copy per action and a comparison per action and reading, each O(*n*) in the number of
  /// encoded values reachable from the state.
  public var detectsOutsideChanges = false

  /// Whether each snapshot is compared with the state by reflection, which finds the properties that
  /// a coding forgets and the subclasses that have none of their own.
  ///
  /// Costs a second copy and a walk over the state by reflection per snapshot, each O(*n*) in the
  /// number of stored values.
  public var verifiesCopies = false

  /// The properties that need not survive a copy, as `Graph.verifyCopy(of:ignoring:)` takes
  /// them.
  public var excusedFromCopies: Set<String> = []

  /// A reduce block that takes at least this long is reported.
  public var slowReducerThreshold: Duration?

  /// The clock that times reduce blocks.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Called for each action, before it is reduced.
  public var willReduce: (@Sendable (ActionRecord) -> Void)?

  /// Called with what was found.
  ///
  /// Writes to the standard error stream unless set.
  public var report: @Sendable (StoreFinding) -> Void = { finding in
    FileHandle.standardError.write(Data("ReferenceStore: \(finding)\n".utf8))
  }

  /// Makes diagnostics of which every check is off.
  public init() {}
}
