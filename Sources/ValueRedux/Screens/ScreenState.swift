/// The state of one screen that is shown in a window.
///
/// Each screen's state says which instance it is. An app lists its screens in an enum, which conforms
/// as well and names the state inside as its ``content``:
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
///
/// ## Thread safety
///
/// Safe from any thread because conforming types are `Sendable` values.
public protocol ScreenState: Sendable, Equatable {
  /// The instance that this is the state of: its window, and which showing it is.
  var screen: ScreenInstance { get }

  /// The state that ``ActiveScreens/state(_:in:)`` finds by its type: the value itself, or for an
  /// enum of screens the state inside.
  var content: any ScreenState { get }
}

extension ScreenState {
  /// The value itself.
  public var content: any ScreenState { self }
}
