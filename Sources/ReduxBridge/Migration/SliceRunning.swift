import Foundation
import ReferenceRedux
import ValueRedux

/// A slice in a running store, independent of the type of its value.
///
/// Confined to the executor of the store, as the state is, but for ``listed``.
protocol SliceRunning<State, Action>: AnyObject, Sendable {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  /// The slice as it was declared; a constant.
  var listed: ListedSlice<State, Action> { get }

  /// The number of slices that began to run before it in the same store; a constant.
  var position: Int { get }

  var stage: Stage { get }

  /// How its objects are kept while its value counts.
  var upkeep: Upkeep { get }

  /// The blocks that reduce an action at the present stage, and count it before if they are to; at
  /// `legacy` they do not count.
  func blocks(counting: Bool) -> [ReduceBlock<State, Action>]

  /// Notes the values that the reducer reads, before any slice reduces an action; nil where they are no
  /// part of the trace of this slice.
  var readsBlock: ReduceBlock<State, Action>? { get }

  /// Moves to another stage between two actions; the objects are up to date.
  func move(to stage: Stage, _ state: State)

  /// Decides how the objects are kept from now on, and clears them if nothing looks at them.
  func settle(besideLegacyCode: Bool, _ state: State)

  /// Brings the reference state up to date with the value, if that may differ.
  func writeBack(_ state: State)

  /// Writes the value to a reference state, the one of the store or a copy.
  func write(to state: State)

  /// Whether a reference state has the value.
  func isWritten(to state: State) -> Bool

  /// The present value without its signals, which only one side holds in the value.
  func maskedValue(_ state: State) -> any Sendable

  /// The flags of the old side; nil if the slice has no signals.
  var raisedFlags: RaisedFlags<State>? { get }
}

extension SliceRunning {
  var name: String { listed.name }

  /// Whether the reducer reads another slice.
  func reads(_ other: any SliceRunning<State, Action>) -> Bool {
    listed.reads().contains { $0.name == other.name }
  }
}

/// How the objects of a slice are kept while its value counts.
enum Upkeep {
  /// They are brought up to date before legacy code runs, and before the state is read.
  case beforeBlocks
  /// They are brought up to date before the state is read: there are no blocks that could see them.
  case beforeAccess
  /// They are brought up to date in the slice's own turn of each action: other code holds them.
  case inTurn
  /// They are not brought up to date: they were cleared, or no legacy code looks at them.
  case none
}

/// The slices whose objects may lag behind their values, by position, each once.
///
/// Each block of a slice brings the objects of all others up to date first. With a list of those that
/// need it, an action costs as much for each slice, however many there are.
///
/// `@unchecked Sendable` because everything is touched on the executor of the store only.
final class LaggingSlices: @unchecked Sendable {
  private var positions: [Int] = []
  private var isListed: [Bool] = []

  func add(_ position: Int) {
    while isListed.count <= position { isListed.append(false) }
    guard !isListed[position] else { return }
    isListed[position] = true
    positions.append(position)
  }

  /// Takes all slices out of the list, and passes each on.
  func removeAll(_ body: (Int) -> Void) {
    for position in positions {
      isListed[position] = false
      body(position)
    }
    positions.removeAll(keepingCapacity: true)
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
package final class ValueBox<Value>: @unchecked Sendable {
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

  package var value: Value { unsafe place.pointee }

  /// Whether both hold the same bits: then both hold one value, since each keeps what its bits refer to.
  ///
  /// Equal values may differ in the gaps of their layout.
  func hasBits(of other: ValueBox) -> Bool {
    unsafe memcmp(place, other.place, MemoryLayout<Value>.size) == 0
  }
}
