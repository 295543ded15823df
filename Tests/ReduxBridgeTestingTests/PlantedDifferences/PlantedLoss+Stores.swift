import ReduxBridge
import ValueRedux
@testable import BridgeTestApps

/// What a running store has to find; `PlantedDifference` has the differences within one slice.
extension PlantedLoss {
  static let inStores =
    inWindows + inNoise + inValuesRead + inProjections + inEffects
    + inSignals

  static let inWindows: [PlantedLoss] = [
    .init(.window, "both sides scroll all", at: "cart.windows.*") {
      $0.cart.block("scroll") { for pane in $0.cart.panes.values { pane.offset += 1 } }
      $0.cart.reduce("scroll") { for key in $0.panes.keys { $0.panes[key]?.offset += 1 } }
    },
    .init(.window, "both close all", at: "cart.windows.*") {
      $0.cart.block("close") { $0.cart.panes = [:] }
      $0.cart.reduce("close") { $0.panes = [:] }
    },
    .init(.window, "both open a neighbor", at: "cart.windows.N") {
      $0.cart.block("scroll") { if $0.cart.panes["N"] == nil { $0.cart.panes["N"] = PaneState() } }
      $0.cart.reduce("scroll") { if $0.panes["N"] == nil { $0.panes["N"] = .init() } }
    },
    .init(.window, "both narrow the others", at: "orders.windows.*") {
      $0.orders.block("zoom") { for pane in $0.orders.panes.values { pane.isWide.toggle() } }
      $0.orders.reduce("zoom") { for key in $0.panes.keys { $0.panes[key]?.isWide.toggle() } }
    },
  ]

  static let inNoise: [PlantedLoss] = [
    .init(.noise, "a reducer rolls dice", at: "cart.note") {
      $0.cart.reduce("note") { $0.note += "\(UInt64.random(in: 0 ... .max))" }
    },
    .init(.noise, "a block does", at: "settings.name") {
      $0.settings.block("rename") { $0.settings.name += "\(UInt64.random(in: 0 ... .max))" }
    },
  ]

  static let inValuesRead: [PlantedLoss] = [
    .init(.value, "members pay the full price", at: "cart.total") {
      let original = $0.cart.reduce
      $0.cart.reduce = { value, settings, action, number in
        var settings = settings
        settings.isMember = false
        original(&value, settings, action, number)
      }
    },
    .init(.value, "empty carts are ordered", at: "orders.placed.*") {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        var reads = reads
        reads.cart.lines.append(.init(productID: 9))
        original(&value, reads, action, number)
      }
    },
  ]

  static let inProjections: [PlantedLoss] = [
    .init(.projection, "read rounds the total", at: "cart.total") {
      $0.cart.read { $0.total.round() }
    },
    .init(.projection, "write forgets the note", at: "cart.note") {
      $0.cart.write { $0.note = "" }
    },
  ]

  static let inEffects: [PlantedLoss] = [
    .init(.effect, "no mail is sent", at: "orders.effects.*") { parts in
      parts.valueEffects = { _, action in action == .checkout ? [.save(0)] : [] }
    },
    .init(.effect, "the old side beeps", at: "orders.effects.*") {
      let original = $0.legacyEffects
      $0.legacyEffects = { original($0, $1) + ($1 == .checkout ? [.beep] : []) }
    },
  ]

  static let inSignals: [PlantedLoss] = [
    .init(.signal, "a failure is not signaled", at: "orders.signals.failure") {
      $0.orders.ignore("fail")
    },
    .init(.signal, "a checkout fails", at: "orders.signals.failure") {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        original(&value, reads, action, number)
        if action == .checkout { value.failure = Signal("full", at: number) }
      }
    },
  ]
}
