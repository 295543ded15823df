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

/// Where a slice's value stands while the new side's answer counts, so that it can be changed in place.
///
/// It lies in memory of its own: the run-time check of a stored property, paid for each action, would
/// find nothing that the executor does not rule out.
///
/// `@unchecked Sendable` because `place` is used on the executor of the store alone, which hands out the
/// state to one caller at a time.
@usableFromInline
final class ValueBox<Value>: @unchecked Sendable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @usableFromInline
  init(_ value: Value) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  var value: Value { place.pointee }
}

/// The operations of a slice that each action pays for, compiled where the slice is described.
///
/// This module knows a slice's types by their conformances alone. Code that is compiled so calls
/// through witness tables for every element of an array that it compares, and for every value that it
/// moves; compiled for the slice's own types, the same operations take a fraction of the time.
@usableFromInline
struct SliceKernel<State, Action, Value: Equatable>: Sendable {
  /// Reduces an action on a value.
  @usableFromInline let reduce: @Sendable (ValueBox<Value>, Action, ActionNumber) -> Void

  /// Makes the reduce block of a migrated slice from its value and the number of the action.
  @usableFromInline let block:
    @Sendable (ValueBox<Value>, ValueBox<Int>) -> ReduceBlock<State, Action>

  /// Compares two values.
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(_ reducer: Reducer<Value, Action>) where Value: Sendable {
    reduce = { box, action, number in
      reducer.reduce(&box.place.pointee, action, number: number)
    }
    block = { box, index in
      { _, action in
        reducer.reduce(
          &box.place.pointee, action, number: ActionNumber(UInt64(index.place.pointee)))
      }
    }
    areEqual = { $0 == $1 }
  }
}

/// How the bridge sees that an action for one window leaves the other windows alone.
///
/// ```swift
/// WindowIsolation(target: { $0.window }, parts: { $0.screensByWindow })
/// ```
///
/// Before and after each compared action, the parts of all windows that the action is not for must be
/// equal, on the new side as on the old one.
///
/// ## Thread safety
/// Safe from any thread: a value of `@Sendable` closures.
public struct WindowIsolation<Action: Sendable, Value: Sendable>: Sendable {
  /// The windows whose parts changed although the action was for another one, in any order.
  let trespasses: @Sendable (_ before: Value, _ after: Value, _ action: Action) -> [Any]

  /// Describes which part of a value belongs to which window.
  ///
  /// - Parameters:
  ///   - target: The window that an action is for; nil when it is for all.
  ///   - parts: What each window has in the value.
  public init<Window: Hashable & SendableMetatype, Part: Equatable & SendableMetatype>(
    target: @escaping @Sendable (Action) -> Window?,
    parts: @escaping @Sendable (Value) -> [Window: Part]
  ) {
    trespasses = { before, after, action in
      guard let target = target(action) else { return [] }
      let (old, new) = (parts(before), parts(after))
      return Set(old.keys).union(new.keys)
        .filter { $0 != target && old[$0] != new[$0] }
    }
  }
}
