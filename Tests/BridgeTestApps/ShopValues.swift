import ValueRedux

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

  @Sendable static func catalog(
    _ value: inout CatalogValue, _ settings: SettingsValue, _ action: ShopAction,
    _ number: ActionNumber
  ) {
    func change(_ id: Int, _ change: (inout CatalogValue.Product) -> Void) {
      if let index = value.products.firstIndex(where: { $0.id == id }) {
        change(&value.products[index])
      }
    }
    switch action {
    case .stock(let id, let count):
      if !value.products.contains(where: { $0.id == id }) { value.products.append(.init(id: id)) }
      change(id) { $0.stock = count }
    case .price(let id, let price): change(id) { $0.price = price }
    case .retitle(let id, let title): change(id) { $0.title = title }
    case .removeProduct(let id):
      value.products.removeAll { $0.id == id }
      if value.featuredID == id { value.featuredID = nil }
    case .feature(let id):
      let featured = value.products.first { $0.id == id }
      value.featuredID = featured?.id
      value.shownPrice = (featured?.price ?? 0) * settings.rate
    case .search(let query):
      value.query = query
      value.views += 1
    case .tag(.catalog, let name): value.tags = (value.tags + [name]).suffix(4)
    default: return
    }
  }

  @Sendable static func cart(
    _ value: inout CartValue, _ reads: CartReads, _ action: ShopAction, _ number: ActionNumber
  ) {
    switch action {
    case .put(let id):
      guard let product = reads.catalog.products.first(where: { $0.id == id }), product.stock > 0
      else { return }
      if !value.lines.contains(where: { $0.productID == id }) {
        value.lines.append(.init(productID: id))
      }
      if let index = value.lines.firstIndex(where: { $0.productID == id }) {
        value.lines[index].count += 1
      }
      value.total += product.price * reads.settings.rate * (reads.settings.isMember ? 0.5 : 1)
    case .take(let id): value.lines.removeAll { $0.productID == id }
    case .gift(let id):
      if let index = value.lines.firstIndex(where: { $0.productID == id }) {
        value.lines[index].isGift.toggle()
      }
    case .note(let note): value.note = note
    case .coupon(let coupon): value.coupon = coupon
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
