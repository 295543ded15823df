import ReduxBridge
import ReferenceRedux
import ValueRedux
@testable import BridgeTestApps

extension PlantedDifference {
  static let inEffects: [PlantedDifference] = [
    .init("an effect is not requested", .effect, at: "effects.*", after: "fail") {
      $0.requesting { $0.filter { $0 != .beep } }
    },
    .init("an effect is requested twice", .effect, at: "effects.*", after: "add") {
      $0.requesting {
        $0.contains(.beep) || $0.count > 1
          ? $0 : $0.flatMap { if case .write = $0 { [$0, $0] } else { [$0] } }
      }
    },
    .init("two effects change places", .effect, at: "effects.*", after: "save") {
      $0.requesting { $0.reversed() }
    },
    .init("an effect has another payload", .effect, at: "effects.*", after: "save") {
      $0.requesting {
        $0.map { if case .upload(let count) = $0 { .upload(count: count + 1) } else { $0 } }
      }
    },
    .init("the old side requests one more", .effect, at: "effects.*", after: "fail") {
      $0.legacyRequesting { $0.contains(.beep) ? $0 + [.beep] : $0 }
    },
    .init(
      "an effect is missing, while the value leads", .effect, at: "effects.*", after: "fail",
      in: .lead
    ) { $0.requesting { $0.filter { $0 != .beep } } },
  ]

  static let inSignals: [PlantedDifference] = [
    .init("a signal is not raised", .signal, at: "signals.alert", after: "fail") {
      $0.reducing("fail", instead: { _, _, _ in })
    },
    .init("another event is signalled", .signal, at: "signals.alert", after: "fail") {
      $0.reducing("fail", instead: { value, _, number in value.alert = Signal(.saved, at: number) })
    },
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
    .init("a width goes to window A, too", .window, at: "windows.A", after: "widen") {
      $0.reducing(
        "widen",
        instead: { value, action, _ in
          if case .widen(let window) = action {
            value.panes[window, default: .init()].isWide = true;
            if window == "B" { value.panes["A", default: .init()].isWide.toggle() }
          }
        })
    },
    .init("closing one closes all", .window, at: "windows.*", after: "close") {
      $0.reducing("close") { $0.panes = [:] }
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
    .init("the block closes the neighbour", .window, at: "windows.*", after: "close") {
      $0.blocking("close") { $0.panes = [:] }
    },
    .init(
      "a scroll moves all, while the value leads", .window, at: "windows.*", after: "scroll",
      in: .lead
    ) {
      $0.reducing(
        "scroll",
        instead: { value, action, _ in
          if case .scroll(let window, let lines) = action {
            value.panes[window, default: .init()].offset += lines;
            for other in value.panes.keys where other != window { value.panes[other]!.offset += 1 }
          }
        })
    },
  ]

  static let inDeliveries: [PlantedDifference] = [
    .init("the observer is deaf", .delivery, at: "listeners.presenter", after: "*") {
      $0.observerForwards = { _ in false }
    },
    .init("the observer skips when it is dark", .delivery, at: "listeners.presenter", after: "*") {
      $0.observerForwards = { $0.brightness > 0.3 }
    },
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
    .init("the screen has unsubscribed", .delivery, at: "listeners.toggle", after: "setManual") {
      $0.subscribe = { facade, handler in
        let token = facade.subscribe(\.isManual) { _ in handler() }; token.cancel(); return token
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
