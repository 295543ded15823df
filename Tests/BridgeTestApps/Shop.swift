import ValueRedux

/// The reference state of the shop: four slices that read each other, and an audit that is unclaimed.
///
/// The catalog reads the settings, the cart reads both, and the orders read the cart and the settings.
final class ShopState: Codable {
  var settings = SettingsObject()
  var catalog = CatalogObject()
  var cart = CartObject()
  var orders = OrdersObject()
  var audit = AuditObject()

  /// A shop with something in each collection.
  static func sample() -> ShopState {
    let state = ShopState()
    for id in 1...3 {
      let product = ProductObject(id: id)
      (product.title, product.price, product.stock) = ("product \(id)", Double(id), 2)
      state.catalog.products.append(product)
    }
    for id in 1...2 {
      let line = LineObject(productID: id)
      line.count = id
      state.cart.lines.append(line)
      let order = OrderObject(id: id)
      order.total = Double(id)
      state.orders.placed.append(order)
    }
    for window in ["A", "B"] {
      state.cart.panes[window] = PaneState()
      state.orders.panes[window] = PaneState()
    }
    return state
  }
}

final class TagObject: Codable {
  var name: String

  init(name: String) { self.name = name }
}

final class PaneState: Codable {
  var offset = 0
  var isWide = false
}

final class SettingsObject: Codable {
  var currency = "EUR"
  var rate = 1.0
  var isMember = false
  var name = ""
  var changes = 0
  var tags: [TagObject] = [TagObject(name: "settings")]
}

final class ProductObject: Codable {
  let id: Int
  var title = ""
  var price = 0.0
  var stock = 0

  init(id: Int) { self.id = id }
}

final class CatalogObject: Codable {
  var products: [ProductObject] = []
  var featured: ProductObject?
  var query = ""
  var shownPrice = 0.0
  var views = 0
  var tags: [TagObject] = [TagObject(name: "catalog")]
}

final class LineObject: Codable {
  let productID: Int
  var count = 0
  var isGift = false

  init(productID: Int) { self.productID = productID }
}

final class CartObject: Codable {
  var lines: [LineObject] = []
  var note = ""
  var coupon: String?
  var total = 0.0
  var panes: [String: PaneState] = [:]
  var tags: [TagObject] = [TagObject(name: "cart")]
}

final class OrderObject: Codable {
  let id: Int
  var total = 0.0
  var isShipped = false
  var memo = ""

  init(id: Int) { self.id = id }
}

final class OrdersObject: Codable {
  var placed: [OrderObject] = []
  var selected: OrderObject?
  var panes: [String: PaneState] = [:]
  /// The one-shot flag: set when an order failed, until it is dismissed.
  var failure: String?
  var lastTotal = 0.0
  var tags: [TagObject] = [TagObject(name: "orders")]
}

final class AuditObject: Codable {
  var entries = 0
  var last = ""
  var total = 0.0
}

// MARK: - Values

protocol ShopValue: Equatable, Sendable {
  init()
}

struct PaneValue: Equatable, Sendable {
  var offset = 0
  var isWide = false
}

struct SettingsValue: ShopValue {
  var currency = "EUR"
  var rate = 1.0
  var isMember = false
  var name = ""
  var changes = 0
  var tags: [String] = []
}

struct CatalogValue: ShopValue {
  struct Product: Equatable, Sendable {
    let id: Int
    var title = ""
    var price = 0.0
    var stock = 0
  }

  var products: [Product] = []
  var featuredID: Int?
  var query = ""
  var shownPrice = 0.0
  var views = 0
  var tags: [String] = []
}

struct CartValue: ShopValue {
  struct Line: Equatable, Sendable {
    let productID: Int
    var count = 0
    var isGift = false
  }

  var lines: [Line] = []
  var note = ""
  var coupon: String?
  var total = 0.0
  var panes: [String: PaneValue] = [:]
  var tags: [String] = []
}

struct OrdersValue: ShopValue {
  struct Order: Equatable, Sendable {
    let id: Int
    var total = 0.0
    var isShipped = false
    var memo = ""
  }

  var placed: [Order] = []
  var selectedID: Int?
  var panes: [String: PaneValue] = [:]
  var failure: Signal<String>?
  var lastTotal = 0.0
  var tags: [String] = []
}

/// What the cart reads.
struct CartReads: Equatable, Sendable {
  var catalog = CatalogValue()
  var settings = SettingsValue()
}

/// What the orders read.
struct OrdersReads: Equatable, Sendable {
  var cart = CartValue()
  var settings = SettingsValue()
}

// MARK: - Actions

enum ShopSlice: String, Sendable, CaseIterable {
  case settings, catalog, cart, orders
}

