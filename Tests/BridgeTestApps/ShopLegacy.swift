import ReferenceRedux
import ValueRedux

/// The old side of the shop: reduce blocks that read each other's objects, and keep them.
enum ShopLegacy {
  typealias Block = ReduceBlock<ShopState, ShopAction>

  static let settings: Block = { state, action in
    var value = ShopProjections.readSettings(state)
    ShopValues.settings(&value, (), action, ActionNumber(0))
    ShopProjections.writeSettings(state, value)
  }

  static let cart: Block = { state, action in
    var value = ShopProjections.readCart(state)
    ShopValues.cart(&value, ShopProjections.readSettings(state), action, ActionNumber(0))
    ShopProjections.writeCart(state, value)
  }

  static let orders: Block = { state, action in
    var value = ShopProjections.readOrders(state)
    let reads = OrdersReads(
      cart: ShopProjections.readCart(state), settings: ShopProjections.readSettings(state))
    ShopValues.orders(&value, reads, action, ActionNumber(0))
    ShopProjections.writeOrders(state, value)
    if case .fail(let reason) = action { state.orders.failure = reason }
    if action == .dismiss { state.orders.failure = nil }
  }

  /// The block that no slice has claimed; it may read everything.
  static let audit: Block = { state, action in
    guard action == .stamp else { return }
    state.audit.entries += 1
    state.audit.last = state.settings.currency
    state.audit.total = state.cart.total
  }
}

/// The new side of the shop: reducers that receive what they read.
enum ShopValues {
  @Sendable static func settings(
    _ value: inout SettingsValue, _ reads: Void, _ action: ShopAction, _ number: ActionNumber
  ) {
    switch action {
    case .setCurrency(let currency): value.currency = currency
    case .setRate(let rate): value.rate = rate
    case .join(let isMember): value.isMember = isMember
    case .rename(let name): value.name = name
    case .tag(.settings, let name): value.tags = (value.tags + [name]).suffix(4)
    default: return
    }
    value.changes += 1
  }

  @Sendable static func cart(
    _ value: inout CartValue, _ settings: SettingsValue, _ action: ShopAction,
    _ number: ActionNumber
  ) {
    switch action {
    case .put(let id):
      if !value.lines.contains(where: { $0.productID == id }) {
        value.lines.append(.init(productID: id))
      }
      if let index = value.lines.firstIndex(where: { $0.productID == id }) {
        value.lines[index].count += 1
      }
      value.total += Double(id) * settings.rate * (settings.isMember ? 0.5 : 1)
    case .take(let id): value.lines.removeAll { $0.productID == id }
    case .gift(let id):
      if let index = value.lines.firstIndex(where: { $0.productID == id }) {
        value.lines[index].isGift.toggle()
      }
    case .note(let note): value.note = note
    case .scroll(let window, let lines): value.panes[window, default: .init()].offset += lines
    case .close(let window): value.panes[window] = nil
    case .tag(.cart, let name): value.tags = (value.tags + [name]).suffix(4)
    default: return
    }
  }

  @Sendable static func orders(
    _ value: inout OrdersValue, _ reads: OrdersReads, _ action: ShopAction, _ number: ActionNumber
  ) {
    func change(_ id: Int, _ change: (inout OrdersValue.Order) -> Void) {
      if let index = value.placed.firstIndex(where: { $0.id == id }) {
        change(&value.placed[index])
      }
    }
    switch action {
    case .checkout:
      guard !reads.cart.lines.isEmpty else { return }
      let id = (value.placed.last?.id ?? 0) % 4 + 1
      value.placed.removeAll { $0.id == id }
      value.placed.append(.init(id: id, total: reads.cart.total, memo: reads.settings.currency))
      value.lastTotal = reads.cart.total
      if value.selectedID == id { value.selectedID = nil }
    case .ship(let id): change(id) { $0.isShipped = true }
    case .memo(let id, let memo): change(id) { $0.memo = memo }
    case .select(let id): value.selectedID = value.placed.contains { $0.id == id } ? id : nil
    case .cancelOrder(let id):
      value.placed.removeAll { $0.id == id }
      if value.selectedID == id { value.selectedID = nil }
    case .zoom(let window, let lines):
      value.panes[window, default: .init()].offset += lines
      value.panes[window]?.isWide = true
    case .shut(let window): value.panes[window] = nil
    case .fail(let reason): value.failure = Signal(reason, at: number)
    case .tag(.orders, let name): value.tags = (value.tags + [name]).suffix(4)
    default: return
    }
  }

  static func effects(placed: Int, _ action: ShopAction) -> [ShopEffect] {
    switch action {
    case .checkout: [.save(placed), .mail("order")]
    case .ship(let id): [.mail("shipped \(id)")]
    case .fail: [.beep]
    default: []
    }
  }
}
