/// A slice in a running store, whatever its value is.
///
/// Confined to the executor of the store, as the state is.
protocol SliceRunning<State, Action>: AnyObject {
  associatedtype State: AnyObject
  associatedtype Action: Sendable

  var name: String { get }
  var stage: Stage { get }

  /// The blocks that do, at stage `legacy`, all that `reduce` does.
  var legacyBlocks: [@Sendable (State, Action) -> Void] { get }

  /// Reduces one action on the sides that the stage asks for.
  func reduce(_ state: State, _ action: Action, index: Int)

  /// Moves to another stage between two actions.
  func move(to stage: Stage, _ state: State)

  /// Brings the reference state up to the value, where it was left behind.
  func writeBack(_ state: State)
}
