import ReduxBridge
import ReferenceRedux
import ValueRedux
@testable import BridgeTestApps

extension PlantedDifference {
  static let inReducers: [PlantedDifference] = [
    .init("a change is not counted", at: "changes", after: "setManual") {
      $0.reducing("setManual") { $0.changes -= 1 }
    },
    .init("a note goes in front", at: "notes.*.id", after: "add") {
      $0.reducing(
        "add",
        instead: { value, action, _ in
          if case .add(let id, _) = action, !value.notes.contains(where: { $0.id == id }) {
            value.notes.insert(.init(id: id, title: "note"), at: 0)
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
    .init("the block writes to a neighbour", at: "isManual", after: "setBrightness") {
      $0.blocking("setBrightness") { $0.theme.isManual.toggle() }
    },
    .init("the block forgets, while the value leads", at: "changes", after: "setManual", in: .lead)
    { $0.blocking("setManual") { $0.theme.changes -= 1 } },
  ]

  static let inProjections: [PlantedDifference] = [
    .init("read rounds", at: "brightness", after: "setBrightness") {
      $0.reading { $0.brightness = $0.brightness.rounded() }
    },
    .init(
      "write forgets the selection", .projection, at: "selectedID", after: "*", in: .lead,
      sampling: .oneIn(2)
    ) { $0.writing { $0.selectedID = nil } },
    .init("a stranger writes to the slice", .foreignWrite, at: "changes", after: "*", in: .lead) {
      $0.stranger = { state, action in if case .add = action { state.theme.changes = -1 } }
    },
  ]

  static let inEffects: [PlantedDifference] = [
    .init("two effects change places", .effect, at: "effects.*", after: "save") {
      $0.requesting { $0.reversed() }
    },
    .init(
      "an effect is missing, while the value leads", .effect, at: "effects.*", after: "fail",
      in: .lead
    ) { $0.requesting { $0.filter { $0 != .beep } } },
  ]

  static let inSignals: [PlantedDifference] = [
    .init("a signal is raised for nothing", .signal, at: "signals.alert", after: "dismiss") {
      $0.reducing(
        "dismiss", instead: { value, _, number in value.alert = Signal(.failed, at: number) })
    },
    .init("the flag is raised for nothing", .signal, at: "signals.alert", after: "close") {
      $0.blocking("close") { $0.alert = .failed }
    },
    .init("a signal has an old number", .signal, at: "signals.alert", after: "save") {
      $0.reducing("save", instead: { value, _, _ in value.alert = Signal(.saved, at: .zero) })
    },
    .init(
      "a signal is not raised, while the value leads", .signal, at: "signals.alert", after: "save",
      in: .lead
    ) { $0.reducing("save", instead: { _, _, _ in }) },
  ]

  static let inWindows: [PlantedDifference] = [
    .init("a scroll moves all windows", .window, at: "windows.*", after: "scroll") {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines;
            for other in value.panes.keys where other != window { value.panes[other]!.offset += 1 }
          }
        })
    },
    .init("a window opens its neighbour", .window, at: "windows.C", after: "scroll") {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines;
            if window == "B", value.panes["C"] == nil { value.panes["C"] = .init() }
          }
        })
    },
  ]

  static let inDeliveries: [PlantedDifference] = [
    .init(
      "the screen watches the wrong field", .delivery, at: "listeners.toggle", after: "setManual"
    ) { $0.subscribe = { facade, handler in facade.subscribe(\.selectedID) { _ in handler() } } },
    .init(
      "the screen is notified of one direction", .delivery, at: "listeners.toggle",
      after: "setManual"
    ) {
      $0.subscribe = { facade, handler in
        facade.subscribe(to: Selection(\.isManual).when { old, new in new }) { _ in handler() }
      }
    },
    .init(
      "the screen calls everything a repeat", .delivery, at: "listeners.toggle", after: "setManual",
      in: .lead
    ) {
      $0.subscribe = { facade, handler in
        facade.subscribe(to: Selection(\.isManual).skippingRepeats { _, _ in true }) { _ in
          handler()
        }
      }
    },
  ]
}
