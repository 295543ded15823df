public import ReferenceRedux
public import ValueRedux

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
