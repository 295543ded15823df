import ReduxBridge
import ValueRedux
@testable import BridgeTestApps

extension PlantedLoss {
  static let inListeners: [PlantedLoss] = [
    twice(.settings, .legacy, 2), twice(.settings, .value, 3), twice(.catalog, .legacy, 3),
    twice(.catalog, .value, 2), twice(.cart, .legacy, 2), twice(.cart, .value, 2),
    twice(.orders, .legacy, 3), twice(.orders, .value, 3),
  ]

  private static func twice(_ slice: ShopSlice, _ side: Side, _ times: Int) -> PlantedLoss {
    .init(
      .w6, "a \(side.rawValue) listener of the \(slice) receives each change \(times) times",
      at: "\(slice).listeners.\(side.rawValue)", blame: .listener(slice, side)
    ) { $0.receipts[slice, default: [:]][side] = times }
  }

  static let inWindows: [PlantedLoss] = [
    .init(.w7, "both scroll all panes", at: "cart.windows.*", blame: .both(.cart)) {
      $0.cart.block("scroll") { for pane in $0.cart.panes.values { pane.offset += 1 } }
      $0.cart.reduce("scroll") { for key in $0.panes.keys { $0.panes[key]?.offset += 1 } }
    },
    .init(.w7, "both close all", at: "cart.windows.*", blame: .both(.cart)) {
      $0.cart.block("close") { $0.cart.panes = [:] }
      $0.cart.reduce("close") { $0.panes = [:] }
    },
    .init(.w7, "both open a neighbor", at: "cart.windows.N", blame: .both(.cart)) {
      $0.cart.block("scroll") { if $0.cart.panes["N"] == nil { $0.cart.panes["N"] = PaneState() } }
      $0.cart.reduce("scroll") { if $0.panes["N"] == nil { $0.panes["N"] = .init() } }
    },
    .init(.w7, "both widen on close", at: "cart.windows.*", blame: .both(.cart)) {
      $0.cart.block("close") { for pane in $0.cart.panes.values { pane.isWide.toggle() } }
      $0.cart.reduce("close") { for key in $0.panes.keys { $0.panes[key]?.isWide.toggle() } }
    },
    .init(.w7, "both scroll A with all", at: "cart.windows.A", blame: .both(.cart)) {
      $0.cart.block("scroll") { $0.cart.panes["A"]?.offset += 5 }
      $0.cart.reduce("scroll") { $0.panes["A"]?.offset += 5 }
    },
    .init(.w7, "both zoom all panes", at: "orders.windows.*", blame: .both(.orders)) {
      $0.orders.block("zoom") { for pane in $0.orders.panes.values { pane.offset += 1 } }
      $0.orders.reduce("zoom") { for key in $0.panes.keys { $0.panes[key]?.offset += 1 } }
    },
    .init(.w7, "both shut all", at: "orders.windows.*", blame: .both(.orders)) {
      $0.orders.block("shut") { $0.orders.panes = [:] }
      $0.orders.reduce("shut") { $0.panes = [:] }
    },
    .init(.w7, "both narrow the others", at: "orders.windows.*", blame: .both(.orders)) {
      $0.orders.block("zoom") { for pane in $0.orders.panes.values { pane.isWide.toggle() } }
      $0.orders.reduce("zoom") { for key in $0.panes.keys { $0.panes[key]?.isWide.toggle() } }
    },
    .init(.w7, "both shut C with all", at: "orders.windows.C", blame: .both(.orders)) {
      $0.orders.block("shut") { $0.orders.panes["C"] = nil }
      $0.orders.reduce("shut") { $0.panes["C"] = nil }
    },
  ]

