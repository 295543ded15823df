import ReduxBridge
import ReferenceRedux
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

/// The two implementations of the desk, which agree.
enum Desk {
  static let block: ReduceBlock<DeskState, DeskAction> = { state, action in
    switch action {
    case .setManual(let isManual):
      state.isManual = isManual
      state.changes += 1
    case .setBrightness(let brightness):
      state.brightness = min(1, max(0, brightness))
      state.changes += 1
    case .add(let id):
      guard !state.notes.contains(where: { $0.id == id }) else { return }
      state.notes.append(NoteObject(id: id, title: "note"))
    case .rename(let id, let title):
      state.notes.first { $0.id == id }?.title = title
    case .remove(let id):
      state.notes.removeAll { $0.id == id }
      if state.selected?.id == id { state.selected = nil }
    case .select(let id):
      state.selected = state.notes.first { $0.id == id }
    case .scroll(let window, let lines):
      pane(window, state).offset += lines
    case .widen(let window):
      pane(window, state).isWide = true
    case .close(let window):
      state.panes[window] = nil
    case .save: state.alert = .saved
    case .fail: state.alert = .failed
    case .dismiss: state.alert = nil
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
    switch action {
    case .setManual(let isManual):
      value.isManual = isManual
      value.changes += 1
    case .setBrightness(let brightness):
      value.brightness = min(1, max(0, brightness))
      value.changes += 1
    case .add(let id):
      guard !value.notes.contains(where: { $0.id == id }) else { return }
      value.notes.append(.init(id: id, title: "note"))
    case .rename(let id, let title):
      guard let index = value.notes.firstIndex(where: { $0.id == id }) else { return }
      value.notes[index].title = title
    case .remove(let id):
      value.notes.removeAll { $0.id == id }
      if value.selectedID == id { value.selectedID = nil }
    case .select(let id):
      value.selectedID = value.notes.contains { $0.id == id } ? id : nil
    case .scroll(let window, let lines):
      value.panes[window, default: .init()].offset += lines
    case .widen(let window):
      value.panes[window, default: .init()].isWide = true
    case .close(let window):
      value.panes[window] = nil
    case .save: value.alert = Signal(.saved, at: number)
    case .fail: value.alert = Signal(.failed, at: number)
    case .dismiss: break
    }
  }

  @Sendable static func read(_ state: DeskState) -> DeskValue {
    DeskValue(
      isManual: state.isManual, brightness: state.brightness, changes: state.changes,
      notes: state.notes.map { .init(id: $0.id, title: $0.title) },
      selectedID: state.selected?.id,
      panes: state.panes.mapValues { .init(offset: $0.offset, isWide: $0.isWide) })
  }

  @Sendable static func write(_ state: DeskState, _ value: DeskValue) {
    state.isManual = value.isManual
    state.brightness = value.brightness
    state.changes = value.changes
    state.notes = value.notes.map { note in
      let object = state.notes.first { $0.id == note.id } ?? NoteObject(id: note.id, title: "")
      object.title = note.title
      return object
    }
    state.selected = state.notes.first { $0.id == value.selectedID }
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
    case .add(let id): [.write(id: id)]
    case .save: [.upload(count: notes.count)] + (selected.map { [.write(id: $0)] } ?? [])
    case .fail: [.beep]
    default: []
    }
  }
}
