import ReduxBridge
import ReduxBridgeTesting
import ValueRedux

typealias ShopStore = MigrationStore<ShopState, ShopAction>
typealias ShopStateSlice<Value: Equatable & Sendable> = StateSlice<ShopState, ShopAction, Value>

/// The slices of a shop, as its parts describe them.
struct ShopSlices: Sendable {
  let settings: ShopStateSlice<SettingsValue>
  let cart: ShopStateSlice<CartValue>
  let orders: ShopStateSlice<OrdersValue>
}

extension ShopParts {
  var slices: ShopSlices {
    let settings = describe(
      self.settings,
      StateSlice(
        "settings", projection: self.settings.projection, legacy: self.settings.blocks,
        reducer: Reducer(numbered: { [reduce = self.settings.reduce] in reduce(&$0, (), $1, $2) })))
    let cart = describe(self.cart, cartSlice(reading: settings))
    let orders = describe(self.orders, ordersSlice(reading: cart, settings))
      .effects(SliceEffects(legacy: legacyEffects, value: valueEffects, perform: { _ in }))
      .signal("failure", flag: flag, value: \.failure)
    return ShopSlices(settings: settings, cart: cart, orders: orders)
  }

  var entries: [MigrationEntry<ShopState, ShopAction>] {
    let slices = slices
    return isReversed
      ? [.blocks(unclaimed), .slice(slices.orders), .slice(slices.cart), .slice(slices.settings)]
      : [.slice(slices.settings), .slice(slices.cart), .slice(slices.orders), .blocks(unclaimed)]
  }

  var check: MigrationCheck<ShopState, ShopAction> {
    MigrationCheck(entries) { .sample() }
  }

  private func cartSlice(
    reading settings: ShopStateSlice<SettingsValue>
  ) -> ShopStateSlice<CartValue> {
    let part = cart
    if undeclared == .settings {
      return StateSlice(
        "cart", projection: part.projection, legacy: part.blocks,
        reducer: Reducer(numbered: { part.reduce(&$0, SettingsValue(), $1, $2) }))
    }
    return StateSlice(
      "cart", reading: settings, projection: part.projection, legacy: part.blocks,
      reducer: ReadingReducer(numbered: { part.reduce(&$0, $1, $2, $3) }))
  }

  private func ordersSlice(
    reading cart: ShopStateSlice<CartValue>, _ settings: ShopStateSlice<SettingsValue>
  ) -> ShopStateSlice<OrdersValue> {
    let part = orders
    if undeclared == .cart {
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
    _ part: ShopPart<Value, Reads>, _ slice: ShopStateSlice<Value>
  ) -> ShopStateSlice<Value> {
    let slice = isExact ? slice.comparingExactly() : slice
    return part.isolation.map(slice.windows) ?? slice
  }
}

extension ShopPart {
  var projection: Projection<ShopState, Value> {
    Projection(read: read, write: write, clear: clear)
  }
}
