/// The actions that led to the first mismatch of a slice, and the value of the slice before these actions.
public struct ParityTrace<Action: Sendable, Value: Sendable>: Sendable {
  package let slice: String
  /// The value of the slice before the first action.
  public let start: Value
  /// The actions; both sides differ after the last action.
  public let actions: [Action]
  /// The number of the first of the actions in its store.
  package let firstActionNumber: Int
  /// The values of the slices that the slice reads, by name, before the first of the actions.
  package let reads: [String: any Sendable]
  /// The mismatch after the last of the actions.
  package var mismatch: Mismatch?

  package let redactor: Redactor
}

extension ParityTrace: CustomStringConvertible {
  /// The start value and the actions, one per line, as the redactor shows them.
  public var description: String {
    let redactor = redactor.masking(redactor.masks(in: start, at: ""))
    return "from \(redactor.text(of: start, at: "")):\n"
      + actions.map { "  \(redactor.text(of: $0, at: "action"))" }.joined(separator: "\n")
  }
}

/// Keeps the latest actions of a slice, with a value to start from, until the first mismatch.
///
/// It keeps two windows and drops the older one when a third begins. At any time it holds between
/// one and two windows of history, and reads a value once per window.
struct TraceRecorder<Action: Sendable, Value: Sendable> {
  private struct Window {
    let start: Value
    let firstIndex: Int
    let reads: [String: any Sendable]
    var actions: [Action] = []
  }

  private let length: Int
  private var windows: [Window] = []
  private var isDone = false

  /// The values of the slices that the slice reads, before the next action.
  private var reads: [String: any Sendable] = [:]

  /// - Parameter length: The number of actions in a window, 1 or more.
  init(length: Int) {
    self.length = length
  }

  /// Whether the next action begins a window.
  private var isWindowFull: Bool { windows.last.map { $0.actions.count >= length } ?? true }

  /// Notes the values of the slices that the slice reads, before any slice reduces the next action.
  mutating func noteReads(_ values: () -> [String: any Sendable]) {
    if !isDone, isWindowFull { reads = values() }
  }

  /// Notes an action before it is reduced.
  mutating func note(_ action: Action, _ index: Int, value: () -> Value) {
    guard !isDone else { return }
    if isWindowFull {
      if windows.count == 2 { windows.removeFirst() }
      windows.append(Window(start: value(), firstIndex: index, reads: reads))
    }
    windows[windows.count - 1].actions.append(action)
  }

  /// Returns the kept actions, oldest first, and keeps nothing from now on.
  mutating func finish(
    of slice: String, at mismatch: Mismatch? = nil, _ redactor: Redactor
  ) -> ParityTrace<Action, Value>? {
    defer {
      isDone = true
      (windows, reads) = ([], [:])
    }
    guard let first = windows.first else { return nil }
    return ParityTrace(
      slice: slice, start: first.start, actions: windows.flatMap(\.actions),
      firstActionNumber: first.firstIndex,
      reads: first.reads, mismatch: mismatch, redactor: redactor)
  }

  /// Drops all actions: the slice moved, so they no longer form a sequence.
  mutating func reset() {
    (windows, reads) = ([], [:])
  }
}
