public import ReferenceRedux
public import ValueRedux
package import ValueReflection

/// One part of the state that migrates as a unit: its name, both implementations and a projection.
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
/// A slice lists its own reduce blocks. Blocks that belong to no slice stay legacy until a slice
/// claims them; see ``MigrationEntry/blocks(_:)``.
public struct StateSlice<
  State: AnyObject & Codable & SendableMetatype, Action: Sendable, Value: Equatable & Sendable
>:
  Sendable
{
  /// The name of the slice in mismatches and ledgers; unique in its store.
  public let name: String

  package let projection: Projection<State, Value>
  package let legacy: [ReduceBlock<State, Action>]

  /// The slices that the reducer reads; looked up when a store is made.
  let reads: @Sendable () -> [ListedSlice<State, Action>]
  let makeKernel: @Sendable (SliceSurroundings<State, Action>) -> SliceKernel<State, Action, Value>

  /// Whether legacy code outside of this slice may look at its objects.
  package internal(set) var hasLegacyReaders = true
  package private(set) var effects: SliceEffects<State, Action, Value>?
  package private(set) var isolation: WindowIsolation<Action, Value>?
  var signals: [SliceSignal<State, Value>] = []
  private(set) var rules: [DifferenceRule] = []
  package private(set) var gate: Gate = .open
  package private(set) var equality = ReflectedEquality.declared

  /// Describes a slice.
  ///
  /// - Parameters:
  ///   - name: The name of the slice; unique in its store.
  ///   - projection: How its part of the reference state maps to a value and back.
  ///   - legacy: Its old implementation: reduce blocks, in the order in which the store ran them.
  ///   - reducer: Its new implementation.
  @inlinable
  public init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reducer: Reducer<Value, Action>
  ) {
    let kernel = SliceKernel<State, Action, Value>(reducer)
    self.init(
      name, projection: projection, legacy: legacy, reads: { [] }, makeKernel: { _ in kernel })
  }

  @usableFromInline
  init(
    _ name: String,
    projection: Projection<State, Value>,
    legacy: [ReduceBlock<State, Action>],
    reads: @escaping @Sendable () -> [ListedSlice<State, Action>],
    makeKernel:
      @escaping @Sendable (SliceSurroundings<State, Action>) -> SliceKernel<State, Action, Value>
  ) {
    self.name = name
    self.projection = projection
    self.legacy = legacy
    self.reads = reads
    self.makeKernel = makeKernel
  }

  /// Returns this slice with the effects of both sides.
  ///
  /// - Parameter effects: What each side requests, and what performs it.
  /// - Returns: A copy of this slice with these effects in place of former ones.
  public func effects(_ effects: SliceEffects<State, Action, Value>) -> StateSlice {
    with { $0.effects = effects }
  }

  /// Returns this slice with a check that an action for one window leaves the others unchanged.
  ///
  /// - Parameter isolation: The window of an action, and the part of the value of each window.
  /// - Returns: A copy of this slice with this check in place of a former one.
  public func windows(_ isolation: WindowIsolation<Action, Value>) -> StateSlice {
    with { $0.isolation = isolation }
  }

  /// Returns this slice with more known differences.
  ///
  /// - Parameter rules: Paths at which both sides may differ, each with the reason.
  /// - Returns: A copy of this slice with these rules after the ones before.
  public func allowing(_ rules: DifferenceRule...) -> StateSlice {
    with { $0.rules += rules }
  }

  /// Returns this slice with a gate that promotions must pass.
  ///
  /// - Parameter gate: What the ledger must show first.
  /// - Returns: A copy of this slice with this gate in place of the former one.
  public func gate(_ gate: Gate) -> StateSlice {
    with { $0.gate = gate }
  }

  /// Returns this slice with a comparison that finds what `==` ignores.
  ///
  /// By default both sides agree when `==` says so, or where both are NaN. `==` of strings ignores how a
  /// character is composed ("é" as one Unicode scalar or as two), `==` of numbers the sign of zero, `==`
  /// of an app's own type what it leaves out. An exact comparison looks at the fields of a value by
  /// reflection: numbers agree with the same bits, NaN included, and strings with the same scalars. It
  /// covers the state, effects and signals. Types of the system whose fields are hidden keep their `==`.
  ///
  /// - Returns: A copy of this slice that is compared exactly.
  /// - Complexity: Each comparison takes O(*n*) steps of reflection, *n* being the number of parts of the
  ///   value: far longer than `==`. Meant for tests and for sampling.
  public func comparingExactly() -> StateSlice {
    with { $0.equality = .exact }
  }

  /// Returns the demands of this slice's gate that a ledger does not meet, in words.
  ///
  /// ```swift
  /// for ledger in ledgersOfTheTesters { evidence.merge(ledger) }
  /// if theme.unmetDemands(in: evidence).isEmpty { promote(theme) }
  /// ```
  ///
  /// - Parameter ledger: The evidence, of one run or merged from several.
  /// - Returns: One sentence for each demand; empty when the slice may be promoted.
  public func unmetDemands(in ledger: ParityLedger) -> [String] {
    gate.unmetDemands(ofSliceNamed: name, in: ledger)
  }

  private func with(_ change: (inout StateSlice) -> Void) -> StateSlice {
    var slice = self
    change(&slice)
    return slice
  }
}

