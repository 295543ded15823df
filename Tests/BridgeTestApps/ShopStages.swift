import ReduxBridge
import ValueRedux

/// The shop without differences, whose slices stand at any stages.
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
