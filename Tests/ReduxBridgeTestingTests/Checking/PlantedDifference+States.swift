import ReduxBridge
import ReferenceRedux
import ValueRedux
@testable import BridgeTestApps

extension PlantedDifference {
  static let inReducers: [PlantedDifference] = [
    .init("brightness is not clamped above", at: "brightness", after: "setBrightness") {
      $0.reducing(
        "setBrightness",
        instead: { value, action, _ in
          if case .setBrightness(let new) = action {
            value.brightness = max(0, new); value.changes += 1
          }
        })
    },
    .init("brightness is not clamped below", at: "brightness", after: "setBrightness") {
      $0.reducing(
        "setBrightness",
        instead: { value, action, _ in
          if case .setBrightness(let new) = action {
            value.brightness = min(1, new); value.changes += 1
          }
        })
    },
    .init("a change is not counted", at: "changes", after: "setManual") {
      $0.reducing("setManual") { $0.changes -= 1 }
    },
    .init("a setting is ignored", at: "isManual", after: "setManual") {
      $0.reducing("setManual") { $0.isManual = false }
    },
    .init("another field is reset", at: "brightness", after: "setManual") {
      $0.reducing("setManual") { $0.brightness = 0.25 }
    },
    .init("a note goes in front", at: "notes.*.id", after: "add") {
      $0.reducing(
        "add",
        instead: { value, action, _ in
          if case .add(let id) = action, !value.notes.contains(where: { $0.id == id }) {
            value.notes.insert(.init(id: id, title: "note"), at: 0)
          }
        })
    },
    .init("a note is added twice", at: "notes.*", after: "add") {
      $0.reducing(
        "add",
        instead: { value, action, _ in
          if case .add(let id) = action { value.notes.append(.init(id: id, title: "note")) }
        })
    },
    .init("a rename hits the first note", at: "notes.*.title", after: "rename") {
      $0.reducing(
        "rename",
        instead: { value, action, _ in
          if case .rename(let id, let title) = action, value.notes.contains(where: { $0.id == id })
          {
            value.notes[0].title = title
          }
        })
    },
    .init("the last note is never removed", at: "notes.*", after: "remove") {
      $0.reducing(
        "remove",
        instead: { value, action, _ in
          if case .remove(let id) = action, value.notes.last?.id != id {
            value.notes.removeAll { $0.id == id };
            if value.selectedID == id { value.selectedID = nil }
          }
        })
    },
    .init("the selection outlives its note", at: "selectedID", after: "remove") {
      $0.reducing(
        "remove",
        instead: { value, action, _ in
          if case .remove(let id) = action { value.notes.removeAll { $0.id == id } }
        })
    },
    .init("what is not there is selected", at: "selectedID", after: "select") {
      $0.reducing(
        "select",
        instead: { value, action, _ in if case .select(let id) = action { value.selectedID = id } })
    },
    .init("a scroll is off by one", at: "panes.*.offset", after: "scroll") {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines + 1
          }
        })
    },
    .init("a closed pane is kept empty", at: "panes.*", after: "close") {
      $0.reducing(
        "close",
        instead: { value, action, _ in
          if case .close(let window) = action { value.panes[window] = .init() }
        })
    },
    .init("wrong only from the third note on", at: "notes.*.title", after: "add") {
      $0.reducing("add") { if $0.notes.count >= 3 { $0.notes[2].title = "third" } }
    },
  ]

  static let inBlocks: [PlantedDifference] = [
    .init("the block forgets the counter", at: "changes", after: "setBrightness") {
      $0.blocking("setBrightness") { $0.changes -= 1 }
    },
    .init("the block writes to a neighbour", at: "isManual", after: "setBrightness") {
      $0.blocking("setBrightness") { $0.isManual.toggle() }
    },
    .init("the block trims the notes", at: "notes.*", after: "add") {
      $0.blocking("add") { if $0.notes.count > 2 { $0.notes.removeLast() } }
    },
    .init("the block keeps no selection", at: "selectedID", after: "select") {
      $0.blocking("select") { $0.selected = nil }
    },
    .init("the block renames on select", at: "notes.*.title", after: "select") {
      $0.blocking("select") { $0.selected?.title = "selected" }
    },
    .init("the block forgets, while the value leads", at: "changes", after: "setManual", in: .lead)
    { $0.blocking("setManual") { $0.changes -= 1 } },
  ]

  static let inProjections: [PlantedDifference] = [
    .init("read forgets a flag", at: "isManual", after: "setManual") {
      $0.reading { $0.isManual = false }
    },
    .init("read rounds", at: "brightness", after: "setBrightness") {
      $0.reading { $0.brightness = $0.brightness.rounded() }
    },
    .init("read loses the title", at: "notes.*.title", after: "rename") {
      $0.reading { for index in $0.notes.indices { $0.notes[index].title = "note" } }
    },
    .init("read loses a pane's width", at: "panes.*.isWide", after: "widen") {
      $0.reading { $0.panes = $0.panes.mapValues { .init(offset: $0.offset) } }
    },
    .init(
      "write forgets a flag", .projection, at: "isManual", after: "*", in: .lead,
      sampling: .oneIn(2)
    ) { $0.writing { $0.isManual = false } },
    .init(
      "write forgets the selection", .projection, at: "selectedID", after: "*", in: .lead,
      sampling: .oneIn(2)
    ) { $0.writing { $0.selectedID = nil } },
    .init("a stranger writes to the slice", .foreignWrite, at: "changes", after: "*", in: .lead) {
      $0.stranger = { state, action in if case .add = action { state.changes = -1 } }
    },
  ]
}
