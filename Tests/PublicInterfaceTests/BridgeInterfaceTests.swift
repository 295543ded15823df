import Foundation
import ObjectGraph
import ReduxBridge
import ReferenceRedux
import Testing
import ValueRedux

private final class Root: Codable {
  var name = "a"
  var items: [Item] = []
  var favourite: Item?
}

private final class Item: Codable {
  var id = 0
  var title = ""
}

private struct ItemValue: Equatable, Sendable {
  var id = 0
  var title = ""
}

private struct NameValue: Equatable, Sendable {
  var name = "a"
  var event: Signal<String>?
}

private enum Act: Equatable, Sendable {
  case rename(String)
}

private struct PIN: Redactable {}

private let rename: ReduceBlock<Root, Act> = { root, action in
  if case .rename(let name) = action { root.name = name }
}

private let renaming = Reducer<NameValue, Act> { value, action in
  if case .rename(let name) = action { value.name = name }
}

private let nameProjection = Projection<Root, NameValue>(
  read: { NameValue(name: $0.name) }, write: { $0.name = $1.name }, clear: { $0.name = "" })

private let name = StateSlice(
  "name", projection: nameProjection, legacy: [rename], reducer: renaming
)
.signal("event", flag: { _ in nil }, value: \.event)
.windows(WindowIsolation(target: { _ in 1 }, parts: { [1: $0.name] }))
.effects(
  SliceEffects(legacy: { _, _ in [0] }, value: { _, _ in [0] }, perform: { (_: Int) in })
)
.allowing(.noise(at: "clock", because: "both read it"))
.gate(Gate(compared: 1, mismatches: 0, everyActionType: true, everyRuleUsed: false))

/// What an app may call of the migration in ReduxBridge, called once.
@Suite struct BridgeInterfaceTests {
  private static func makeStore() -> MigrationStore<Root, Act> {
    var parity = ParityOptions<Act>(
      sampling: .everyAction, redactor: .secretsOnly, actionType: { actionTypeName(of: $0) },
      expectedActionTypes: ["name": ["rename"]], keptMismatches: 10, tracedActions: 10,
      onMismatch: { _ in })
    parity.sampling = .everyAction
    return MigrationStore(
      state: Root(), entries: [.slice(name), .blocks([])], parity: parity,
      configuration: StoreConfiguration())
  }