  static let inNames: [PlantedLoss] = [
    .init(.w10, "a plural", at: "carts", blame: .configuration) {
      $0.expected["carts"] = ["put"]
    },
    .init(.w10, "a singular", at: "order", blame: .configuration) {
      $0.expected["order"] = ["ship"]
    },
    .init(.w10, "a capital", at: "Settings", blame: .configuration) {
      $0.expected["Settings"] = ["join"]
    },
    .init(.w10, "a space", at: "catalog ", blame: .configuration) {
      $0.expected["catalog "] = ["search"]
    },
    .init(.w10, "an empty name", at: "", blame: .configuration) { $0.expected[""] = ["put"] },
    .init(.w10, "a former name", at: "basket", blame: .configuration) {
      $0.expected["basket"] = ["put"]
    },
    .init(.w10, "the state's name", at: "audit", blame: .configuration) {
      $0.expected["audit"] = ["stamp"]
    },
    .init(.w10, "one of several", at: "cart.lines", blame: .configuration) {
      $0.expected = ["cart": ["put"], "cart.lines": ["put"], "orders": ["ship"]]
    },
  ]

  static let inEvidence: [PlantedLoss] = [
    .init(.e, "forty excused windows hide the note", at: "cart.note", blame: .reducer(.cart)) {
      $0.cart.rules = [.notComparable(at: "panes", because: "the old side draws them")]
      $0.cart.reduce("note") { value in
        for number in 0..<40 { value.panes["W\(number)"] = .init() }
        value.note += "!"
      }
    },
    .init(.e, "forty excused tags hide the total", at: "cart.total", blame: .reducer(.cart)) {
      $0.cart.rules = [.noise(at: "lines", because: "sold elsewhere")]
      $0.cart.reduce("put") { value in
        value.lines = (0..<40).map { .init(productID: $0) }
        value.total += 1
      }
    },
    .init(.e, "a rule for A excuses A.B", at: "cart.panes.*", blame: .reducer(.cart)) {
      $0.cart.rules = [.notComparable(at: "panes.A", because: "the old side draws it")]
      $0.cart.reduce("note") { $0.panes["A.B"] = .init(offset: 1) }
    },
    .init(
      .e, "a rule for one window excuses another", at: "orders.panes.*", blame: .reducer(.orders)
    ) {
      $0.orders.rules = [.notComparable(at: "panes.A", because: "the old side draws it")]
      $0.orders.reduce("checkout") { $0.panes["A.offset"] = .init(offset: 1) }
    },
  ]

  static let inReports: [PlantedLoss] = [
    .init(.r, "the reducer of the cart rolls dice", at: "cart.note", blame: .noise(.cart)) {
      $0.cart.reduce("note") { $0.note += "\(UInt64.random(in: 0 ... .max))" }
    },
    .init(.r, "the reducer of the orders does", at: "orders.lastTotal", blame: .noise(.orders)) {
      $0.orders.reduce("checkout") { $0.lastTotal += .random(in: 1...1e9) }
    },
    .init(.r, "the block of the settings does", at: "settings.name", blame: .noise(.settings)) {
      $0.settings.block("rename") { $0.settings.name += "\(UInt64.random(in: 0 ... .max))" }
    },
  ]

