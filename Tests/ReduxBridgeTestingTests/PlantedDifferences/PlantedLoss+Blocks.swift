@testable import BridgeTestApps

extension PlantedLoss {
  static let inReads: [PlantedLoss] = [
    .init(
      .w2, "the settings read the orders", at: "settings.name", blame: .blocks(.settings),
      other: "orders"
    ) { $0.settings.block("rename") { $0.settings.name = "\($0.orders.placed.count)" } },
    .init(
      .w2, "the settings read the cart", at: "settings.currency", blame: .blocks(.settings),
      other: "cart"
    ) { $0.settings.block("setCurrency") { $0.settings.currency += $0.cart.note } },
    .init(
      .w2, "the settings read the catalog", at: "settings.isMember", blame: .blocks(.settings),
      other: "catalog"
    ) { $0.settings.block("join") { $0.settings.isMember = $0.catalog.query.isEmpty } },
    .init(
      .w2, "the catalog reads the cart", at: "catalog.query", blame: .blocks(.catalog),
      other: "cart"
    ) { $0.catalog.block("search") { $0.catalog.query += $0.cart.note } },
    .init(
      .w2, "the catalog reads the orders", at: "catalog.views", blame: .blocks(.catalog),
      other: "orders"
    ) { $0.catalog.block("search") { $0.catalog.views += $0.orders.placed.count } },
    .init(
      .w2, "the cart reads the orders", at: "cart.note", blame: .blocks(.cart), other: "orders"
    ) { $0.cart.block("note") { $0.cart.note += "\($0.orders.lastTotal)" } },
    .init(
      .w2, "the orders read the catalog", at: "orders.lastTotal", blame: .blocks(.orders),
      other: "catalog"
    ) { $0.orders.block("checkout") { $0.orders.lastTotal += Double($0.catalog.views) } },
    .init(
      .w2, "the cart reads what is unclaimed", at: "cart.note", blame: .blocks(.cart),
      other: "audit"
    ) { $0.cart.block("note") { $0.cart.note += "\($0.audit.entries)" } },
    .init(
      .w2, "the orders read what is unclaimed", at: "orders.placed.*.memo",
      blame: .blocks(.orders), other: "audit"
    ) { $0.orders.block("checkout") { $0.orders.placed.last?.memo = $0.audit.last } },
    .init(
      .w2, "the catalog does not declare the settings", at: "catalog.shownPrice",
      blame: .blocks(.catalog), other: "settings"
    ) { $0.undeclared = [[.catalog, .settings]] },
    .init(
      .w2, "the cart does not declare the settings", at: "cart.total", blame: .blocks(.cart),
      other: "settings"
    ) { $0.undeclared = [[.cart, .settings]] },
    .init(
      .w2, "the cart does not declare the catalog", at: "cart.lines", blame: .blocks(.cart),
      other: "catalog"
    ) { $0.undeclared = [[.cart, .catalog]] },
    .init(
      .w2, "the orders do not declare the cart", at: "orders.lastTotal", blame: .blocks(.orders),
      other: "cart"
    ) { $0.undeclared = [[.orders, .cart]] },
    .init(
      .w2, "the orders do not declare the settings", at: "orders.placed.*.memo",
      blame: .blocks(.orders), other: "settings"
    ) { $0.undeclared = [[.orders, .settings]] },
  ]

