public import ReferenceRedux
public import ValueRedux

/// One part of the state that migrates as a unit: its name, its two implementations and what joins them.
///
/// The list of slices is the checked-in description of a migration:
///
/// ```swift
/// let theme = StateSlice(
///   "theme",
///   projection: Projection(\AppState.theme),
///   legacy: ThemeReducer.reduceBlocks,
///   reducer: themeReducer)
/// ```
///
/// A slice names its own reduce blocks. Blocks that belong to no slice stay legacy until one claims
/// them; see ``MigrationEntry/blocks(_:)``.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
public struct StateSlice<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>:
  Sendable
{
  /// The name that stages, mismatches and ledgers know the slice by; unique in its store.
  public let name: String

  /// How the slice's part of the reference state maps to a value and back.
  public let projection: Projection<State, Value>

  /// The old implementation, in the order in which the store ran it.
  public let legacy: [ReduceBlock<State, Action>]

  /// The new implementation.
  public let reducer: Reducer<Value, Action>

  let kernel: SliceKernel<State, Action, Value>

  /// What both sides do to the world outside, where they do.
  package private(set) var effects: SliceEffects<State, Action, Value>?

  /// What keeps the slice's windows apart, where it has some.
  package private(set) var isolation: WindowIsolation<Action, Value>?

  /// The one-shot events of both sides.
  package internal(set) var signals: [SliceSignal<State, Value>] = []

  /// The differences that are known, each with its reason.
  package private(set) var rules: [DifferenceRule] = []

  /// What the ledger must show before the slice may be promoted.
  public private(set) var gate: Gate = .open

  /// Describes a slice.
  ///
  /// - Parameters:
  ///   - name: The slice's name; unique in its store.
  ///   - projection: How its part of the reference state maps to a value and back.
  ///   - legacy: Its reduce blocks, in order.
  ///   - reducer: Its reducer.
  @inlinable
  public init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: Reducer<Value, Action>
  ) {
    self.init(
      name, projection: projection, legacy: legacy, reducer: reducer,
      kernel: SliceKernel(reducer))
  }

  @usableFromInline
  init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: Reducer<Value, Action>,
    kernel: SliceKernel<State, Action, Value>
  ) {
    self.name = name
    self.projection = projection
    self.legacy = legacy
    self.reducer = reducer
    self.kernel = kernel
  }

  /// The slice with the effects of both its sides.
  ///
  /// - Parameter effects: What each side asks for, and what does it.
  /// - Returns: The slice, with these effects in place of former ones.
  public func effects(_ effects: SliceEffects<State, Action, Value>) -> StateSlice {
    var slice = self
    slice.effects = effects
    return slice
  }

  /// The slice with a check that an action for one window leaves the others alone.
  ///
  /// - Parameter isolation: Which window an action is for, and which part of the value is whose.
  /// - Returns: The slice, with this check in place of a former one.
  public func windows(_ isolation: WindowIsolation<Action, Value>) -> StateSlice {
    var slice = self
    slice.isolation = isolation
    return slice
  }

  /// The slice with more known differences.
  ///
  /// - Parameter rules: Paths at which both sides may differ, each with the reason.
  /// - Returns: The slice, with these rules after those that it had.
  public func allowing(_ rules: DifferenceRule...) -> StateSlice {
    var slice = self
    slice.rules += rules
    return slice
  }

  /// The slice with a gate that promotions must pass.
  ///
  /// - Parameter gate: What the ledger must show first.
  /// - Returns: The slice, with this gate in place of the former one.
  public func gate(_ gate: Gate) -> StateSlice {
    var slice = self
    slice.gate = gate
    return slice
  }
}
