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
    switch Int.random(in: 0..<28, using: &random) {
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
    default:
      return Bool.random(using: &random)
        ? .stamp : .tag(ShopSlice.allCases.randomElement(using: &random)!, word)
    }
  }
}