  static let inWrites: [PlantedLoss] = [
    .init(.w3, "the cart renames the user", at: "settings.name", blame: .blocks(.cart)) {
      $0.cart.block("note") { $0.settings.name = $0.cart.note }
    },
    .init(.w3, "the cart takes stock", at: "catalog.products.*.stock", blame: .blocks(.cart)) {
      $0.cart.block("put") { $0.catalog.products.last?.stock -= 1 }
    },
    .init(.w3, "the orders empty the cart", at: "cart.lines", blame: .blocks(.orders)) {
      $0.orders.block("checkout") { $0.cart.lines = [] }
    },
    .init(.w3, "the orders reset the total", at: "cart.total", blame: .blocks(.orders)) {
      $0.orders.block("checkout") { $0.cart.total = 0 }
    },
    .init(.w3, "the settings hide the price", at: "catalog.shownPrice", blame: .blocks(.settings)) {
      $0.settings.block("setCurrency") { $0.catalog.shownPrice = -1 }
    },
    .init(.w3, "the settings reset the orders", at: "orders.lastTotal", blame: .blocks(.settings)) {
      $0.settings.block("join") { $0.orders.lastTotal = -1 }
    },
    .init(.w3, "the catalog empties the cart", at: "cart.lines.*", blame: .blocks(.catalog)) {
      $0.catalog.block("removeProduct") { if !$0.cart.lines.isEmpty { $0.cart.lines.removeLast() } }
    },
    .init(.w3, "the catalog counts a change", at: "settings.changes", blame: .blocks(.catalog)) {
      $0.catalog.block("search") { $0.settings.changes += 1 }
    },
    .init(.w3, "the orders add a tag", at: "settings.tags", blame: .blocks(.orders)) {
      $0.orders.block("ship") { $0.settings.tags = [TagObject(name: "shipped")] }
    },
    .init(.w3, "the orders open a window", at: "cart.panes.*", blame: .blocks(.orders)) {
      $0.orders.block("fail") { $0.cart.panes["F"] = PaneState() }
    },
    .init(.w3, "the cart writes the audit", at: "audit.last", blame: .blocks(.cart)) {
      $0.cart.block("coupon") { $0.audit.last = "coupon" }
    },
    .init(.w3, "the orders count in the audit", at: "audit.entries", blame: .blocks(.orders)) {
      $0.orders.block("checkout") { $0.audit.entries += 1 }
    },
    .init(.w3, "the audit counts a change", at: "settings.changes", blame: .unclaimed) {
      $0.unclaimed.append { if $1 == .stamp { $0.settings.changes += 1 } }
    },
    .init(.w3, "the audit sells the stock", at: "catalog.products.*.stock", blame: .unclaimed) {
      $0.unclaimed.append { if $1 == .stamp { $0.catalog.products.first?.stock -= 1 } }
    },
    .init(.w3, "the audit notes in the cart", at: "cart.note", blame: .unclaimed) {
      $0.unclaimed.append { if $1 == .stamp { $0.cart.note += "!" } }
    },
  ]

  static let inLists: [PlantedLoss] = [
    .init(
      .w4, "the block of the cart is listed in the orders, too", at: "orders.1",
      blame: .configuration, other: "cart.0"
    ) { $0.orders.blocks.append(ShopLegacy.cart) },
    .init(
      .w4, "that of the settings in the catalog", at: "catalog.1", blame: .configuration,
      other: "settings.0"
    ) { $0.catalog.blocks.append(ShopLegacy.settings) },
    .init(
      .w4, "that of the settings is unclaimed, too", at: "unclaimed.1", blame: .configuration,
      other: "settings.0"
    ) { $0.unclaimed.append(ShopLegacy.settings) },
    .init(
      .w4, "that of the catalog is listed twice in its slice", at: "catalog.1",
      blame: .configuration, other: "catalog.0"
    ) { $0.catalog.blocks.append(ShopLegacy.catalog) },
    .init(
      .w4, "that of the orders is unclaimed, too", at: "unclaimed.1", blame: .configuration,
      other: "orders.0"
    ) { $0.unclaimed.append(ShopLegacy.orders) },
    .init(
      .w4, "that of the audit is listed in the cart", at: "unclaimed.0", blame: .configuration,
      other: "cart.1"
    ) { $0.cart.blocks.append(ShopLegacy.audit) },
    .init(
      .w4, "that of the audit is listed twice", at: "unclaimed.1", blame: .configuration,
      other: "unclaimed.0"
    ) { $0.unclaimed.append(ShopLegacy.audit) },
    .init(
      .w4, "one block writes cart and orders, listed in the cart", at: "orders.lastTotal",
      blame: .blocks(.cart)
    ) { merge(&$0.cart.blocks, &$0.orders.blocks) },
    .init(
      .w4, "one writes settings and catalog, listed in the settings", at: "catalog.query",
      blame: .blocks(.settings)
    ) { merge(&$0.settings.blocks, &$0.catalog.blocks) },
    .init(
      .w4, "one writes catalog and cart, listed in the catalog", at: "cart.note",
      blame: .blocks(.catalog)
    ) { merge(&$0.catalog.blocks, &$0.cart.blocks) },
    .init(
      .w4, "one writes settings and orders, listed in the orders", at: "settings.name",
      blame: .blocks(.orders)
    ) { merge(&$0.orders.blocks, &$0.settings.blocks) },
    .init(
      .w4, "one writes the audit and the settings, unclaimed", at: "settings.name",
      blame: .unclaimed
    ) { merge(&$0.unclaimed, &$0.settings.blocks) },
  ]

  private static func merge(_ one: inout [ShopLegacy.Block], _ other: inout [ShopLegacy.Block]) {
    let all = one + other
    one = [{ state, action in for block in all { block(state, action) } }]
    other = []
  }

