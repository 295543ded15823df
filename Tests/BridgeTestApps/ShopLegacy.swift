import ReferenceRedux
import ValueRedux

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
