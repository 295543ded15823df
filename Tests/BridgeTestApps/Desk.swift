import ReduxBridge
import ReferenceRedux
import ValueRedux

/// The reference state of the desk: a theme, notes of which one is selected, panes of windows, an alert, and
/// a journal.
final class DeskState: Codable {
  var theme = ThemeObject()
  var notes: [NoteObject] = []
  var selected: NoteObject?
  var panes: [String: PaneObject] = [:]
  /// The one-shot flag: set when something was saved, until it is dismissed.
  var alert: DeskAlert?
  var journal: [String] = []
}

final class ThemeObject: ThemeFields, Codable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

final class NoteObject: Codable {
  let id: Int
  var title: String

  init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

final class PaneObject: Codable {
  var offset = 0
  var isWide = false
}

enum DeskAlert: String, Codable, Sendable {
  case saved, failed
}

// MARK: - Values

/// What the theme has as an object, as a value and in the value of the desk.
protocol ThemeFields {
  var isManual: Bool { get set }
  var brightness: Double { get set }
  var changes: Int { get set }
}

/// What the value of the notes and that of the desk have in common.
protocol NotesFields {
  var notes: [NotesValue.Note] { get set }
  var selectedID: Int? { get set }
}

struct ThemeValue: ThemeFields, Equatable, Sendable {
  var isManual = false
  var brightness = 0.5
  var changes = 0
}

struct NotesValue: NotesFields, Equatable, Sendable {
  struct Note: Equatable, Sendable, Identifiable {
    var id: Int
    var title: String
  }

  var notes: [Note] = []
  var selectedID: Int?
}

/// The value of the desk as one slice.
struct DeskValue: ThemeFields, NotesFields, Equatable, Sendable {
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

// MARK: - Actions

enum DeskAction: Sendable, Equatable {
  case setManual(Bool)
  case setBrightness(Double)
  case add(id: Int, title: String = "note")
  case rename(id: Int, to: String)
  case remove(id: Int)
  case select(id: Int?)
  case scroll(window: String, by: Int)
  case widen(window: String)
  case close(window: String)
  case save
  case fail
  case dismiss
  case log(String)

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

/// The two implementations of the desk as one slice, which agree.
enum Desk {
  static let block: ReduceBlock<DeskState, DeskAction> = { state, action in
    Notes.themeBlock(state, action)
    Notes.notesBlock(state, action)
    switch action {
    case .scroll(let window, let lines):
      pane(window, state).offset += lines
    case .widen(let window):
      pane(window, state).isWide = true
    case .close(let window):
      state.panes[window] = nil
    case .save: state.alert = .saved
    case .fail: state.alert = .failed
    case .dismiss: state.alert = nil
    default: break
    }
  }

  private static func pane(_ window: String, _ state: DeskState) -> PaneObject {
    if let pane = state.panes[window] { return pane }
    let pane = PaneObject()
    state.panes[window] = pane
    return pane
  }

  @Sendable static func reduce(
    _ value: inout DeskValue, _ action: DeskAction, _ number: ActionNumber
  ) {
    Notes.reduceTheme(&value, action)
    Notes.reduceNotes(&value, action)
    switch action {
    case .scroll(let window, let lines):
      value.panes[window, default: .init()].offset += lines
    case .widen(let window):
      value.panes[window, default: .init()].isWide = true
    case .close(let window):
      value.panes[window] = nil
    case .save: value.alert = Signal(.saved, at: number)
    case .fail: value.alert = Signal(.failed, at: number)
    default: break
    }
  }

  @Sendable static func read(_ state: DeskState) -> DeskValue {
    let (theme, notes) = (Notes.themeProjection.read(state), Notes.notesProjection.read(state))
    return DeskValue(
      isManual: theme.isManual, brightness: theme.brightness, changes: theme.changes,
      notes: notes.notes, selectedID: notes.selectedID,
      panes: state.panes.mapValues { .init(offset: $0.offset, isWide: $0.isWide) })
  }

  @Sendable static func write(_ state: DeskState, _ value: DeskValue) {
    Notes.writeTheme(state, value)
    Notes.writeNotes(state, value)
    state.panes = value.panes.mapValues { pane in
      let object = PaneObject()
      (object.offset, object.isWide) = (pane.offset, pane.isWide)
      return object
    }
  }

  @Sendable static func effects(
    notes: [Int], selected: Int?, _ action: DeskAction
  ) -> [DeskEffect] {
    switch action {
    case .add(let id, _): [.write(id: id)]
    case .save: [.upload(count: notes.count)] + (selected.map { [.write(id: $0)] } ?? [])
    case .fail: [.beep]
    default: []
    }
  }
}
