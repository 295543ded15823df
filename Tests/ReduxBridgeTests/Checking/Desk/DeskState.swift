import ValueRedux

/// The reference state of the planted differences: settings, notes, panes of windows, and an alert.
final class DeskState: Codable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
  var notes: [NoteObject] = []
  var selected: NoteObject?
  var panes: [String: PaneObject] = [:]
  /// The one-shot flag: set when something was saved, until it is dismissed.
  var alert: DeskAlert?
}

final class PaneObject: Codable {
  var offset = 0
  var isWide = false
}

enum DeskAlert: String, Codable, Sendable {
  case saved, failed
}

/// The value of the desk.
struct DeskValue: Equatable, Sendable {
  struct Pane: Equatable, Sendable {
    var offset = 0
    var isWide = false
  }

  var isManual = false
  var brightness = 0.5
  var changes = 0
  var notes: [NotesValue.Note] = []
  var selectedID: Int?
  var panes: [String: Pane] = [:]
  var alert: Signal<DeskAlert>?
}

enum DeskAction: Sendable, Equatable {
  case setManual(Bool)
  case setBrightness(Double)
  case add(id: Int)
  case rename(id: Int, to: String)
  case remove(id: Int)
  case select(id: Int)
  case scroll(window: String, by: Int)
  case widen(window: String)
  case close(window: String)
  case save
  case fail
  case dismiss

  /// The window that the action is for.
  var window: String? {
    switch self {
    case .scroll(let window, _), .widen(let window), .close(let window): window
    default: nil
    }
  }

  /// A random list, in which each alert is dismissed before the next: a flag that stands cannot be
  /// raised again.
  static func randomList(
    _ count: Int, using random: inout some RandomNumberGenerator
  ) -> [DeskAction] {
    var list: [DeskAction] = []
    while list.count < count {
      let action = DeskAction.random(using: &random)
      list.append(action)
      if action == .save || action == .fail { list.append(.dismiss) }
    }
    return list
  }

  static func random(using random: inout some RandomNumberGenerator) -> DeskAction {
    let id = Int.random(in: 0..<5, using: &random)
    let window = ["A", "B", "C"].randomElement(using: &random)!
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .setManual(Bool.random(using: &random))
    case 1: return .setBrightness(Double(Int.random(in: -4...12, using: &random)) / 8)
    case 2: return .add(id: id)
    case 3: return .rename(id: id, to: "name \(Int.random(in: 0..<9, using: &random))")
    case 4: return .remove(id: id)
    case 5: return .select(id: id)
    case 6: return .scroll(window: window, by: Int.random(in: -3...3, using: &random))
    case 7: return .widen(window: window)
    case 8: return .close(window: window)
    case 9: return .save
    case 10: return .fail
    default: return .dismiss
    }
  }
}

enum DeskEffect: Equatable, Sendable {
  case write(id: Int)
  case upload(count: Int)
  case beep
}