  @Test func stages() throws {
    let store = Self.makeStore()
    try store.setStage(.shadow, of: "name")
    store.dispatch(.rename("b"))
    store.flush()
    #expect(try store.unmetDemands(of: "name").isEmpty)
    try store.setStage(.migrated, of: "name", overridingGateBecause: "tried")
    #expect(try store.collect { $0[name].name } == "b")
    #expect(store.trace(of: name) == nil)
    #expect(store.mismatches.isEmpty)
    #expect(store.parityCost.compared == 1)
    store.revertToLegacy()
    store.flush()
    #expect(store.stages == ["name": .legacy])
    #expect(Stage.lead.control == .value)
    #expect(Side.legacy.opposite == .value)
    #expect([name.name, "\(name.gate.compared)"] == ["name", "1"])
    #expect(name.legacy.count == 1)
    #expect(throws: MigrationError.unknownSlice("x", known: ["name"])) {
      try store.setStage(.lead, of: "x")
    }
  }

  @Test func ledgers() throws {
    let store = Self.makeStore()
    try store.setStage(.shadow, of: "name")
    store.dispatch(.rename("b"))
    store.flush()
    var ledger = store.ledger
    ledger.merge(ParityLedger())
    #expect(ledger.total(of: "name").matched == 1)
    #expect(ledger.entries["name"]?["rename"]?.firstIndex == 1)
    #expect(ledger.neverCompared(in: "name").isEmpty)
    #expect(ledger.unusedRules(of: "name").map(\.reason) == ["both read it"])
    #expect(ledger.missedDeliveries(of: "name") == 0)
    #expect(ledger.rules["name"]?.first?.uses == 0)
    #expect(ledger.overrides.isEmpty)
    #expect(ledger.expectedActionTypes["name"] == ["rename"])
    #expect(ledger.table() == ledger.description)
    #expect(Gate.open.unmet(by: "name", in: ledger).isEmpty)
  }

  @Test func checking() throws {
    let other = Reducer<NameValue, Act> { value, _ in value.name += "!" }
    let slice = StateSlice("name", projection: nameProjection, legacy: [rename], reducer: other)
    let check = ParityCheck(slice, parity: ParityOptions()) { Root() }
    let actions = [Act.rename("b"), .rename("c")]
    let mismatch = try #require(try check.firstMismatch(after: actions))
    #expect(mismatch.isFirst)
    #expect([mismatch.path, mismatch.legacy, mismatch.value] == ["name", "\"b\"", "\"a!\""])
    #expect(mismatch.verdict == .candidateWrong)
    #expect(mismatch.subject == .state)
    #expect(try check.run(actions).mismatches.count == 2)
    #expect(try check.noise(after: actions).isEmpty)
    let found = try #require(try check.counterexample(in: actions))
    #expect(found.actions.count == 1)
    #expect(found.testSource(slice: "slice", initialState: "Root()").contains("rename"))
    let explored = try check.explore(lists: 1, length: 1, seed: 1) { random in
      .rename("\(Int.random(in: 0...9, using: &random))")
    }
    #expect(explored?.mismatch.path == "name")
    var random = SeededGenerator(seed: 1)
    let numbers = [random.next(), random.next()]
    #expect(numbers.first != numbers.last)
    #expect(check.slice.name == "name")
  }

  @Test func differencesAndSecrets() {
    let rules: [DifferenceRule] = [
      .noise(at: "a", on: "b", because: "c"), .legacyIsWrong(at: "a", because: "c"),
      .notComparable(at: "a", because: "c"),
    ]
    #expect(rules.map(\.verdict) == [.noise, .legacyWrong, .notComparable])
    #expect(rules.map(\.actionType) == ["b", nil, nil])
    #expect(Redactor.secretsOnly.text(of: PIN(), at: "") == Redactor.mask)
    #expect(Redactor { _, _ in "x" }.text(of: 1, at: "") == "x")
  }

  @Test @MainActor func lawsAndHosting() throws {
    let named = Projection(\Root.name)
    #expect(try named.checkLaws(on: Root(), values: ["b"], within: ["name"]).isEmpty)
    let store = ValueStore(
      initialState: CopyOnWrite(Root()),
      reducer: Reducer<CopyOnWrite<Root>, Act>.hosting([rename], onCopyFailure: { _, _ in }))
    store.dispatch(.rename("b"))
    #expect(store.state.read { $0.name } == "b")
  }

  @Test func projecting() {
    let item = Projection<Item, ItemValue>(
      read: { ItemValue(id: $0.id, title: $0.title) },
      write: {
        $0.id = $1.id
        $0.title = $1.title
      })
    let make: @Sendable (ItemValue) -> Item = { _ in Item() }
    let list = Projection<Root, [ItemValue]>.list(
      \.items, objectID: \.id, valueID: \.id, element: item, make: make)
    let favourite = Projection<Root, ItemValue?>.optional(\.favourite, item, make: make)
    let both = list.zip(
      favourite, first: \.items, second: \.favourite,
      join: { Both(items: $0, favourite: $1) })
    let title = Projection(\Item.title, clearingTo: "").map {
      $0.count
    } back: {
      String(repeating: "x", count: $0)
    }
    let root = Root()
    let value = Both(items: [ItemValue(id: 1)], favourite: ItemValue(id: 2))
    both.write(root, value)
    #expect(both.read(root) == value)
    both.clear?(root)
    #expect(root.items.isEmpty)
    root.items = [Item()]
    title.at(\Root.items[0]).write(root, 2)
    #expect(root.items[0].title == "xx")
    nameProjection.reduceBlock(renaming)(root, .rename("z"))
    #expect(root.name == "z")
  }
}

private struct Both: Equatable, Sendable {
  var items: [ItemValue]
  var favourite: ItemValue?
}
