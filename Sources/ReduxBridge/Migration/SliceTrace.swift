/// The actions that led to the first mismatch of a slice, and the value that it had before them.
///
/// ## Thread safety
/// A value; safe from any thread.
public struct ParityTrace<Action: Sendable, Value: Sendable>: Sendable {
  /// The slice's value before the first of the actions.
  public let start: Value
  /// The number of the first of the actions in its store.
  public let firstIndex: Int
  /// The actions; both sides differ after the last.
  public let actions: [Action]
}

/// Keeps the latest actions of a slice, with a value to start from, until it is told to stop.
///
/// It keeps two windows, the older of which goes when a third begins, so that between one and two
/// windows of history are there at any time, and a value has to be read once per window.
struct TraceRecorder<Action: Sendable, Value: Sendable> {
  private struct Window {
    let start: Value
    let firstIndex: Int
    var actions: [Action] = []
  }

  private let length: Int
  private var windows: [Window] = []
  private var isDone = false

  init(length: Int) {
    self.length = length
  }

  /// Notes an action before it is reduced.
  mutating func note(_ action: Action, _ index: Int, value: () -> Value) {
    guard length > 0, !isDone else { return }
    if windows.last.map({ $0.actions.count >= length }) ?? true {
      if windows.count == 2 { windows.removeFirst() }
      windows.append(Window(start: value(), firstIndex: index))
    }
    windows[windows.count - 1].actions.append(action)
  }

  /// Hands over what was kept, oldest first, and keeps nothing from now on.
  mutating func finish() -> ParityTrace<Action, Value>? {
    defer {
      isDone = true
      windows = []
    }
    guard let first = windows.first else { return nil }
    return ParityTrace(
      start: first.start, firstIndex: first.firstIndex, actions: windows.flatMap(\.actions))
  }

  /// Forgets everything: the slice was moved, so the actions no longer follow on each other.
  mutating func reset() {
    windows = []
  }
}
