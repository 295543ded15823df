@testable import BridgeTestApps

extension PlantedLoss {
  static let inFields: [PlantedLoss] = [
    .init(.w1, "the name stands in no projection", at: "settings.name", blame: .blocks(.settings)) {
      $0.settings.drop { $0.name = $1.name }
    },
    .init(.w1, "the membership does", at: "settings.isMember", blame: .blocks(.settings)) {
      $0.settings.drop { $0.isMember = $1.isMember }
    },
    .init(.w1, "the counter of changes", at: "settings.changes", blame: .blocks(.settings)) {
      $0.settings.drop { $0.changes = $1.changes }
    },
    .init(.w1, "the search", at: "catalog.query", blame: .blocks(.catalog)) {
      $0.catalog.drop { $0.query = $1.query }
    },
    .init(.w1, "the counter of views", at: "catalog.views", blame: .blocks(.catalog)) {
      $0.catalog.drop { $0.views = $1.views }
    },
    .init(.w1, "the titles of products", at: "catalog.products.*.title", blame: .blocks(.catalog)) {
      $0.catalog.drop { value, other in
        for index in value.products.indices {
          let id = value.products[index].id
          value.products[index].title = other.products.first { $0.id == id }?.title ?? ""
        }
      }
    },
    .init(.w1, "the stock of products", at: "catalog.products.*.stock", blame: .blocks(.catalog)) {
      $0.catalog.drop { value, other in
        for index in value.products.indices {
          let id = value.products[index].id
          value.products[index].stock = other.products.first { $0.id == id }?.stock ?? 0
        }
      }
    },
    .init(.w1, "the featured product", at: "catalog.featured", blame: .blocks(.catalog)) {
      $0.catalog.drop { $0.featuredID = $1.featuredID }
    },
    .init(.w1, "the shown price", at: "catalog.shownPrice", blame: .blocks(.catalog)) {
      $0.catalog.drop { $0.shownPrice = $1.shownPrice }
    },
    .init(.w1, "the note", at: "cart.note", blame: .blocks(.cart)) {
      $0.cart.drop { $0.note = $1.note }
    },
    .init(.w1, "the coupon", at: "cart.coupon", blame: .blocks(.cart)) {
      $0.cart.drop { $0.coupon = $1.coupon }
    },
    .init(.w1, "whether a line is a gift", at: "cart.lines.*.isGift", blame: .blocks(.cart)) {
      $0.cart.drop { value, other in
        for index in value.lines.indices {
          let id = value.lines[index].productID
          value.lines[index].isGift = other.lines.first { $0.productID == id }?.isGift ?? false
        }
      }
    },
    .init(.w1, "the offsets of panes", at: "cart.panes.*.offset", blame: .blocks(.cart)) {
      $0.cart.drop { value, other in
        for key in value.panes.keys { value.panes[key]?.offset = other.panes[key]?.offset ?? 0 }
      }
    },
    .init(.w1, "the memos of orders", at: "orders.placed.*.memo", blame: .blocks(.orders)) {
      $0.orders.drop { value, other in
        for index in value.placed.indices {
          let id = value.placed[index].id
          value.placed[index].memo = other.placed.first { $0.id == id }?.memo ?? ""
        }
      }
    },
    .init(.w1, "the last total", at: "orders.lastTotal", blame: .blocks(.orders)) {
      $0.orders.drop { $0.lastTotal = $1.lastTotal }
    },
    .init(.w1, "the selected order", at: "orders.selected", blame: .blocks(.orders)) {
      $0.orders.drop { $0.selectedID = $1.selectedID }
    },
    .init(.w1, "the tags of the orders", at: "orders.tags", blame: .blocks(.orders)) {
      $0.orders.drop { $0.tags = $1.tags }
    },
  ]