/// A check that an action for one window leaves the other windows unchanged.
///
/// ```swift
/// WindowIsolation(target: { $0.window }, parts: { $0.screensByWindow })
/// ```
///
/// Before and after each compared action, the parts of all windows but the target must be equal, on
/// the new side as on the old one. A window that both sides change is a mismatch, too, with the verdict
/// ``Mismatch/Verdict/bothWrong``.
public struct WindowIsolation<Action: Sendable, Value: Sendable>: Sendable {
  /// The windows whose parts changed although the action was for another one, in any order.
  let trespasses: @Sendable (_ before: Value, _ after: Value, _ action: Action) -> [Any]
  /// The number of windows in a value.
  package let openCount: @Sendable (Value) -> Int

  /// Describes which part of a value belongs to which window.
  ///
  /// - Parameters:
  ///   - target: Returns the window of an action; nil when the action is for all windows.
  ///   - parts: Returns the part of each window in the value.
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
    openCount = { parts($0).count }
  }
}

/// The operations of a slice that each action pays for, compiled where the slice is described.
///
/// This module knows the types of a slice only by their conformances. Code compiled here calls
/// through witness tables for every array element that it compares and for every value that it
/// moves; compiled for the concrete types, the same operations take a fraction of the time.
@frozen @usableFromInline
struct SliceKernel<State, Action, Value: Equatable>: Sendable {
  @usableFromInline
  typealias Reduction = @Sendable (ValueBox<Value>, Action, ActionNumber) -> Void

  /// Returns the reducer for the next action, with what it reads of other slices at this moment.
  @usableFromInline let prepare: @Sendable (State) -> Reduction

  /// Makes the reduce block of a migrated slice from its value and the number of the action, which it
  /// advances first if it is to count the actions.
  @usableFromInline let block:
    @Sendable (ValueBox<Value>, ValueBox<Int>, _ counts: Bool) -> ReduceBlock<State, Action>

  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(_ reducer: Reducer<Value, Action>) where Value: Sendable {
    let reduce: Reduction = { box, action, number in
      unsafe reducer.reduce(&box.place.pointee, action, number: number)
    }
    prepare = { _ in reduce }
    block = { box, index, counts in
      { _, action in
        if counts { unsafe index.place.pointee += 1 }
        unsafe reducer.reduce(
          &box.place.pointee, action, number: ActionNumber(UInt64(index.place.pointee)))
      }
    }
    areEqual = { $0 == $1 }
  }

  @inlinable
  init<Reads: Sendable>(
    _ reducer: ReadingReducer<Value, Reads, Action>,
    reading read: @escaping @Sendable (State) -> Reads
  ) where Value: Sendable {
    prepare = { state in
      let reads = read(state)
      return { box, action, number in
        unsafe reducer.reduce(&box.place.pointee, reading: reads, action, number: number)
      }
    }
    block = { box, index, counts in
      { state, action in
        if counts { unsafe index.place.pointee += 1 }
        unsafe reducer.reduce(
          &box.place.pointee, reading: read(state), action,
          number: ActionNumber(UInt64(index.place.pointee)))
      }
    }
    areEqual = { $0 == $1 }
  }
}

/// A slice's value while the answer of the new side counts, so that it is changed in place.
///
/// It has memory of its own: the exclusivity check of a stored property, paid per action, finds
/// nothing that the executor does not already rule out.
///
/// `@unchecked Sendable` because:
/// 1. `place` is accessed on the executor of the store only.
/// 2. The executor lends the state to one caller at a time.
///
/// `@safe` because it owns its memory, and because of 1 and 2.
@safe @usableFromInline
final class ValueBox<Value>: @unchecked Sendable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  @usableFromInline
  init(_ value: Value) {
    unsafe place = .allocate(capacity: 1)
    unsafe place.initialize(to: value)
  }

  deinit {
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  var value: Value { unsafe place.pointee }
}
