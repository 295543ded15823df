/// The screens that are shown, in all windows, in the order in which they were shown.
///
/// It is a part of the app's state. ``show(_:)`` and ``close(_:)`` change it, and
/// ``Reducer/routed(to:)`` runs the reducers of exactly those screens that an action addresses.
///
/// ## Thread safety
///
/// A value; `Sendable` because its screens are.
public struct ActiveScreens<Screen: ScreenState>: Sendable, Equatable {
  /// A screen with the instance under which it was shown, which its reducer cannot change.
  @usableFromInline
  struct Entry: Sendable, Equatable {
    @usableFromInline let instance: ScreenInstance
    @usableFromInline var state: Screen
  }

  @usableFromInline var entries: [Entry] = []

  /// The last action that was addressed to a window or a screen that is not there.
  ///
  /// Nothing else came of that action. ``Middleware/reportingUndelivered(in:_:)`` reports it.
  public internal(set) var undelivered: Signal<ActionAddress>?

  /// No screens.
  public init() {}

  /// The states of all screens, in the order in which they were shown.
  public var screens: [Screen] { entries.map(\.state) }

  /// The instances of all screens, in the order in which they were shown.
  public var instances: [ScreenInstance] { entries.map(\.instance) }

  /// How many screens are shown.
  public var count: Int { entries.count }

  /// Whether no screen is shown.
  public var isEmpty: Bool { entries.isEmpty }

  /// Shows a screen, after those that are shown.
  ///
  /// An instance that is shown already keeps its place and gets the new state. Another instance of
  /// the same screen stays; look-ups by type find the one shown last.
  ///
  /// - Parameter screen: The state to start from.
  public mutating func show(_ screen: Screen) {
    let entry = Entry(instance: screen.screen, state: screen)
    if let index = index(of: entry.instance) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
  }

  /// Closes one instance of a screen; others, also of the same screen, stay.
  ///
  /// - Parameter instance: The instance.
  /// - Returns: Whether it was shown. A late close of one that is gone changes nothing.
  @discardableResult
  public mutating func close(_ instance: ScreenInstance) -> Bool {
    guard let index = index(of: instance) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Closes all screens of a window.
  ///
  /// - Parameter window: The window.
  /// - Returns: How many screens were closed; 0 for a window that is gone.
  @discardableResult
  public mutating func closeWindow(_ window: WindowUUID) -> Int {
    let count = entries.count
    entries.removeAll { $0.instance.window == window }
    return count - entries.count
  }

  private func index(of instance: ScreenInstance) -> Int? {
    entries.firstIndex { $0.instance == instance }
  }
}

extension ActiveScreens {
  /// Whether an instance is shown.
  ///
  /// - Parameter instance: The instance.
  /// - Returns: Whether it is shown.
  public func contains(_ instance: ScreenInstance) -> Bool {
    index(of: instance) != nil
  }

  /// The states of the screens of one window, in the order in which they were shown.
  ///
  /// - Parameter window: The window.
  /// - Returns: The states; none for a window that is gone.
  public func screens(in window: WindowUUID) -> [Screen] {
    entries.lazy.filter { $0.instance.window == window }.map(\.state)
  }

  /// The state of one instance.
  ///
  /// - Parameter instance: The instance.
  public subscript(instance: ScreenInstance) -> Screen? {
    index(of: instance).map { entries[$0].state }
  }

  /// The state of a screen by its type and its window.
  ///
  /// - Parameters:
  ///   - type: The type of the screen's state.
  ///   - window: The window.
  /// - Returns: The state of the instance that was shown last, or nil where none is.
  public func state<State: ScreenState>(
    _ type: State.Type, in window: WindowUUID
  ) -> State? {
    for entry in entries.reversed() where entry.instance.window == window {
      if let state = entry.state.content as? State { return state }
    }
    return nil
  }

  /// The state of a screen by its type and its instance.
  ///
  /// - Parameters:
  ///   - type: The type of the screen's state.
  ///   - instance: The instance.
  /// - Returns: The state, or nil where the instance is gone or of another type.
  public func state<State: ScreenState>(
    _ type: State.Type, of instance: ScreenInstance
  ) -> State? {
    self[instance]?.content as? State
  }
}