  static let inAliases: [PlantedLoss] = [
    .init(
      .w5, "the cart holds a tag of the catalog", at: "cart.tags.*", blame: .blocks(.cart),
      other: "catalog.tags.*"
    ) { $0.cart.block("note") { share($0.catalog.tags, with: &$0.cart.tags) } },
    .init(
      .w5, "the cart holds a tag of the settings", at: "cart.tags.*", blame: .blocks(.cart),
      other: "settings.tags.*"
    ) { $0.cart.block("note") { share($0.settings.tags, with: &$0.cart.tags) } },
    .init(
      .w5, "the orders hold a tag of the cart", at: "orders.tags.*", blame: .blocks(.orders),
      other: "cart.tags.*"
    ) { $0.orders.block("checkout") { share($0.cart.tags, with: &$0.orders.tags) } },
    .init(
      .w5, "the orders hold a tag of the catalog", at: "orders.tags.*", blame: .blocks(.orders),
      other: "catalog.tags.*"
    ) { $0.orders.block("checkout") { share($0.catalog.tags, with: &$0.orders.tags) } },
    .init(
      .w5, "the orders hold a tag of the settings", at: "orders.tags.*", blame: .blocks(.orders),
      other: "settings.tags.*"
    ) { $0.orders.block("checkout") { share($0.settings.tags, with: &$0.orders.tags) } },
    .init(
      .w5, "the catalog holds a tag of the settings", at: "catalog.tags.*",
      blame: .blocks(.catalog),
      other: "settings.tags.*"
    ) { $0.catalog.block("search") { share($0.settings.tags, with: &$0.catalog.tags) } },
    .init(
      .w5, "the settings hold a tag twice", at: "settings.tags.*", blame: .blocks(.settings),
      other: "settings.tags.*"
    ) { $0.settings.block("rename") { share($0.settings.tags, with: &$0.settings.tags) } },
    .init(
      .w5, "two panes of the cart are one", at: "cart.panes.*", blame: .blocks(.cart),
      other: "cart.panes.*"
    ) { $0.cart.block("scroll") { $0.cart.panes["B"] = $0.cart.panes["A"] } },
    .init(
      .w5, "a pane of the orders is one of the cart", at: "orders.panes.*", blame: .blocks(.orders),
      other: "cart.panes.*"
    ) { $0.orders.block("zoom") { $0.orders.panes["A"] = $0.cart.panes["A"] } },
    .init(
      .w5, "the featured product is a copy", at: "catalog.featured", blame: .blocks(.catalog),
      other: "catalog.products.*"
    ) {
      $0.catalog.block("feature") { state in
        guard let featured = state.catalog.featured else { return }
        let copy = ProductObject(id: featured.id)
        (copy.title, copy.price, copy.stock) = (featured.title, featured.price, featured.stock)
        state.catalog.featured = copy
      }
    },
    .init(
      .w5, "the selected order is a copy", at: "orders.selected", blame: .blocks(.orders),
      other: "orders.placed.*"
    ) {
      $0.orders.block("select") { state in
        guard let selected = state.orders.selected else { return }
        let copy = OrderObject(id: selected.id)
        (copy.total, copy.isShipped, copy.memo) = (
          selected.total, selected.isShipped, selected.memo
        )
        state.orders.selected = copy
      }
    },
  ]

  private static func share(_ one: [TagObject], with other: inout [TagObject]) {
    guard let tag = one.last, !other.dropFirst().contains(where: { $0 === tag }) else { return }
    ShopLegacy.add(tag, to: &other)
  }

  static let inSpelling: [PlantedLoss] = [
    .init(.w8, "the name is decomposed", at: "settings.name", blame: .reducer(.settings)) {
      $0.settings.reduce("rename") { $0.name = decomposed($0.name) }
    },
    .init(.w8, "the search is decomposed", at: "catalog.query", blame: .reducer(.catalog)) {
      $0.catalog.reduce("search") { $0.query = decomposed($0.query) }
    },
    .init(.w8, "a title is decomposed", at: "catalog.products.*.title", blame: .reducer(.catalog)) {
      $0.catalog.reduce("retitle") {
        for index in $0.products.indices {
          $0.products[index].title = decomposed($0.products[index].title)
        }
      }
    },
    .init(.w8, "the note is decomposed", at: "cart.note", blame: .reducer(.cart)) {
      $0.cart.reduce("note") { $0.note = decomposed($0.note) }
    },
    .init(.w8, "the coupon is decomposed", at: "cart.coupon", blame: .reducer(.cart)) {
      $0.cart.reduce("coupon") { $0.coupon = $0.coupon.map(decomposed) }
    },
    .init(.w8, "a memo is decomposed", at: "orders.placed.*.memo", blame: .reducer(.orders)) {
      $0.orders.reduce("memo") {
        for index in $0.placed.indices {
          $0.placed[index].memo = decomposed($0.placed[index].memo)
        }
      }
    },
    .init(.w8, "a tag is decomposed", at: "orders.tags.*", blame: .reducer(.orders)) {
      $0.orders.reduce("tag") { $0.tags = $0.tags.map(decomposed) }
    },
    .init(.w8, "the rate is a negative zero", at: "settings.rate", blame: .reducer(.settings)) {
      $0.settings.reduce("setRate") { if $0.rate == 0 { $0.rate = -0.0 } }
    },
    .init(.w8, "the shown price is one", at: "catalog.shownPrice", blame: .reducer(.catalog)) {
      $0.catalog.reduce("feature") { if $0.shownPrice == 0 { $0.shownPrice = -0.0 } }
    },
    .init(.w8, "a price is one", at: "catalog.products.*.price", blame: .reducer(.catalog)) {
      $0.catalog.reduce("price") {
        for index in $0.products.indices where $0.products[index].price == 0 {
          $0.products[index].price = -0.0
        }
      }
    },
  ]

  private static func decomposed(_ text: String) -> String {
    text.replacing("é", with: "e\u{301}")
  }
}
