#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The active screens of all windows, in the order in which the screens were first shown.
///
/// This list is a part of the app's state. A screen is active from ``show(_:)`` until ``close(_:)`` or
/// ``closeWindow(_:)``. ``Reducer/routed(to:)`` runs only the reducers of the screens that an action addresses. Each
/// method is O(*n*) in the number of active screens.
public struct ActiveScreens<Screen: ScreenState>: Sendable, Equatable {
  /// A screen with the instance under which it was shown, which its reducer cannot change.
  @usableFromInline
  struct Entry: Sendable, Equatable {
    @usableFromInline let instance: ScreenInstance
    @usableFromInline var state: Screen
  }

  @usableFromInline var entries: [Entry] = []

  /// The address of the last action for a window without active screens, or for a screen that is not active.
  ///
  /// An undelivered action changes no screen. To log each address once, pass this property to a ``SignalConsumer``.
  public internal(set) var undelivered: Signal<ActionAddress>?

  /// Creates an empty list of screens.
  public init() {}

  /// The states of all active screens, in the order in which the screens were first shown.
  public var screens: [Screen] { entries.map(\.state) }

  /// Shows a screen: adds its state to the end of the list.
  ///
  /// If the instance of the screen is already active, the instance keeps its place and gets the new state. Other
  /// instances of the same screen stay active; ``state(_:in:)`` finds the last of these instances in the list.
  ///
  /// - Parameter screen: The initial state of the screen.
  public mutating func show(_ screen: Screen) {
    let entry = Entry(instance: screen.screen, state: screen)
    if let index = index(of: entry.instance) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// Closes one instance of a screen; other instances of the same screen stay active.
  ///
  /// - Parameter instance: The instance to close.
  /// - Returns: Whether the instance was active; if it was not, the call changes nothing.
  @discardableResult
  public mutating func close(_ instance: ScreenInstance) -> Bool {
    guard let index = index(of: instance) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Closes all screens of a window and returns their number.
  @discardableResult
  public mutating func closeWindow(_ window: WindowUUID) -> Int {
    let count = entries.count
    entries.removeAll { $0.instance.window == window }
    return count - entries.count
  }

  private func index(of instance: ScreenInstance) -> Int? {
    entries.firstIndex { $0.instance == instance }
  }

  /// Returns the last state in the list that belongs to a window and has a given type, or nil if there is none.
  public func state<State: ScreenState>(_ type: State.Type, in window: WindowUUID) -> State? {
    for entry in entries.reversed() where entry.instance.window == window {
      if let state = entry.state.content as? State { return state }
    }
    return nil
  }
}

// Indirect: otherwise the state of a screen makes each action of the app as large as itself.
/// Actions that show and close screens.
public indirect enum ScreenAction<Screen: ScreenState>: Sendable, Equatable {
  /// Shows a screen.
  case show(Screen)
  /// Closes an instance of a screen.
  case close(ScreenInstance)
  /// Closes all screens of a window.
  case closeWindow(WindowUUID)
}

extension Reducer {
  /// Returns a reducer that shows and closes screens.
  ///
  /// - Returns: The reducer of the list of screens; ``routed(to:)`` creates the reducer that changes the states of the
  ///   screens.
  public static func showingScreens<Screen>() -> Reducer
  where State == ActiveScreens<Screen>, Action == ScreenAction<Screen> {
    Reducer { screens, action in
      switch action {
      case .show(let screen): screens.show(screen)
      case .close(let instance): screens.close(instance)
      case .closeWindow(let window): screens.closeWindow(window)
      }
    }
  }
}

/// The state of one screen in a window.
///
/// The state of each screen conforms to this protocol, and contains the identity of its screen instance. An enum of all
/// screens of the app also conforms; ``content`` of the enum returns the associated value of the case:
///
/// ```swift
/// enum AppScreen: ScreenState {
///   case tabs(TabsState)
///   case theme(ThemeState)
///
///   var content: any ScreenState {
///     switch self {
///     case .tabs(let state): state
///     case .theme(let state): state
///     }
///   }
///   var screen: ScreenInstance { content.screen }
/// }
/// ```
public protocol ScreenState: Sendable, Equatable {
  /// The identity of the instance of the screen that has this state.
  var screen: ScreenInstance { get }

  /// The state of the screen: `self` or, in an enum of all screens, the associated value of the current case.
  /// ``ActiveScreens/state(_:in:)`` finds a state by the type of this property's value.
  var content: any ScreenState { get }
}

extension ScreenState {
  /// The default implementation, which returns the state itself.
  public var content: any ScreenState { self }
}

/// The identity of one presentation of a screen: its window, and a unique id.
///
/// If the app closes a screen and shows it again, create a new instance: a late action for the old instance, such as an
/// action that closes the screen, then does not affect the new instance. An instance is encoded as an array of two ids:
/// the id of its window, and its own id.
public struct ScreenInstance: Hashable, Sendable, Codable {
  /// The window that shows the screen.
  public let window: WindowUUID
  /// The id that distinguishes this presentation from every other presentation.
  public let id: UUID

  /// Creates the identity of a screen before the screen is shown.
  ///
  /// - Parameters:
  ///   - window: The window that shows the screen.
  ///   - id: The id that distinguishes this presentation from every other presentation; random by default. A reducer is
  ///     pure, so create the id outside of the reducer, and pass the id in the action that shows the screen.
  public init(window: WindowUUID, id: UUID = UUID()) {
    self.window = window
    self.id = id
  }
}

/// The identity of one window of the app.
///
/// An identity is encoded as its ``rawValue`` alone, which cannot be the root of a property list.
public struct WindowUUID: Hashable, Sendable, Codable {
  /// The id of the window; an app that keeps this id in the scene session can find the window again after a launch.
  public let rawValue: UUID

  /// Creates the identity of a window, random by default.
  public init(_ rawValue: UUID = UUID()) {
    self.rawValue = rawValue
  }
}

extension WindowUUID: CodedByForm {
  var form: UUID { rawValue }
  init?(form: UUID) { self.init(form) }
}

extension ScreenInstance: CodedByForm {
  var form: [UUID] { [window.rawValue, id] }
  init?(form: [UUID]) {
    guard form.count == 2 else { return nil }
    self.init(window: WindowUUID(form[0]), id: form[1])
  }
}
