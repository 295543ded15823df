import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Slices whose reducers read other slices, at all stages of all of them.
@Suite struct SliceReadsTests {
  private func pair(
    _ isReversed: Bool, _ sampling: ParityOptions<ShopAction>.Sampling
  ) -> (bare: ReferenceStore<ShopState, ShopAction>, store: ShopStore) {
    var parts = ShopParts()
    (parts.isReversed, parts.unclaimed) = (isReversed, Shop.readers)
    let blocks = isReversed ? Shop.readers + Shop.blocks.reversed() : Shop.blocks + Shop.readers
    return (
      ReferenceStore(state: ShopState(), reducers: blocks),
      ShopStore(
        state: ShopState(), entries: parts.entries, parity: ParityOptions(sampling: sampling))
    )
  }

  /// 4 stages of 3 slices in 2 orders: 128 cases.
  @Test(arguments: [false, true])
  func everyCombinationOfStagesGivesTheAnswersOfTheBlocks(_ isReversed: Bool) throws {
    var generator = SeededGenerator("everyCombinationOfStagesGivesTheAnswersOfTheBlocks")
    for stages in Shop.stages {
      let isSampled = Bool.random(using: &generator)
      let (bare, store) = pair(isReversed, isSampled ? .oneIn(3) : .everyAction)
      try Shop.move(store, to: stages)
      for action in Shop.actions(30, using: &generator) {
        bare.dispatch(action)
        store.dispatch(action)
      }
      // The journal shows what each legacy block read after each action.
      let journal = store.read { $0.audit.journal }
      #expect(journal == bare.read { $0.audit.journal }, "at \(stages)")
      #expect(try store.currentState().text == bare.currentState().text, "at \(stages)")
      #expect(store.mismatches.isEmpty, "at \(stages)")
      let matched = store.ledger.entries["cart"]?.values.reduce(0) { $0 + $1.matched } ?? 0
      let isCompared = [.shadow, .lead].contains(stages[1])
      #expect(isSampled || matched == (isCompared ? 30 : 0), "at \(stages)")
    }
  }

  // MARK: Objects of a migrated slice, as legacy code sees them

  private final class Item: Codable {
    let id: Int
    init(_ id: Int) { self.id = id }
  }

  private final class Shelf: Codable {
    var items: [Item] = []
    var latest: Item?
  }

  /// The slice that refers is listed first, so its value is written before the new object is there.
  @Test func aSnapshotHasALinkToAnObjectThatIsNew() throws {
    let items = StateSlice<Shelf, Int, [Int]>(
      "items",
      projection: .list(
        \.items, objectID: \.id, valueID: \.self,
        element: Projection(read: { $0.id }, write: { _, _ in }), make: { Item($0) }),
      legacy: [{ $0.items.append(Item($1)) }], reducer: Reducer { $0.append($1) })
    let latest = StateSlice<Shelf, Int, Int?>(
      "latest", reading: items,
      projection: Projection(
        read: { $0.latest?.id },
        write: { shelf, id in shelf.latest = shelf.items.first { $0.id == id } }),
      legacy: [{ shelf, _ in shelf.latest = shelf.items.last }],
      reducer: ReadingReducer { latest, items, _ in latest = items.last })
    let store = MigrationStore(state: Shelf(), entries: [.slice(latest), .slice(items)])
    for name in ["latest", "items"] { try store.setStage(.migrated, ofSliceNamed: name) }
    for number in 1...3 { store.dispatch(number) }
    #expect(try store.currentState().latest?.id == 2)
  }

  @Test func anObjectThatNoProjectionCarriesStaysTheOneInTheList() throws {
    var parts = ShopParts()
    parts.cart.clear = { $0.cart.lines = [] }
    parts.unclaimed = Shop.readers
    let store = ShopStore(state: ShopState(), entries: parts.entries)
    store.dispatch(.put(id: 1))
    for (count, stage) in [Stage.migrated, .lead, .migrated, .legacy].enumerated() {
      try store.setStage(stage, of: parts.slices.cart)
      store.dispatch(.put(id: 1))
      #expect(store.read { $0.audit.pinned === $0.cart.lines.first && $0.audit.pinned != nil })
      #expect(store.read { $0.audit.pinned?.count } == count + 2)
    }
    #expect(try store.currentState().cart.lines.first?.count == 5)
  }