  static let inOrder: [PlantedLoss] = [
    .init(.w9, "the audit stood inside of the settings", at: "audit.last", blame: .configuration) {
      $0.join(
        \.settings.blocks, "rename", between: { $0.audit.last = $0.settings.name },
        after: { $0.settings.name += "!" })
    },
    .init(.w9, "inside of the catalog", at: "audit.last", blame: .configuration) {
      $0.join(
        \.catalog.blocks, "search", between: { $0.audit.last = $0.catalog.query },
        after: { $0.catalog.query += "!" })
    },
    .init(.w9, "inside of the cart", at: "audit.total", blame: .configuration) {
      $0.join(
        \.cart.blocks, "put", between: { $0.audit.total = $0.cart.total },
        after: { $0.cart.total += 1 })
    },
    .init(.w9, "inside of the orders", at: "audit.total", blame: .configuration) {
      $0.join(
        \.orders.blocks, "checkout", between: { $0.audit.total = $0.orders.lastTotal },
        after: { $0.orders.lastTotal += 1 })
    },
    .init(
      .w9, "the settings read what is counted between", at: "settings.name", blame: .configuration
    ) {
      $0.join(
        \.settings.blocks, "rename", between: { $0.audit.entries += 1 },
        after: { $0.settings.name += "\($0.audit.entries)" })
    },
    .init(.w9, "the catalog reads it", at: "catalog.views", blame: .configuration) {
      $0.join(
        \.catalog.blocks, "search", between: { $0.audit.entries += 1 },
        after: { $0.catalog.views = $0.audit.entries })
    },
    .init(.w9, "the cart reads it", at: "cart.note", blame: .configuration) {
      $0.join(
        \.cart.blocks, "note", between: { $0.audit.entries += 1 },
        after: { $0.cart.note += "\($0.audit.entries)" })
    },
    .init(.w9, "the orders read it", at: "orders.lastTotal", blame: .configuration) {
      $0.join(
        \.orders.blocks, "checkout", between: { $0.audit.entries += 1 },
        after: { $0.orders.lastTotal += Double($0.audit.entries) })
    },
    .init(.w9, "the cart wrote before the catalog read", at: "catalog.query", blame: .configuration)
    {
      $0.original = [
        ShopLegacy.settings, ShopLegacy.cart, ShopLegacy.catalog,
        { if $1.kind == "note" { $0.catalog.query = $0.cart.note } }, ShopLegacy.orders,
        ShopLegacy.audit,
      ]
      $0.catalog.blocks.append { if $1.kind == "note" { $0.catalog.query = $0.cart.note } }
    },
  ]

  static let inHandlers: [PlantedLoss] = [
    .init(.w11, "a handler clears the note", at: "cart.note", blame: .outside(.cart)) {
      $0.complete(\.cart.blocks, "note") { $0.cart.note = "done" }
    },
    .init(.w11, "a handler adds to the total", at: "cart.total", blame: .outside(.cart)) {
      $0.complete(\.cart.blocks, "put") { $0.cart.total += 1 }
    },
    .init(.w11, "a handler empties the cart", at: "cart.lines.*", blame: .outside(.cart)) {
      $0.complete(\.cart.blocks, "put") { $0.cart.lines = [] }
    },
    .init(.w11, "a handler renames the user", at: "settings.name", blame: .outside(.settings)) {
      $0.complete(\.settings.blocks, "rename") { $0.settings.name += "done" }
    },
    .init(.w11, "a handler resets the rate", at: "settings.rate", blame: .outside(.settings)) {
      $0.complete(\.settings.blocks, "setRate") { $0.settings.rate += 1 }
    },
    .init(
      .w11, "a handler loads the stock", at: "catalog.products.*.stock", blame: .outside(.catalog)
    ) { $0.complete(\.catalog.blocks, "stock") { $0.catalog.products.last?.stock += 9 } },
    .init(.w11, "a handler counts a view", at: "catalog.views", blame: .outside(.catalog)) {
      $0.complete(\.catalog.blocks, "search") { $0.catalog.views += 1 }
    },
    .init(.w11, "a handler ships", at: "orders.placed.*.isShipped", blame: .outside(.orders)) {
      $0.complete(\.orders.blocks, "checkout") { $0.orders.placed.last?.isShipped.toggle() }
    },
    .init(.w11, "a handler widens a pane", at: "orders.panes.*.isWide", blame: .outside(.orders)) {
      $0.complete(\.orders.blocks, "zoom") {
        for pane in $0.orders.panes.values { pane.isWide.toggle() }
      }
    },
    .init(
      .w11, "a handler of the orders clears the cart", at: "cart.total", blame: .outside(.cart)
    ) { $0.complete(\.orders.blocks, "checkout") { $0.cart.total = -1 } },
  ]
}
