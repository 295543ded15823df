import ReferenceRedux

/// The old side of the shop: reduce blocks that read each other's objects.
enum ShopLegacy {
  typealias Block = ReduceBlock<ShopState, ShopAction>

  static let settings: Block = { state, action in
    let settings = state.settings
    switch action {
    case .setCurrency(let currency): settings.currency = currency
    case .setRate(let rate): settings.rate = rate
    case .join(let isMember): settings.isMember = isMember
    case .rename(let name): settings.name = name
    case .tag(.settings, let name): add(TagObject(name: name), to: &settings.tags)
    default: return
    }
    settings.changes += 1
  }

  static let cart: Block = { state, action in
    let cart = state.cart
    func line(_ id: Int) -> LineObject? { cart.lines.first { $0.productID == id } }
    switch action {
    case .put(let id):
      if line(id) == nil { cart.lines.append(LineObject(productID: id)) }
      line(id)?.count += 1
      cart.total += Double(id) * state.settings.rate * (state.settings.isMember ? 0.5 : 1)
    case .take(let id): cart.lines.removeAll { $0.productID == id }
    case .gift(let id): line(id)?.isGift.toggle()
    case .note(let note): cart.note = note
    case .scroll(let window, let lines): pane(window, &cart.panes).offset += lines
    case .close(let window): cart.panes[window] = nil
    case .tag(.cart, let name): add(TagObject(name: name), to: &cart.tags)
    default: return
    }
  }

  static let orders: Block = { state, action in
    let orders = state.orders
    func order(_ id: Int) -> OrderObject? { orders.placed.first { $0.id == id } }
    switch action {
    case .checkout:
      guard !state.cart.lines.isEmpty else { return }
      let order = OrderObject(id: (orders.placed.last?.id ?? 0) % 4 + 1)
      orders.placed.removeAll { $0.id == order.id }
      order.total = state.cart.total
      order.memo = state.settings.currency
      orders.placed.append(order)
      orders.lastTotal = state.cart.total
      if orders.selected?.id == order.id { orders.selected = nil }
    case .ship(let id): order(id)?.isShipped = true
    case .memo(let id, let memo): order(id)?.memo = memo
    case .select(let id): orders.selected = order(id)
    case .cancelOrder(let id):
      orders.placed.removeAll { $0.id == id }
      if orders.selected?.id == id { orders.selected = nil }
    case .zoom(let window, let lines):
      let pane = pane(window, &orders.panes)
      pane.offset += lines
      pane.isWide = true
    case .shut(let window): orders.panes[window] = nil
    case .fail(let reason): orders.failure = reason
    case .dismiss: orders.failure = nil
    case .tag(.orders, let name): add(TagObject(name: name), to: &orders.tags)
    default: return
    }
  }

  /// The block that no slice has claimed; it may read everything.
  static let audit: Block = { state, action in
    guard action == .stamp else { return }
    state.audit.entries += 1
    state.audit.last = state.settings.currency
    state.audit.total = state.cart.total
  }

  /// Appends a tag and keeps the last four.
  static func add(_ tag: TagObject, to tags: inout [TagObject]) {
    tags = (tags + [tag]).suffix(4)
  }

  private static func pane(_ window: String, _ panes: inout [String: PaneState]) -> PaneState {
    if let pane = panes[window] { return pane }
    let pane = PaneState()
    panes[window] = pane
    return pane
  }

  // MARK: Effects

  static func effects(_ state: ShopState, _ action: ShopAction) -> [ShopEffect] {
    ShopValues.effects(placed: state.orders.placed.count, action)
  }
}
