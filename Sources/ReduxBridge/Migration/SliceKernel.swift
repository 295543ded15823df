public import ReferenceRedux
public import ValueRedux

/// Where a slice's value stands while the new side's answer counts, so that it can be changed in place.
///
/// `@unchecked Sendable` because `value` is touched on the executor of the store alone, which hands out
/// the state to one caller at a time.
@usableFromInline
final class ValueBox<Value>: @unchecked Sendable {
  @usableFromInline var value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
  }
}

/// The number of the action that is being reduced.
///
/// `@unchecked Sendable` because `index` is touched on the executor of the store alone, which reduces
/// one action at a time.
@usableFromInline
final class ActionCounter: @unchecked Sendable {
  @usableFromInline var index = 0
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

  /// Makes the reduce block of a migrated slice.
  @usableFromInline let block:
    @Sendable (ValueBox<Value>, ActionCounter) -> ReduceBlock<State, Action>

  /// Compares two values.
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(_ reducer: Reducer<Value, Action>) where Value: Sendable {
    reduce = { box, action, number in
      reducer.reduce(&box.value, action, number: number)
    }
    block = { box, counter in
      { _, action in
        reducer.reduce(&box.value, action, number: ActionNumber(UInt64(counter.index)))
      }
    }
    areEqual = { $0 == $1 }
  }
}
