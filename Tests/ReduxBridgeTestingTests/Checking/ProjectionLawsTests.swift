import ReduxBridge
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// The law check finds mistakes in projections, and finds none where there is none.
@Suite struct ProjectionLawsTests {
  @Sendable static func sample() -> ShopState {
    let state = ShopState.sample()
    state.orders.selected = state.orders.placed[1]
    state.audit.journal = ["begun"]
    return state
  }

  static let settings = [
    SettingsValue(rate: 0.25, isMember: true, changes: 7, tags: ["a", "b"]),
    SettingsValue(currency: "USD", name: "b"),
  ]

  static let orders = [
    OrdersValue(
      placed: [.init(id: 2, memo: "first now"), .init(id: 9, memo: "new")], selectedID: 9,
      panes: ["B": PaneValue(offset: 1)], tags: ["orders", "more"]),
    OrdersValue(),
  ]

  /// The findings about a projection and some values, by the part of a check that is about laws.
  private static func violations<State: AnyObject & Codable, Value: Equatable & Sendable>(
    of projection: Projection<State, Value>, on root: @escaping @Sendable () -> State,
    values: [Value]
  ) throws -> [Finding] {
    let slice = StateSlice<State, Int, Value>(
      "slice", projection: projection, legacy: [], reducer: Reducer { _, _ in }
    )
    return try ParityCheck([.slice(slice)], initialState: root).trying(values, of: slice)
      .findings(after: []).filter { $0.subject == .projection }
  }

  @Test func lawfulProjectionsPass() throws {
    let parts = ShopParts()
    #expect(
      try Self.violations(of: parts.settings.projection, on: Self.sample, values: Self.settings)
        == [])
    #expect(
      try Self.violations(of: parts.orders.projection, on: Self.sample, values: Self.orders) == [])
  }

  /// The findings about a projection of the settings with a mistake in one of its parts.
  private static func violations(
    read: @escaping @Sendable (ShopState) -> SettingsValue = ShopProjections.readSettings,
    write: @escaping @Sendable (ShopState, SettingsValue) -> Void = ShopProjections.writeSettings,
    clear: (@Sendable (ShopState) -> Void)? = nil
  ) throws -> [Finding] {
    try violations(
      of: Projection(read: read, write: write, clear: clear), on: sample, values: settings)
  }

  /// The findings about a projection of the orders that writes something else.
  private static func violations(
    writing write: @escaping @Sendable (ShopState, OrdersValue) -> Void
  ) throws -> [Finding] {
    var parts = ShopParts()
    parts.orders.write = write
    return try violations(of: parts.orders.projection, on: sample, values: orders)
  }

  @Sendable private static func copy(_ order: OrderObject) -> OrderObject {
    let copy = OrderObject(id: order.id)
    (copy.total, copy.isShipped, copy.memo) = (order.total, order.isShipped, order.memo)
    return copy
  }

  @Test func aMistakeIsFound() throws {
    let elsewhere = try Self.violations(read: {
      var value = ShopProjections.readSettings($0)
      value.rate = 0.5
      return value
    })
    let counting = try Self.violations(read: { state in
      state.settings.changes += 1
      return ShopProjections.readSettings(state)
    })
    let calls = Counter()
    let unsteady = try Self.violations(read: { state in
      calls.increment()
      var value = ShopProjections.readSettings(state)
      value.changes = calls.value
      return value
    })
    let journal = try Self.violations(write: { state, value in
      ShopProjections.writeSettings(state, value)
      state.audit.journal.append("settings written")
    })
    let clearing = try Self.violations(clear: { state in
      state.settings = SettingsObject()
      state.audit.journal = []
    })
    // The selection is no longer the order in the list.
    let newObjects = try Self.violations(writing: { state, value in
      ShopProjections.writeOrders(state, value)
      state.orders.placed = state.orders.placed.map(Self.copy)
    })
    let copy = try Self.violations(writing: { state, value in
      let selected = state.orders.selected
      ShopProjections.writeOrders(state, value)
      guard selected?.id != value.selectedID else { return }
      state.orders.selected = state.orders.selected.map(Self.copy)
    })
    let notEncoded = try Self.violations(
      of: Projection<Halves.Whole, Int>(
        read: { $0.cache }, write: { _, _ in }, clear: { $0.cache = 5 }),
      on: { Halves.Whole() }, values: [])
    for (findings, law) in [
      (elsewhere, "read returns what was written"), (counting, "reading changes nothing"),
      (unsteady, "reading twice gives one value"),
      (journal, "writing another value and the former one again changes nothing"),
      (clearing, "write rebuilds what was cleared"),
      (newObjects, "writing what was read changes nothing"),
      (copy, "write rebuilds what was cleared"),
    ] {
      #expect(findings.contains { $0.other == law }, "\(law): \(findings)")
    }
    #expect(notEncoded.map(\.other) == ["read returns what was written"])
  }

  @Test func aBrokenLawNamesThePlaceAndBothValues() throws {
    let deaf = Projection<Halves.Part, Int>(read: { $0.count }, write: { _, _ in })
    #expect(
      try Self.violations(of: deaf, on: { Halves.Part() }, values: [3]).map(\.description) == [
        "slice: the projection breaks a law, at the whole: read returns what was written"
      ])
    // Writing makes a new object for the selected one, which was one of those placed.
    let projection = Projection<ShopState, Int>(
      read: { $0.orders.selected?.id ?? 0 }, write: { $0.orders.selected = OrderObject(id: $1) })
    #expect(
      try Self.violations(of: projection, on: Self.sample, values: []).map(\.description) == [
        "slice: the projection breaks a law, at orders.selected: writing what was read changes "
          + "nothing: expected one object here and at orders.placed.1, found two objects"
      ])
  }

  /// A check looks at the values that it is given, and at the value that the state has.
  @Test func aCheckTriesTheValuesThatItIsGiven() throws {
    let slice = ShopStateSlice<SettingsValue>(
      "settings",
      projection: Projection(read: ShopProjections.readSettings) { state, value in
        let rate = state.settings.rate
        ShopProjections.writeSettings(state, value)
        if value.rate == 0.25 { state.settings.rate = rate }
      }, legacy: [], reducer: Reducer { _, _ in })
    let check = ParityCheck([.slice(slice)]) { Self.sample() }
    #expect(try check.findings(after: []) == [])
    let found = try check.trying(Self.settings, of: slice).run(.list([]))
    #expect(found.findings.map(\.path) == ["rate"])
    let unmet = Gate(compared: 0, changed: 0, everyActionType: false, laws: true)
      .unmetDemands(ofSliceNamed: "settings", in: found.ledger)
    #expect(unmet.joined().contains("law: settings: the projection"))
  }
}
