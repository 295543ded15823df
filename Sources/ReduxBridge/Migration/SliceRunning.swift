import ReferenceRedux

/// A slice in a running store, whatever its value is.
///
/// Confined to the executor of the store, as the state is.
protocol SliceRunning<State, Action>: AnyObject {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  var name: String { get }
  var stage: Stage { get }

  /// What reduces an action at the present stage.
  var blocks: [ReduceBlock<State, Action>] { get }

  /// Moves to another stage between two actions.
  func move(to stage: Stage, _ state: State)

  /// Brings the reference state up to the value, where it was left behind.
  func writeBack(_ state: State)
}
