import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import ValueRedux

/// The two sides and the projection of one slice of the shop, each to be replaced by one with a
/// difference in it.
struct ShopPart<Value: ShopValue, Reads: Sendable>: Sendable {
  var blocks: [ShopLegacy.Block]
  var reduce: @Sendable (inout Value, Reads, ShopAction, ActionNumber) -> Void
  var read: @Sendable (ShopState) -> Value
  var write: @Sendable (ShopState, Value) -> Void
  var clear: (@Sendable (ShopState) -> Void)?
  var isolation: WindowIsolation<ShopAction, Value>?

  // MARK: Ways to plant a difference in one line

  /// The old side does something more after actions of a kind.
  mutating func block(_ kind: String, _ more: @escaping @Sendable (ShopState) -> Void) {
    let original = blocks
    blocks = [
      { state, action in
        for block in original { block(state, action) }
        if action.kind == kind { more(state) }
      }
    ]
  }

  /// The new side does something more after actions of a kind.
  mutating func reduce(_ kind: String, _ more: @escaping @Sendable (inout Value) -> Void) {
    let original = reduce
    reduce = { value, reads, action, number in
      original(&value, reads, action, number)
      if action.kind == kind { more(&value) }
    }
  }

  /// The projection and the new side know nothing of a field; `keep` copies it to the first value.
  mutating func drop(_ keep: @escaping @Sendable (inout Value, Value) -> Void) {
    let (reduce, read, write) = (reduce, read, write)
    self.reduce = { value, reads, action, number in
      reduce(&value, reads, action, number)
      keep(&value, Value())
    }
    self.read = { state in
      var value = read(state)
      keep(&value, Value())
      return value
    }
    self.write = { state, value in
      var value = value
      keep(&value, read(state))
      write(state, value)
    }
  }
}

/// The whole shop, to be given differences.
struct ShopParts: Sendable {
  var settings = ShopPart<SettingsValue, Void>(
    blocks: [ShopLegacy.settings], reduce: ShopValues.settings,
    read: ShopProjections.readSettings, write: ShopProjections.writeSettings,
    clear: { $0.settings = SettingsObject() })
  var cart = ShopPart<CartValue, SettingsValue>(
    blocks: [ShopLegacy.cart], reduce: ShopValues.cart,
    read: ShopProjections.readCart, write: ShopProjections.writeCart,
    clear: { $0.cart = CartObject() },
    isolation: WindowIsolation(target: { $0.window }, parts: { $0.panes }))
  var orders = ShopPart<OrdersValue, OrdersReads>(
    blocks: [ShopLegacy.orders], reduce: ShopValues.orders,
    read: ShopProjections.readOrders, write: ShopProjections.writeOrders,
    clear: { state in
      let failure = state.orders.failure
      state.orders = OrdersObject()
      state.orders.failure = failure
    },
    isolation: WindowIsolation(target: { $0.window }, parts: { $0.panes }))
  var unclaimed: [ShopLegacy.Block] = [ShopLegacy.audit]

  var legacyEffects: @Sendable (ShopState, ShopAction) -> [ShopEffect] = {
    ShopValues.effects(placed: $0.orders.placed.count, $1)
  }
  var valueEffects: @Sendable (OrdersValue, ShopAction) -> [ShopEffect] = {
    ShopValues.effects(placed: $0.placed.count, $1)
  }
  var flag: @Sendable (ShopState) -> String? = { $0.orders.failure }
  var flagPaths = ["orders.failure"]
  /// Whether each entry is before those that it reads.
  var isReversed = false
}

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
    let cart = describe(
      self.cart,
      StateSlice(
        "cart", reading: settings, projection: self.cart.projection, legacy: self.cart.blocks,
        reducer: ReadingReducer(numbered: self.cart.reduce)))
    let orders = describe(
      self.orders,
      StateSlice(
        "orders", reading: cart, settings, projection: self.orders.projection,
        legacy: self.orders.blocks,
        reducer: ReadingReducer(numbered: { [reduce = self.orders.reduce] in
          reduce(&$0, OrdersReads(cart: $1.0, settings: $1.1), $2, $3)
        }))
    )
    .effects(SliceEffects(legacy: legacyEffects, value: valueEffects, perform: { _ in }))
    .signal("failure", flag: flag, at: flagPaths, value: \.failure)
    return ShopSlices(settings: settings, cart: cart, orders: orders)
  }

  var entries: [MigrationEntry<ShopState, ShopAction>] {
    let slices = slices
    return isReversed
      ? [.blocks(unclaimed), .slice(slices.orders), .slice(slices.cart), .slice(slices.settings)]
      : [.slice(slices.settings), .slice(slices.cart), .slice(slices.orders), .blocks(unclaimed)]
  }

  var check: ParityCheck<ShopState, ShopAction> {
    ParityCheck(entries) { .sample() }
  }

  /// A store with one slice at a stage, after some actions.
  func store(
    _ slice: ShopSlice = .orders, at stage: Stage,
    parity: ParityOptions<ShopAction> = ParityOptions(), after actions: [ShopAction] = []
  ) throws -> ShopStore {
    let store = ShopStore(state: .sample(), entries: entries, parity: parity)
    try store.setStage(stage, ofSliceNamed: slice.rawValue)
    store.reduce(actions)
    return store
  }

  private func describe<Value, Reads>(
    _ part: ShopPart<Value, Reads>, _ slice: ShopStateSlice<Value>
  ) -> ShopStateSlice<Value> {
    part.isolation.map(slice.windows) ?? slice
  }
}

extension ShopPart {
  var projection: Projection<ShopState, Value> {
    Projection(read: read, write: write, clear: clear)
  }
}
