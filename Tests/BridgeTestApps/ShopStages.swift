import ReduxBridge
import ValueRedux

/// The shop without differences, whose slices are at any stages.
enum Shop {
  static let slices = ShopParts().slices

  /// All places of three slices.
  static let stages: [[Stage]] = Stage.allCases.flatMap { settings in
    Stage.allCases.flatMap { cart in Stage.allCases.map { [settings, cart, $0] } }
  }

  static func move(_ store: ShopStore, to stages: [Stage]) throws {
    for (name, stage) in zip(ShopSlice.allCases, stages) {
      try store.setStage(stage, ofSliceNamed: name.rawValue)
    }
  }

  /// Random actions without failures, which a state cannot show twice.
  static func actions(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [ShopAction] {
    (0..<count).map { _ in
      let action = ShopAction.random(using: &generator)
      if case .fail = action { return .checkout }
      return action
    }
  }

  static let blocks = [ShopLegacy.settings, ShopLegacy.cart, ShopLegacy.orders]

  /// Blocks that no slice has claimed: one keeps an object, and one reads everything.
  static let readers: [ShopLegacy.Block] = [
    { state, action in
      if case .put = action, state.audit.pinned == nil {
        state.audit.pinned = state.cart.lines.first
      }
    },
    { state, action in
      let pinned = state.audit.pinned.map { "\($0.count)" } ?? "-"
      state.audit.journal.append("\(action) \(state.text) \(pinned)")
    },
  ]

  struct Value: Equatable, Sendable {
    var settings: SettingsValue
    var cart: CartValue
    var orders: OrdersValue
  }

  static func collect(_ values: SliceValues<ShopState, ShopAction>) -> Value {
    Value(
      settings: values[slices.settings], cart: values[slices.cart], orders: values[slices.orders])
  }

  /// The same reducers in the same order, as they are written without this module.
  static func reducer(isReversed: Bool) -> Reducer<Value, ShopAction> {
    let settings = Reducer(numbered: { ShopValues.settings(&$0, (), $1, $2) })
      .scoped(to: \Value.settings)
    let cart = ReadingReducer(numbered: ShopValues.cart)
      .scoped(to: \Value.cart, reading: \.settings)
    let orders = ReadingReducer(numbered: ShopValues.orders).scoped(
      to: \Value.orders, reading: { OrdersReads(cart: $0.cart, settings: $0.settings) })
    return isReversed ? .combine(orders, cart, settings) : .combine(settings, cart, orders)
  }
}

/// How each part of the shop's objects maps to its value and back, and how it is cleared.
enum ShopProjections {
  @Sendable static func readSettings(_ state: ShopState) -> SettingsValue {
    let settings = state.settings
    return SettingsValue(
      currency: settings.currency, rate: settings.rate, isMember: settings.isMember,
      name: settings.name, changes: settings.changes, tags: settings.tags.map(\.name))
  }

  @Sendable static func writeSettings(_ state: ShopState, _ value: SettingsValue) {
    let settings = state.settings
    settings.currency = value.currency
    settings.rate = value.rate
    settings.isMember = value.isMember
    settings.name = value.name
    settings.changes = value.changes
    write(value.tags, to: &settings.tags)
  }

  @Sendable static func readCart(_ state: ShopState) -> CartValue {
    let cart = state.cart
    return CartValue(
      lines: cart.lines.map { .init(productID: $0.productID, count: $0.count, isGift: $0.isGift) },
      note: cart.note, total: cart.total, panes: cart.panes.mapValues(read),
      tags: cart.tags.map(\.name))
  }

  @Sendable static func writeCart(_ state: ShopState, _ value: CartValue) {
    let cart = state.cart
    cart.lines = value.lines.map { value in
      let object =
        cart.lines.first { $0.productID == value.productID }
        ?? LineObject(productID: value.productID)
      (object.count, object.isGift) = (value.count, value.isGift)
      return object
    }
    cart.note = value.note
    cart.total = value.total
    write(value.panes, to: &cart.panes)
    write(value.tags, to: &cart.tags)
  }

  static let placed = Projection<ShopState, [OrdersValue.Order]>.list(
    \.orders.placed, objectID: { $0.id }, valueID: { $0.id },
    element: Projection(
      read: { .init(id: $0.id, total: $0.total, isShipped: $0.isShipped, memo: $0.memo) },
      write: { ($0.total, $0.isShipped, $0.memo) = ($1.total, $1.isShipped, $1.memo) }),
    make: { OrderObject(id: $0.id) })

  @Sendable static func readOrders(_ state: ShopState) -> OrdersValue {
    let orders = state.orders
    return OrdersValue(
      placed: placed.read(state), selectedID: orders.selected?.id,
      panes: orders.panes.mapValues(read), lastTotal: orders.lastTotal,
      tags: orders.tags.map(\.name))
  }

  @Sendable static func writeOrders(_ state: ShopState, _ value: OrdersValue) {
    let orders = state.orders
    placed.write(state, value.placed)
    orders.selected = orders.placed.first { $0.id == value.selectedID }
    orders.lastTotal = value.lastTotal
    write(value.panes, to: &orders.panes)
    write(value.tags, to: &orders.tags)
  }

  private static func read(_ pane: PaneState) -> PaneValue {
    PaneValue(offset: pane.offset, isWide: pane.isWide)
  }

  private static func write(_ values: [String: PaneValue], to panes: inout [String: PaneState]) {
    panes = panes.filter { values[$0.key] != nil }
    for (window, value) in values {
      let pane = panes[window] ?? PaneState()
      (pane.offset, pane.isWide) = (value.offset, value.isWide)
      panes[window] = pane
    }
  }

  /// Writes names by position, as a projection does that knows no ids.
  private static func write(_ names: [String], to tags: inout [TagObject]) {
    guard tags.map(\.name) != names else { return }
    tags = names.enumerated().map { index, name in
      guard index < tags.count else { return TagObject(name: name) }
      tags[index].name = name
      return tags[index]
    }
  }
}