  static let inReducers: [PlantedLoss] = [
    .init(.value, "a rate is not set", at: "settings.rate", blame: .reducer(.settings)) {
      $0.settings.reduce("setRate") { $0.rate = 1 }
    },
    .init(.value, "a change is not counted", at: "settings.changes", blame: .reducer(.settings)) {
      $0.settings.reduce("join") { $0.changes -= 1 }
    },
    .init(.value, "stock is never added", at: "catalog.products.*", blame: .reducer(.catalog)) {
      $0.catalog.ignore("stock")
    },
    .init(.value, "the price ignores the rate", at: "catalog.shownPrice", blame: .reducer(.catalog))
    {
      let original = $0.catalog.reduce
      $0.catalog.reduce = { original(&$0, SettingsValue(), $2, $3) }
    },
    .init(.value, "members pay the full price", at: "cart.total", blame: .reducer(.cart)) {
      let original = $0.cart.reduce
      $0.cart.reduce = { value, reads, action, number in
        var reads = reads
        reads.settings.isMember = false
        original(&value, reads, action, number)
      }
    },
    .init(.value, "what is out of stock is sold", at: "cart.lines.*", blame: .reducer(.cart)) {
      let original = $0.cart.reduce
      $0.cart.reduce = { value, reads, action, number in
        var reads = reads
        for index in reads.catalog.products.indices { reads.catalog.products[index].stock += 1 }
        original(&value, reads, action, number)
      }
    },
    .init(
      .value, "the memo is always in euros", at: "orders.placed.*.memo", blame: .reducer(.orders)
    ) {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        var reads = reads
        reads.settings.currency = "EUR"
        original(&value, reads, action, number)
      }
    },
    .init(.value, "empty carts are ordered", at: "orders.placed.*", blame: .reducer(.orders)) {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        var reads = reads
        reads.cart.lines.append(.init(productID: 9))
        original(&value, reads, action, number)
      }
    },
  ]

  static let inBlocks: [PlantedLoss] = [
    .init(.block, "the block trims the tags", at: "settings.tags.*", blame: .blocks(.settings)) {
      $0.settings.block("tag") { $0.settings.tags = $0.settings.tags.suffix(2) }
    },
    .init(.block, "the block forgets the query", at: "catalog.query", blame: .blocks(.catalog)) {
      $0.catalog.block("search") { $0.catalog.query = "" }
    },
    .init(
      .block, "the block makes everything a gift", at: "cart.lines.*.isGift", blame: .blocks(.cart)
    ) {
      $0.cart.block("put") { $0.cart.lines.last?.isGift = true }
    },
    .init(
      .block, "the block ships at once", at: "orders.placed.*.isShipped", blame: .blocks(.orders)
    ) {
      $0.orders.block("checkout") { $0.orders.placed.last?.isShipped = true }
    },
  ]

  static let inProjections: [PlantedLoss] = [
    .init(
      .projection, "read forgets the membership", at: "settings.isMember",
      blame: .projection(.settings)
    ) {
      $0.settings.read { $0.isMember = false }
    },
    .init(.projection, "read rounds the total", at: "cart.total", blame: .projection(.cart)) {
      $0.cart.read { $0.total.round() }
    },
    .init(.projection, "write forgets the note", at: "cart.note", blame: .projection(.cart)) {
      $0.cart.write { $0.note = "" }
    },
    .init(
      .projection, "write forgets the last total", at: "orders.lastTotal",
      blame: .projection(.orders)
    ) {
      $0.orders.write { $0.lastTotal = 0 }
    },
    .init(.projection, "write forgets the query", at: "catalog.query", blame: .projection(.catalog))
    {
      $0.catalog.write { $0.query = "" }
    },
  ]

  static let inEffects: [PlantedLoss] = [
    .init(.effect, "no mail is sent", at: "orders.effects.*", blame: .reducer(.orders)) { parts in
      parts.valueEffects = { _, action in action == .checkout ? [.save(0)] : [] }
    },
    .init(.effect, "two mails are sent", at: "orders.effects.*", blame: .reducer(.orders)) {
      let original = $0.valueEffects
      $0.valueEffects = { original($0, $1) + (original($0, $1).isEmpty ? [] : [.mail("again")]) }
    },
    .init(.effect, "the old side beeps", at: "orders.effects.*", blame: .blocks(.orders)) {
      let original = $0.legacyEffects
      $0.legacyEffects = { original($0, $1) + ($1 == .checkout ? [.beep] : []) }
    },
  ]

  static let inSignals: [PlantedLoss] = [
    .init(
      .signal, "a failure is not signaled", at: "orders.signals.failure", blame: .reducer(.orders)
    ) {
      $0.orders.ignore("fail")
    },
    .init(.signal, "another one is", at: "orders.signals.failure", blame: .reducer(.orders)) {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        original(&value, reads, action, number)
        if case .fail = action { value.failure = Signal("other", at: number) }
      }
    },
    .init(.signal, "a checkout fails", at: "orders.signals.failure", blame: .reducer(.orders)) {
      let original = $0.orders.reduce
      $0.orders.reduce = { value, reads, action, number in
        original(&value, reads, action, number)
        if action == .checkout { value.failure = Signal("full", at: number) }
      }
    },
  ]
}
