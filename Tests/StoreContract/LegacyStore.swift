public import ReferenceRedux

/// What a store in the legacy style must offer to be held to the contract of ReduxObjC.
///
/// It posts `Notification.Name.RDXStateDidChange` to the default center, itself as the object.
public protocol LegacyStore: AnyObject, Sendable {
  /// Asks for `action` to be reduced, returns at once.
  func dispatch(_ action: LegacyAction)
  /// Returns a deep copy of the state that sees what the caller dispatched.
  func currentState() throws -> sending LegacyState
  /// Waits until what the caller dispatched is reduced.
  func flush()
  /// Waits until what the caller dispatched is reduced and observers were told.
  func settle() async
}

extension ReferenceStore: LegacyStore where State == LegacyState, Action == LegacyAction {}

/// Makes stores of one kind, all of them on the same state and actions.
public typealias LegacyStoreMaker =
  @Sendable (sending LegacyState, [ReduceBlock<LegacyState, LegacyAction>]) -> any LegacyStore

/// The action of the contract: a name, a number, and an object whose life can be watched.
public struct LegacyAction: Sendable, CustomStringConvertible {
  /// What the blocks of a claim look at.
  public let name: String
  /// A number for order and identity.
  public let number: Int
  /// A reference that all blocks must be handed alike.
  public let token: LegacyToken?

  /// Makes an action.
  public init(_ name: String, _ number: Int = 0, token: LegacyToken? = nil) {
    self.name = name
    self.number = number
    self.token = token
  }

  /// The name and the number.
  public var description: String { "\(name) \(number)" }
}

/// An object that says when it goes.
public final class LegacyToken: Sendable {
  private let onDeinit: @Sendable () -> Void

  /// Makes an object that calls `onDeinit` when nothing holds it any more.
  public init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}