  @Test func aSliceWithoutLegacyReadersIsClearedWhenItMigrates() throws {
    let settings = Shop.slices.settings.withoutLegacyReaders()
    let store = ShopStore(state: ShopState(), entries: [.slice(settings), .blocks(Shop.readers)])
    store.dispatch(.join(true))
    try store.setStage(.migrated, of: settings)
    store.dispatch(.setRate(2))
    #expect(store.read { $0.settings.rate == 1 && !$0.settings.isMember })
    #expect(store.read { $0.audit.journal.last?.hasPrefix("setRate(2.0) EUR 1.0 false") } == true)
    #expect(try store.currentState().settings.rate == 2)
    try store.setStage(.legacy, of: settings)
    #expect(store.read { $0.settings.rate == 2 && $0.settings.isMember })
  }

  @Test(arguments: [false, true])
  func theBlocksOfASliceThatDeclaresItReadItAllTheSame(_ isReversed: Bool) throws {
    let settings = Shop.slices.settings.withoutLegacyReaders()
    let entries: [MigrationEntry<ShopState, ShopAction>] = [
      .slice(settings), .slice(Shop.slices.cart),
    ]
    let store = ShopStore(state: ShopState(), entries: isReversed ? entries.reversed() : entries)
    try store.setStage(.migrated, of: settings)
    if isReversed { try store.setStage(.shadow, of: Shop.slices.cart) }
    for action in [ShopAction.setRate(3), .put(id: 2)] { store.dispatch(action) }
    #expect(store.read { $0.cart.total } == 6)
    try store.setStage(.migrated, of: Shop.slices.cart)
    #expect(store.read { $0.settings.rate } == 1)
  }

  // MARK: Cost

  @Test func eachChangeIsWrittenOnceAndEachActionReadsOnce() throws {
    let (reads, writes) = (Counter(), Counter())
    var parts = ShopParts()
    parts.settings.read = {
      reads.increment()
      return ShopProjections.readSettings($0)
    }
    parts.settings.write = {
      writes.increment()
      ShopProjections.writeSettings($0, $1)
    }
    parts.settings.clear = nil
    let store = ShopStore(
      state: ShopState(),
      entries: [
        .slice(parts.slices.settings), .slice(Shop.slices.cart), .blocks(Shop.readers),
      ])
    try store.setStage(.migrated, of: Shop.slices.cart)
    store.flush()
    let readsBefore = reads.value
    store.reduce(repeatElement(.put(id: 1), count: 10))
    #expect(reads.value - readsBefore == 10)

    try store.setStage(.migrated, of: parts.slices.settings)
    store.flush()
    let (readsMigrated, writesBefore) = (reads.value, writes.value)
    store.read { _ in }
    #expect(writes.value == writesBefore)
    for _ in 0..<10 { store.dispatch(.put(id: 1)) }
    store.reduce(repeatElement(.join(true), count: 3))
    #expect(reads.value == readsMigrated)
    // The first action finds out what the objects hold.
    #expect(writes.value - writesBefore == 4)
  }

  // MARK: Misuse

  private enum Ring {
    static let first = make("first", reading: second)
    static let second = make("second", reading: third)
    static let third: ShopStateSlice<SettingsValue> = make("third", reading: first)
    static let alone: ShopStateSlice<SettingsValue> = make("alone", reading: alone)

    static func make(
      _ name: String,
      reading read: @autoclosure @escaping @Sendable () -> ShopStateSlice<SettingsValue>
    ) -> ShopStateSlice<SettingsValue> {
      StateSlice(
        name, reading: read(), projection: ShopParts().settings.projection, legacy: [],
        reducer: ReadingReducer { _, _, _ in })
    }
  }

  private static let misuses: [(entries: [MigrationEntry<ShopState, ShopAction>], says: String)] = [
    (
      [.slice(Ring.first), .slice(Ring.second), .slice(Ring.third)],
      "\"first\" reads \"second\" reads \"third\" reads \"first\""
    ),
    ([.slice(Ring.alone)], "in a cycle: \"alone\" reads \"alone\""),
    (
      [.slice(Shop.slices.settings), .slice(Shop.slices.settings)],
      "Two slices are named \"settings\""
    ),
    (
      [.slice(Shop.slices.orders), .slice(Shop.slices.cart)],
      "\"orders\" reads \"cart\" reads \"settings\", and there is no slice named \"settings\""
    ),
  ]

  @Test(arguments: misuses.indices)
  func slicesThatCannotBeOrderedAreRefused(_ index: Int) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [index] in
      _ = ShopStore(state: ShopState(), entries: SliceReadsTests.misuses[index].entries)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(Self.misuses[index].says), "\(message)")
  }
}
