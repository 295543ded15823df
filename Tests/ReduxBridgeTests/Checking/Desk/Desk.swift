import ReduxBridge
import ReferenceRedux
import ValueRedux

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
