import ReduxBridge
import Testing

/// The desk of the generated tests, and a former one with a difference, which printed them.
enum GeneratedDesk {
  static let slice = DeskParts().slice

  /// No brightness is right once the first note has a name.
  static let formerSlice: StateSlice<DeskState, DeskAction, DeskValue> = {
    var parts = DeskParts()
    parts.reducing("setBrightness") { value in
      if value.notes.first?.title == "a \"name\"" { value.brightness = 2 }
    }
    return parts.slice
  }()

  static let list: [DeskAction] = [
    .setManual(true), .add(id: 3), .scroll(window: "B", by: -2), .add(id: 4), .save, .dismiss,
    .rename(id: 3, to: "a \"name\""), .select(id: 4), .setBrightness(0.25), .remove(id: 3),
  ]

  static let start = DeskValue(
    isManual: true, notes: [NotesValue.Note(id: 1, title: "a \"name\"")],
    panes: ["A": DeskValue.Pane(offset: 3, isWide: false)])
}
