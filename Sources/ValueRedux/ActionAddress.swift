#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The screens that an action concerns, among the screens of all windows.
///
/// An address is encoded as an array of ids: no id for ``all``, the id of the window for ``window(_:)``, and the ids of
/// the window and the instance for ``screen(_:)``.
public enum ActionAddress: Hashable, Sendable, Codable {
  /// Every screen of every window.
  case all
  /// Every screen of one window.
  case window(WindowUUID)
  /// One instance of a screen.
  case screen(ScreenInstance)

  /// Returns whether an action with this address concerns a given instance of a screen.
  @inlinable
  public func includes(_ instance: ScreenInstance) -> Bool {
    switch self {
    case .all: true
    case .window(let window): instance.window == window
    case .screen(let screen): instance == screen
    }
  }
}

extension ActionAddress: CodedByForm {
  var form: [UUID] {
    switch self {
    case .all: []
    case .window(let window): [window.rawValue]
    case .screen(let screen): screen.form
    }
  }

  init?(form: [UUID]) {
    switch form.count {
    case 0: self = .all
    case 1: self = .window(WindowUUID(form[0]))
    default:
      guard let screen = ScreenInstance(form: form) else { return nil }
      self = .screen(screen)
    }
  }
}

/// An action that names the screens that it concerns.
public protocol AddressedAction: Sendable {
  /// The screens that the action concerns; nil if the action concerns only other parts of the state.
  var address: ActionAddress? { get }
}

extension Reducer where State: ScreenState, Action: AddressedAction {
  /// Returns a reducer that runs this reducer, the reducer of one screen, for each screen that an action addresses.
  ///
  /// ```swift
  /// let app = Reducer<AppState, AppAction>.combine(
  ///   Reducer<ActiveScreens<AppScreen>, ScreenAction<AppScreen>>.showingScreens()
  ///     .scoped(to: \.screens).scoped(actions: \.asScreenAction),
  ///   appScreen.routed(to: \.screens))
  /// ```
  ///
  /// This reducer receives only the actions that address its screen, so it need not compare windows. An action for a
  /// window without active screens, or for a screen that is not active, changes only ``ActiveScreens/undelivered``.
  ///
  /// - Parameter path: A key path from the app's state to the list of its active screens.
  /// - Returns: A reducer of the app's state.
  /// - Complexity: For each action, O(*n*) in the number of active screens.
  @inlinable
  public func routed<Root>(
    to path: any WritableKeyPath<Root, ActiveScreens<State>> & Sendable
  ) -> Reducer<Root, Action> {
    Reducer<Root, Action>(numbered: { [body] root, action, number in
      guard let address = action.address else { return }
      root[keyPath: path].deliver(to: address, number: number) { body(&$0, action, number) }
    })
  }
}

extension ActiveScreens {
  /// Changes each screen that the address includes; records the address if it includes no screen and is not `all`.
  @inlinable
  mutating func deliver(
    to address: ActionAddress, number: ActionNumber, change: (inout Screen) -> Void
  ) {
    var isDelivered = address == .all
    for index in entries.indices where address.includes(entries[index].instance) {
      isDelivered = true
      change(&entries[index].state)
    }
    if !isDelivered { recordUndelivered(address, number: number) }
  }

  @usableFromInline
  mutating func recordUndelivered(_ address: ActionAddress, number: ActionNumber) {
    undelivered = Signal(address, at: number)
  }
}