enum ShopEffect: Equatable, Sendable {
  case save(Int)
  case mail(String)
  case beep
}

enum ShopAction: Sendable, Equatable {
  case setCurrency(String), setRate(Double), join(Bool), rename(String)
  case stock(id: Int, count: Int), price(id: Int, Double), retitle(id: Int, String)
  case removeProduct(id: Int), feature(id: Int), search(String)
  case put(id: Int), take(id: Int), gift(id: Int), note(String), coupon(String?)
  case scroll(window: String, by: Int), close(window: String)
  case checkout, ship(id: Int), memo(id: Int, String), select(id: Int), cancelOrder(id: Int)
  case zoom(window: String, by: Int), shut(window: String), fail(String), dismiss
  case tag(ShopSlice, String)
  case stamp

  /// The name of the case.
  var kind: String { String("\(self)".prefix { $0 != "(" }) }

  /// The window that the action is for.
  var window: String? {
    switch self {
    case .scroll(let window, _), .close(let window), .zoom(let window, _), .shut(let window): window
    default: nil
    }
  }

  /// A list with each kind of action, so that each has an effect.
  static let tour: [ShopAction] = [
    .setCurrency("USD"), .setRate(0), .feature(id: 2), .setRate(2), .join(true), .rename("café"),
    .stock(id: 1, count: 3), .price(id: 1, 0), .put(id: 2), .price(id: 1, 4), .put(id: 1),
    .retitle(id: 2, "café"), .feature(id: 1), .search("café"), .gift(id: 1), .note("café"),
    .coupon("café"), .stamp, .scroll(window: "A", by: 1), .zoom(window: "A", by: 2),
    .zoom(window: "B", by: 1), .scroll(window: "B", by: 1), .checkout, .select(id: 2),
    .memo(id: 2, "café"), .ship(id: 2), .fail("card"), .dismiss, .tag(.settings, "ab"),
    .tag(.catalog, "ab"), .tag(.cart, "ab"), .tag(.orders, "café"), .setCurrency("SEK"),
    .close(window: "A"), .shut(window: "A"), .join(false), .put(id: 1), .note("ab"),
    .search("ab"), .rename("ab"), .take(id: 2), .removeProduct(id: 2), .checkout,
    .cancelOrder(id: 1), .stamp, .put(id: 2), .stock(id: 3, count: 0), .put(id: 3),
    .zoom(window: "C", by: 1), .shut(window: "B"), .setRate(0.5), .put(id: 1), .take(id: 1),
    .take(id: 2), .checkout,
  ]

  /// A random list, in which each failure is dismissed before the next.
  static func randomList(
    _ count: Int, using random: inout some RandomNumberGenerator
  ) -> [ShopAction] {
    var list: [ShopAction] = []
    while list.count < count {
      let action = ShopAction.random(using: &random)
      list.append(action)
      if case .fail = action { list.append(.dismiss) }
    }
    return list
  }

  static func random(using random: inout some RandomNumberGenerator) -> ShopAction {
    let id = Int.random(in: 1...4, using: &random)
    let word = ["", "ab", "cd", "café"].randomElement(using: &random)!
    let window = ["A", "B", "C"].randomElement(using: &random)!
    let number = Double(Int.random(in: 0...6, using: &random)) / 2
    switch Int.random(in: 0..<30, using: &random) {
    case 0: return .setCurrency(["EUR", "USD", "SEK"].randomElement(using: &random)!)
    case 1: return .setRate(number)
    case 2: return .join(.random(using: &random))
    case 3: return .rename(word)
    case 4, 5: return .stock(id: id, count: Int.random(in: 0...3, using: &random))
    case 6: return .price(id: id, number)
    case 7: return .retitle(id: id, word)
    case 8: return .removeProduct(id: id)
    case 9: return .feature(id: id)
    case 10: return .search(word)
    case 11, 12: return .put(id: id)
    case 13: return .take(id: id)
    case 14: return .gift(id: id)
    case 15: return .note(word)
    case 16: return .coupon(Bool.random(using: &random) ? word : nil)
    case 17: return .scroll(window: window, by: Int.random(in: 1...3, using: &random))
    case 18: return .close(window: window)
    case 19: return .checkout
    case 20: return .ship(id: id)
    case 21: return .memo(id: id, word)
    case 22: return .select(id: id)
    case 23: return .cancelOrder(id: id)
    case 24: return .zoom(window: window, by: Int.random(in: 1...3, using: &random))
    case 25: return .shut(window: window)
    case 26: return .fail(word)
    case 27: return .stamp
    default: return .tag(ShopSlice.allCases.randomElement(using: &random)!, word)
    }
  }
}
