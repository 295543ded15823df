import ReduxBridge
import ReduxBridgeTesting
import ValueRedux

/// The slices of a shop, as its parts describe them.
struct ShopSlices: Sendable {
  let settings: StateSlice<ShopState, ShopAction, SettingsValue>
  let catalog: StateSlice<ShopState, ShopAction, CatalogValue>
  let cart: StateSlice<ShopState, ShopAction, CartValue>
  let orders: StateSlice<ShopState, ShopAction, OrdersValue>
}

extension ShopParts {
  var slices: ShopSlices {
    let settings = describe(
      self.settings,
      StateSlice(
        "settings", projection: self.settings.projection, legacy: self.settings.blocks,
        reducer: Reducer(numbered: { [reduce = self.settings.reduce] in reduce(&$0, (), $1, $2) })))
    let catalog = describe(self.catalog, catalogSlice(reading: settings))
    let cart = describe(self.cart, cartSlice(reading: catalog, settings))
    let orders = describe(self.orders, ordersSlice(reading: cart, settings))
      .effects(SliceEffects(legacy: legacyEffects, value: valueEffects, perform: { _ in }))
      .signal("failure", flag: flag, value: \.failure)
    return ShopSlices(settings: settings, catalog: catalog, cart: cart, orders: orders)
  }

  var entries: [MigrationEntry<ShopState, ShopAction>] {
    let slices = slices
    return [
      .slice(slices.settings), .slice(slices.catalog), .slice(slices.cart), .slice(slices.orders),
      .blocks(unclaimed),
    ]
  }

  var check: MigrationCheck<ShopState, ShopAction> {
    MigrationCheck(entries, replacing: original) { .sample() }
  }

  private func catalogSlice(
    reading settings: StateSlice<ShopState, ShopAction, SettingsValue>
  ) -> StateSlice<ShopState, ShopAction, CatalogValue> {
    let part = catalog
    if undeclared.contains([.catalog, .settings]) {
      return StateSlice(
        "catalog", projection: part.projection, legacy: part.blocks,
        reducer: Reducer(numbered: { part.reduce(&$0, SettingsValue(), $1, $2) }))
    }
    return StateSlice(
      "catalog", reading: settings, projection: part.projection, legacy: part.blocks,
      reducer: ReadingReducer(numbered: { part.reduce(&$0, $1, $2, $3) }))
  }

  private func cartSlice(
    reading catalog: StateSlice<ShopState, ShopAction, CatalogValue>,
    _ settings: StateSlice<ShopState, ShopAction, SettingsValue>
  ) -> StateSlice<ShopState, ShopAction, CartValue> {
    let part = cart
    if undeclared.contains([.cart, .settings]) {
      return StateSlice(
        "cart", reading: catalog, projection: part.projection, legacy: part.blocks,
        reducer: ReadingReducer(numbered: { part.reduce(&$0, CartReads(catalog: $1), $2, $3) }))
    }
    if undeclared.contains([.cart, .catalog]) {
      return StateSlice(
        "cart", reading: settings, projection: part.projection, legacy: part.blocks,
        reducer: ReadingReducer(numbered: { part.reduce(&$0, CartReads(settings: $1), $2, $3) }))
    }
    return StateSlice(
      "cart", reading: catalog, settings, projection: part.projection, legacy: part.blocks,
      reducer: ReadingReducer(
        numbered: { part.reduce(&$0, CartReads(catalog: $1.0, settings: $1.1), $2, $3) }))
  }

  private func ordersSlice(
    reading cart: StateSlice<ShopState, ShopAction, CartValue>,
    _ settings: StateSlice<ShopState, ShopAction, SettingsValue>
  ) -> StateSlice<ShopState, ShopAction, OrdersValue> {
    let part = orders
    if undeclared.contains([.orders, .settings]) {
      return StateSlice(
        "orders", reading: cart, projection: part.projection, legacy: part.blocks,
        reducer: ReadingReducer(numbered: { part.reduce(&$0, OrdersReads(cart: $1), $2, $3) }))
    }
    if undeclared.contains([.orders, .cart]) {
      return StateSlice(
        "orders", reading: settings, projection: part.projection, legacy: part.blocks,
        reducer: ReadingReducer(numbered: { part.reduce(&$0, OrdersReads(settings: $1), $2, $3) }))
    }
    return StateSlice(
      "orders", reading: cart, settings, projection: part.projection, legacy: part.blocks,
      reducer: ReadingReducer(
        numbered: { part.reduce(&$0, OrdersReads(cart: $1.0, settings: $1.1), $2, $3) }))
  }

  private func describe<Value, Reads>(
    _ part: ShopPart<Value, Reads>, _ slice: StateSlice<ShopState, ShopAction, Value>
  ) -> StateSlice<ShopState, ShopAction, Value> {
    var slice = isExact ? slice.comparingExactly() : slice
    for rule in part.rules { slice = slice.allowing(rule) }
    return part.isolation.map(slice.windows) ?? slice
  }
}

extension ShopPart {
  var projection: Projection<ShopState, Value> {
    Projection(read: read, write: write, clear: clear)
  }
}
