import ValueRedux

/// The reference state of the shop: three slices that read each other, and an audit that is unclaimed.
///
/// The cart reads the settings, and the orders read the cart and the settings.
final class ShopState: Codable {
  var settings = SettingsObject()
  var cart = CartObject()
  var orders = OrdersObject()
  var audit = AuditObject()

  /// A shop with something in each collection.
  static func sample() -> ShopState {
    let state = ShopState()
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

  /// The content of the state, without the journal.
  var text: String {
    let lines = cart.lines.map { "\($0.productID):\($0.count) \($0.isGift)" }
    let placed = orders.placed.map { "\($0.id):\($0.total) \($0.isShipped) \($0.memo)" }
    let panes = [cart.panes, orders.panes].map { panes in
      panes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.offset) \($0.value.isWide)" }
    }
    return "\(settings.currency) \(settings.rate) \(settings.isMember) \(settings.name) "
      + "\(settings.changes) \(lines) \(cart.note) \(cart.total) \(placed) \(orders.lastTotal) "
      + "\(orders.selected?.id ?? 0) \(panes) \((settings.tags + cart.tags + orders.tags).map(\.name))"
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

final class LineObject: Codable {
  let productID: Int
  var count = 0
  var isGift = false

  init(productID: Int) { self.productID = productID }
}

final class CartObject: Codable {
  var lines: [LineObject] = []
  var note = ""
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
  /// A line of the cart that no projection carries.
  var pinned: LineObject?
  /// The values that a block saw that reads everything.
  var journal: [String] = []
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

struct CartValue: ShopValue {
  struct Line: Equatable, Sendable {
    let productID: Int
    var count = 0
    var isGift = false
  }

  var lines: [Line] = []
  var note = ""
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

/// The values that the orders read.
struct OrdersReads: Equatable, Sendable {
  var cart = CartValue()
  var settings = SettingsValue()
}

// MARK: - Actions

enum ShopSlice: String, Sendable, CaseIterable {
  case settings, cart, orders
}

enum ShopEffect: Equatable, Sendable {
  case save(Int)
  case mail(String)
  case beep
}

enum ShopAction: Sendable, Equatable {
  case setCurrency(String), setRate(Double), join(Bool), rename(String)
  case put(id: Int), take(id: Int), gift(id: Int), note(String)
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
    .setCurrency("USD"), .setRate(2), .join(true), .rename("café"), .put(id: 2), .put(id: 1),
    .gift(id: 1), .note("café"), .stamp, .scroll(window: "A", by: 1), .zoom(window: "A", by: 2),
    .zoom(window: "B", by: 1), .scroll(window: "B", by: 1), .checkout, .select(id: 2),
    .memo(id: 2, "café"), .ship(id: 2), .fail("card"), .dismiss, .tag(.settings, "ab"),
    .tag(.cart, "ab"), .tag(.orders, "café"), .setCurrency("SEK"), .close(window: "A"),
    .shut(window: "A"), .join(false), .put(id: 1), .note("ab"), .rename("ab"), .take(id: 2),
    .checkout, .cancelOrder(id: 1), .stamp, .put(id: 3), .zoom(window: "C", by: 1),
    .shut(window: "B"), .setRate(0.5), .put(id: 1), .take(id: 1), .take(id: 3), .checkout,
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
    switch Int.random(in: 0..<22, using: &random) {
    case 0: return .setCurrency(["EUR", "USD", "SEK"].randomElement(using: &random)!)
    case 1: return .setRate(number)
    case 2: return .join(.random(using: &random))
    case 3: return .rename(word)
    case 4, 5: return .put(id: id)
    case 6: return .take(id: id)
    case 7: return .gift(id: id)
    case 8: return .note(word)
    case 9: return .scroll(window: window, by: Int.random(in: 1...3, using: &random))
    case 10: return .close(window: window)
    case 11, 12: return .checkout
    case 13: return .ship(id: id)
    case 14: return .memo(id: id, word)
    case 15: return .select(id: id)
    case 16: return .cancelOrder(id: id)
    case 17: return .zoom(window: window, by: Int.random(in: 1...3, using: &random))
    case 18: return .shut(window: window)
    case 19: return .fail(word)
    case 20: return .stamp
    default: return .tag(ShopSlice.allCases.randomElement(using: &random)!, word)
    }
  }
}
