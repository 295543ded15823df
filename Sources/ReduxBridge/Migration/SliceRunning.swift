import ReferenceRedux
import ValueRedux

/// A slice in a running store, independent of the type of its value.
///
/// Confined to the executor of the store, as the state is.
protocol SliceRunning<State, Action>: AnyObject {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  var name: String { get }
  var stage: Stage { get }

  /// The names of the slices that the reducer reads.
  var readNames: [String] { get }

  /// How its objects are kept while its value counts.
  var upkeep: Upkeep { get }

  /// Whether its block can count the actions, so that they need no block of their own.
  var canCount: Bool { get }

  /// The blocks that reduce an action at the present stage, and count it before if they are to.
  func blocks(counting: Bool) -> [ReduceBlock<State, Action>]

  /// Moves to another stage between two actions; the objects are up to date.
  func move(to stage: Stage, _ state: State)

  /// Whether legacy code outside of the slice may look at its objects without a declaration.
  var hasLegacyReaders: Bool { get }

  /// Decides how the objects are kept from now on, and clears them if nothing looks at them.
  func settle(besideLegacyCode: Bool, _ state: State)

  /// Brings the reference state up to date with the value, if that may differ.
  func writeBack(_ state: State)

  /// Writes the value to a reference state, the one of the store or a copy.
  func write(to state: State)

  /// Whether a reference state has the value.
  func isWritten(to state: State) -> Bool

  /// Whether the values that the reducer reads are part of the trace of this slice.
  var tracesReads: Bool { get }

  /// Notes the values that the reducer reads, before any slice reduces an action.
  func noteReads(_ state: State)

  /// The present value of the slice, of a type that the slice knows.
  func anyValue(_ state: State) -> any Sendable

  /// The type of the value.
  var valueType: Any.Type { get }

  /// The present value without its signals, which only one side holds in the value.
  func recordedValue(_ state: State) -> any Sendable

  /// Writes a value that `anyValue(_:)` of the same slice returned.
  func writeAny(_ value: any Sendable, to state: State)

  /// Reduces an action on both sides, and returns what no rule explains, without counting it; nil if
  /// both sides agree.
  func findings(after action: Action, ofType type: String, _ state: State) -> Findings?

  /// Whether it has signals; a constant.
  var hasSignals: Bool { get }

  /// Begins to follow the flags of the old side.
  func beginFlags(_ state: State, after number: ActionNumber)

  /// Notes the flags of the old side after an action.
  func noteFlags(_ state: State)
}

extension SliceRunning {
  /// The blocks that reduce an action at the present stage, where another block counts the actions.
  var blocks: [ReduceBlock<State, Action>] { blocks(counting: false) }
}

/// How the objects of a slice are kept while its value counts.
enum Upkeep {
  /// They are brought up to date before legacy code runs, and before the state is read.
  case beforeBlocks
  /// They are brought up to date before the state is read: there are no blocks that could see them.
  case beforeAccess
  /// They are not brought up to date: they were cleared, or no legacy code looks at them.
  case none
}
