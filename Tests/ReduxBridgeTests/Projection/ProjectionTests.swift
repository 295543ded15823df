import ObjectGraph
import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

@Suite struct ProjectionTests {
  static func state(_ ids: [Int]) -> ShopState {
    let state = ShopState()
    state.orders.placed = ids.map(OrderObject.init)
    return state
  }

  /// Those with the same id stay in order.
  @Test func aListKeepsTheObjectsWhoseIDsRemain() {
    for (ids, written, kept) in [
      ([1, 2, 3], [(3, "c"), (4, "d"), (1, "a")], [2, nil, 0]),
      ([1, 1, 2], [(2, "c"), (1, "a"), (1, "b")], [2, 0, 1]),
    ] as [([Int], [(Int, String)], [Int?])] {
      let state = Self.state(ids)
      let before = state.orders.placed
      ShopProjections.placed.write(state, written.map { .init(id: $0, memo: $1) })
      #expect(state.orders.placed.map(\.memo) == written.map { $1 })
      #expect(state.orders.placed.map { order in before.firstIndex { $0 === order } } == kept)
    }
  }

  @Test func anOptionalKeepsTheObjectThatStandsThere() {
    let memo = Projection<OrderObject, String>(\.memo)
    let selected = Projection<OrdersObject, String?>.optional(\.selected, memo) { _ in
      OrderObject(id: 0)
    }
    let orders = Self.state([1]).orders
    orders.selected = orders.placed[0]
    selected.write(orders, "renamed")
    #expect(orders.placed[0].memo == "renamed")
    selected.write(orders, nil)
    #expect(orders.selected == nil)
    selected.write(orders, "made")
    #expect(selected.read(orders) == "made")
  }

  /// An object that was removed, and another one with its id.
  @Test func anObjectWithOtherConstantsIsReplaced() {
    struct LabelValue: Equatable, Sendable {
      var id = 1
      var text = "a"
      var isOn = false
    }
    final class Label: Codable {
      let id: Int
      let text: String
      var isOn = false
      init(_ value: LabelValue) { (id, text) = (value.id, value.text) }
    }
    final class Labels: Codable {
      var list: [Label] = []
      var one: Label?
    }
    let element = Projection<Label, LabelValue>(
      read: { LabelValue(id: $0.id, text: $0.text, isOn: $0.isOn) },
      write: { $0.isOn = $1.isOn })
    let list = Projection<Labels, [LabelValue]>.list(
      \.list, objectID: \.id, valueID: \.id, element: element, fits: { $0.text == $1.text },
      make: Label.init)
    let one = Projection<Labels, LabelValue?>.optional(
      \.one, element, fits: { $0.text == $1.text }, make: Label.init)
    let labels = Labels()
    for values in [
      [LabelValue(), LabelValue(id: 2)], [LabelValue(text: "b"), LabelValue(id: 2)],
      [LabelValue(id: 2, text: "c"), LabelValue(isOn: true)],
    ] {
      list.write(labels, values)
      one.write(labels, values[0])
      #expect(list.read(labels) == values)
      #expect(one.read(labels) == values[0])
    }
    let kept = labels.list
    list.write(labels, [LabelValue(id: 2, text: "c", isOn: true), LabelValue()])
    #expect(zip(labels.list, kept).allSatisfy { $0 === $1 })
  }

  @Test func aProjectionIsSeenFromAnOuterObjectAndInAnotherForm() {
    let percent = Projection<SettingsObject, Double>(
      read: { $0.rate }, write: { $0.rate = $1 }, clear: { $0.rate = 0 }
    ).at(\ShopState.settings).map({ Int(($0 * 100).rounded()) }, back: { Double($0) / 100 })
    let state = ShopState()
    percent.write(state, 30)
    #expect(state.settings.rate == 0.3)
    #expect(percent.read(state) == 30)
    percent.clear?(state)
    #expect(percent.read(state) == 0)
  }
}

@Suite struct AdapterTests {
  @Test func aLiftedReducerWritesOnlyWhatItChanged() {
    let writes = Counter()
    var settings = ShopParts().settings
    settings.write = {
      writes.increment()
      ShopProjections.writeSettings($0, $1)
    }
    let block = settings.projection.reduceBlock(
      Reducer<SettingsValue, ShopAction>(numbered: { ShopValues.settings(&$0, (), $1, $2) }))
    let state = ShopState()
    block(state, .stamp)
    #expect(writes.value == 0)
    block(state, .join(true))
    #expect(writes.value == 1)
  }

  @Test @MainActor func oldBlocksRunInsideTheNewStoreInPlace() throws {
    let store = ValueStore(
      initialState: CopyOnWrite(ShopState.sample()),
      reducer: Reducer<CopyOnWrite<ShopState>, ShopAction>.hosting(Shop.blocks) { error, _ in
        Issue.record(error)
      })
    store.dispatch(.memo(id: 1, "one"))
    let identity = store.state.read { ObjectIdentifier($0) }
    store.dispatch(.memo(id: 1, "two"))
    #expect(store.state.read { ObjectIdentifier($0) } == identity)
    #expect(store.state.read { $0.orders.placed[0].memo } == "two")
  }

  @Test @MainActor func whenACopyFailsTheOldStateStaysAndTheHandlerHearsOfIt() throws {
    let failures = LegacyRecorder<Int>()
    let store = ValueStore(
      initialState: CopyOnWrite(StubbornState()),
      reducer: Reducer<CopyOnWrite<StubbornState>, Int>.hosting([{ $0.count += $1 }]) { _, action in
        failures.record(action)
      })
    store.dispatch(1)
    let held = store.state
    store.dispatch(2)
    #expect(failures.values == [2])
    #expect(held.read { $0.count } == 1)
    #expect(store.state.read { $0.count } == 1)
  }

  /// A state that cannot be copied once it has counted.
  final class StubbornState: Codable {
    var count = 0

    init() {}

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "This state refuses to be copied."))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }
}
