import Foundation
import ObjectGraph
import ReaderBefore
import ReaderOnMain
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@testable import ReduxBridge

/// What writes to the objects of a store of the main actor: its threads, other code, blocks and projections.
extension MainMigrationStoreTests {
  @Test func eightThreadsDispatchWhileTheSlicesMove() async throws {
    let store = Self.makeStore(.oneIn(2))
    for thread in 0..<8 { store.dispatch(.add(feed: "f\(thread)", folder: nil, account: "a")) }
    let dispatch = store.dispatcher
    let count = TestVolume.count(100, soak: 1_000, sanitized: 30)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          try await onThread {
            for number in 1...count {
              dispatch(.setUnread(number, feed: "f\(thread)", account: "a"))
            }
          }
        }
      }
      var generator = SeededGenerator("threads")
      for number in 0..<count {
        try Self.flip(store, &generator)
        store.dispatch(.rename(account: "b", to: "\(number)"))
        #expect(store.read { $0.accounts[1].nameForDisplay } == "\(number)")
        await Task.yield()
      }
      try await group.waitForAll()
    }
    while store.statistics.actionsPending > 0 { await LegacyMainActor.turn() }
    #expect(store.statistics.actionsReduced == 8 + 9 * count)
    #expect(store.read { Set($0.accounts[0].unreadCounts.values) } == [count])
    #expect(store.mismatches.isEmpty, "\(store.mismatches)")
  }

  @Test(arguments: [Stage.legacy, .shadow, .lead, .migrated])
  func directWritesAreFoundWithPathAndAction(_ stage: Stage) throws {
    let findings = LegacyRecorder<String>()
    var configuration = StoreConfiguration()
    configuration.diagnostics = StoreDiagnostics()
    configuration.diagnostics?.detectsOutsideChanges = true
    configuration.diagnostics?.report = { findings.record("\($0)") }
    let store = Self.makeStore(configuration: configuration)
    try Self.move(store, to: stage)
    store.dispatch(.rename(account: "a", to: "x"))
    store.read { $0.accounts[1] }.nameForDisplay = "direct"
    store.dispatch(.rename(account: "a", to: "y"))
    #expect(
      findings.values == [
        "changed outside dispatch at `accounts.1.nameForDisplay`, after action 1 `rename`"
      ])
    #expect(
      store.read { $0.accounts[1].nameForDisplay } == (stage.control == .value ? "b" : "direct"))
  }

  @Test(arguments: [Stage.shadow, .lead])
  func writesToOtherSlicesAreFoundWithoutAWriteToACopy(_ stage: Stage) throws {
    let meddling = StateSlice<Reader, ReaderAction, FeedNames>(
      "names", projection: ReaderSlices.names.projection,
      legacy: [
        onMainActor { (reader: Reader, action: ReaderAction) in
          if case .edit = action { reader.accounts[0].nameForDisplay = "meddled" }
        }
      ], reducer: Reducer { _, _ in })
    let store = Self.makeStore(entries: [.slice(ReaderSlices.accounts), .slice(meddling)])
    try store.setStage(stage, of: meddling)
    let recorder = PostRecorder(Self.names)
    defer { recorder.stop() }
    store.dispatch(.edit(feed: "f", name: "x", account: "a"))
    #expect(store.mismatches.map(\.subject) == [.outsideWrite])
    #expect(store.mismatches.map(\.path) == ["accounts.0.name"])
    #expect(recorder.take().isEmpty)
  }

  /// As in a store elsewhere: each block is watched once one has written.
  @Test func anUnclaimedBlockIsNamedFromTheSecondWriteOn() throws {
    let meddling = onMainActor { (reader: Reader, action: ReaderAction) in
      if case .edit(_, let name?, _) = action { reader.accounts[0].nameForDisplay = name }
    }
    let accounts = ReaderSlices.accounts
    let store = Self.makeStore(entries: [.slice(accounts), .blocks([meddling])])
    try store.setStage(.shadow, of: accounts)
    for name in ["x", "y", "z"] {
      store.dispatch(.edit(feed: "f", name: name, account: "a"))
      store.dispatch(.setActive(true, account: "a"))
    }
    #expect(store.mismatches.map(\.subject) == Array(repeating: .foreignWrite, count: 3))
    #expect(store.mismatches.map(\.block) == [nil, "unclaimed.0", "unclaimed.0"])
  }

  @Test func observedObjectsReceiveNoValueThatTheyHave() throws {
    let writes = LegacyRecorder<String>()
    let accounts = ReaderSlices.accounts.projection
    let slice = StateSlice<Reader, ReaderAction, AccountsValue>(
      "accounts",
      projection: Projection(read: accounts.read) { reader, value in
        writes.record(value.accounts[0].name)
        accounts.write(reader, value)
      }, legacy: [],
      reducer: Reducer { value, action in
        if case .rename(_, let name) = action { value.accounts[0].name = name }
      })
    let store = Self.makeStore(entries: [.slice(slice)])
    try store.setStage(.migrated, of: slice)
    for name in ["a", "b", "b", "c"] { store.dispatch(.rename(account: "a", to: name)) }
    try store.setStage(.legacy, of: slice)
    #expect(writes.values == ["b", "c"])
  }

  @MainActor private final class Slot: Codable {
    var account: ReaderOnMain.Account? { didSet { assignments += 1 } }
    var assignments = 0
  }

  @Test func anObjectThatIsAbsentIsAssignedOnlyWhereItChanges() {
    let projection = Projection<Slot, String?>.optional(
      onMainActor: \.account, Projection(onMainActor: \.nameForDisplay)
    ) { ReaderOnMain.Account(accountID: "a", name: $0) }
    let slot = Slot()
    for (value, count) in [(nil, 0), ("a", 1), ("b", 1), (nil, 2), (nil, 2)] as [(String?, Int)] {
      projection.write(slot, value)
      #expect(projection.read(slot) == value)
      #expect(slot.assignments == count)
    }
  }
}
