import Foundation
import ReferenceRedux
import ValueRedux

/// A slice in a running store, independent of the type of its value.
///
/// Confined to the executor of the store, as the state is, but for ``listed`` and ``name``.
protocol SliceRunning<State, Action>: AnyObject, Sendable {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  /// The slice as it was declared; a constant.
  var listed: ListedSlice<State, Action> { get }

  var name: String { get }

  /// The slices that its reducer reads.
  var readNames: [String] { get }

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

  /// Brings the class state up to date with the value, if that may differ; false if it did not.
  @discardableResult func writeBack(_ state: State) -> Bool

  /// Writes the value to a class state, the one of the store or a copy.
  func write(to state: State)

  /// Whether a class state has the value.
  func isWritten(to state: State) -> Bool

  /// The present value without its signals, which only one side holds in the value.
  func maskedValue(_ state: State) -> any Sendable

  /// The flags of the old side; nil if the slice has no signals.
  var raisedFlags: RaisedFlags<State>? { get }
}
