import Foundation
import ObjectGraph
import ReaderBefore
import ReaderOnMain
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@testable import ReduxBridge
@testable import ReduxBridgeTesting

/// A model on the main actor crosses slice by slice, and posts as it did before.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct MainMigrationStoreTests {
  typealias Store = MainMigrationStore<Reader, ReaderAction>

  static func makeReader(after actions: [ReaderAction] = []) -> Reader {
    let reader = Reader(["a", "b"].map { ReaderOnMain.Account(accountID: $0, name: $0) })
    let blocks = [ReaderBlocks.library, ReaderBlocks.names]
    for action in actions { blocks.forEach { $0(reader, action) } }
    return reader
  }

  static func makeOriginal() -> ReaderApp {
    ReaderApp(["a", "b"].map { ReaderBefore.Account(accountID: $0, name: $0) })
  }

  static func makeStore(
    _ sampling: ParityOptions<ReaderAction>.Sampling = .everyAction,
    entries: [MigrationEntry<Reader, ReaderAction>] = ReaderSlices.entries
  ) -> Store {
    Store(
      state: makeReader(), entries: entries,
      parity: ParityOptions(sampling: sampling, footprintInterval: 1))
  }

  static func move(_ store: Store, to stage: Stage) throws {
    for name in store.stages.keys.sorted() { try store.setStage(stage, ofSliceNamed: name) }
  }

  static let library: [ReaderAction] = [
    .addFolder("news", id: 1, account: "a"), .add(feed: "f", folder: "news", account: "a"),
    .add(feed: "g", folder: nil, account: "a"), .setUnread(3, feed: "f", account: "a"),
    .edit(feed: "f", name: "World", account: "a"), .add(feed: "f", folder: nil, account: "b"),
    .renameFolder("news", to: "n", account: "a"), .setInterval(5), .hideRead(true),
  ]
  static let actions: [ReaderAction] =
    library + [
      .select(feed: "f", account: "a"), .move(feed: "f", folder: nil, account: "a"),
      .move(feed: "g", folder: "n", account: "a"), .remove(feed: "f", account: "a"),
      .select(feed: "g", account: "a"), .setUnread(0, feed: "f", account: "a"),
      .removeFolder("n", account: "a"), .rename(account: "a", to: "x"),
      .addFolder("n", id: 2, account: "b"), .add(feed: "g", folder: "n", account: "b"),
      .select(feed: "f", account: "b"), .select(feed: nil, account: "b"),
      .setActive(false, account: "b"), .select(feed: "g", account: "b"),
    ]

  @Test func allSlicesAgreeAndHandOver() throws {
    let report = try Self.check(after: Self.library).check
      .allowing("Folder.observer", because: "a snapshot does not observe")
      .handingOver(
        to: { ValueStore(initialState: $0, reducer: ReaderValue.reducer) }, { ReaderValue($0) }
      ).run(.random(seed: 7, of: Self.actions, actions: 500), effort: .full)
    #expect(report.passed, "\(report)")
  }

  @Test(arguments: Stage.allCases)
  func theScreenShowsWhatItShowedBefore(at stage: Stage) throws {
    let (old, store) = (Self.makeOriginal(), Self.makeStore())
    let (oldScreen, screen) = (ReaderBefore.SidebarScreen(old), SidebarScreen(store))
    try Self.move(store, to: stage)
    for action in Self.actions {
      old.perform(action)
      store.dispatch(action)
      #expect(screen.rows == oldScreen.rows, "\(action)")
    }
    #expect(screen.rows == ["> Untitled: 0", "n has 0"])
    #expect(store.mismatches.isEmpty)
  }

  @Test func theOldFileIsReadOnce() throws {
    let old = Self.makeOriginal()
    Self.library.forEach(old.perform)
    let first = try Reader.load(nil, orOld: JSONEncoder().encode(ReaderFile(old)))
    let second = try Reader.load(JSONEncoder().encode(SavedState(first)), orOld: Data())
    #expect(second.preferences.interval == 15)
    for reader in [first, second] {
      let store = Store(state: reader, entries: ReaderSlices.entries)
      #expect(SidebarScreen(store).rows == ReaderBefore.SidebarScreen(old).rows)
      store.dispatch(.setUnread(4, feed: "f", account: "a"))
      #expect(reader.accounts[0].folders?.first?.unreadCount == 4)
    }
  }

  static let names = [
    "ChildrenDidChange", "DisplayNameDidChange", "UnreadCountDidChange", "SelectionDidChange",
    "PreferencesDidChange",
  ].map { Notification.Name("Reader" + $0) }

  /// Names a sender by its id, with what the model derives for it.
  static func key(_ object: AnyObject) -> String? {
    switch object {
    case let feed as ReaderOnMain.Feed: key(feed.feedID, feed.displayName)
    case let feed as ReaderBefore.Feed: key(feed.feedID, feed.displayName)
    case let folder as ReaderOnMain.Folder: key(folder.name, "\(folder.unreadCount)")
    case let folder as ReaderBefore.Folder: key(folder.name, "\(folder.unreadCount)")
    case let account as ReaderOnMain.Account: key(account.accountID, account.nameForDisplay)
    case let account as ReaderBefore.Account: key(account.accountID, account.nameForDisplay)
    case let sidebar as ReaderOnMain.Sidebar: key("sidebar", sidebar.selected?.feedID)
    case let sidebar as ReaderBefore.Sidebar: key("sidebar", sidebar.selected?.feedID)
    case let wishes as ReaderOnMain.Preferences: key("\(wishes.hidesRead)", "\(wishes.interval)")
    case let wishes as ReaderBefore.Preferences: key("\(wishes.hidesRead)", "\(wishes.interval)")
    default: nil
    }
  }

  private static func key(_ id: String?, _ derived: String?) -> String {
    "\(id ?? "") (\(derived ?? "none"))"
  }

  static func check(
    _ sampling: ParityOptions<ReaderAction>.Sampling = .everyAction,
    after actions: [ReaderAction] = []
  ) -> StageRun<Reader, ReaderAction> {
    let check = ParityCheck(
      ReaderSlices.entries, parity: ParityOptions(sampling: sampling, footprintInterval: 3)
    ) {
      MainActor.assumeIsolated { makeReader(after: actions) }
    }.posting(names, userInfo: ["old"]) { object in
      nonisolated(unsafe) let object = object
      return MainActor.assumeIsolated { key(object) }
    }
    return StageRun(check: check, judged: Set(check.sliceNames), exceptions: CheckExceptions([]))
  }

  /// Each list runs at each stage; what is compared after every action takes most of the time.
  @Test(
    arguments: zip(
      [ParityOptions<ReaderAction>.Sampling.everyAction, .oneIn(3), .off], [200, 800, 1_000]))
  func postsAreThoseOfTheOriginal(
    _ sampling: ParityOptions<ReaderAction>.Sampling, lists: Int
  ) async throws {
    var generator = SeededGenerator("posts")
    let check = Self.check(sampling)
    for _ in 0..<TestVolume.count(8, soak: lists, sanitized: 5) {
      // Others need the main actor, too; within a list, their posts would be taken for this model's.
      await Task.yield()
      let actions =
        Array(Self.library.prefix(2))
        + Self.actions.dropFirst().shuffled(using: &generator).prefix(5)  // An id is given once.
      let list = ActionSource<ReaderAction>.List(actions: actions)
      try #require(check.findings(after: list, posts: true).findings == [], "\(actions)")
      try #require(check.run(list, at: .legacy).posts == Self.original(actions), "\(actions)")
    }
  }

  /// The notifications that the original posts after each action.
  static func original(_ actions: [ReaderAction]) -> [[String]] {
    let recorder = PostRecorder(names)
    defer { recorder.stop() }
    let app = makeOriginal()
    return actions.map { action in
      app.perform(action)
      return recorder.take().map { post in
        let old = (post.userInfo?["old"]).map { ", old: \($0)" } ?? ""
        return "\(post.name.rawValue) of \(key(post.object as AnyObject) ?? "")" + old
      }
    }
  }

  @Test func anAssignmentOfAnEqualValuePostsWhileTheOldCodeMakesIt() throws {
    let actions: [ReaderAction] = [
      .addFolder("n", id: 1, account: "a"), .renameFolder("n", to: "n", account: "a"),
    ]
    let list = ActionSource<ReaderAction>.List(actions: actions)
    #expect(
      try Self.check().findings(after: list, posts: true).findings.map(\.description) == [
        "the state: post 1: legacy ReaderDisplayNameDidChange of n (0), at migrated none, "
          + "after action 2 \(Redactor().text(of: actions[1], at: ""))"
      ])
  }

  @Test func observedObjectsReceiveNoValueThatTheyHave() throws {
    let writes = LegacyRecorder<String>()
    let accounts = ReaderSlices.accounts.projection
    let slice = StateSlice<Reader, ReaderAction, AccountsValue>(
      "accounts",
      projection: Projection(read: accounts.read) { reader, value in
        writes.record(value.accounts[0].name)
        accounts.write(reader, value)
      }, legacy: [], reducer: AccountsValue.reducer)
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

  @Test func observersReadCopyDispatchMoveAndRevertInTheSameOrderAtEachStage() throws {
    var logs: [[String]] = []
    for (stage, sampling) in [
      (Stage.legacy, ParityOptions<ReaderAction>.Sampling.everyAction), (.shadow, .everyAction),
      (.lead, .everyAction), (.lead, .off), (.migrated, .off),
    ] {
      let store = Self.makeStore(sampling)
      store.dispatch(.addFolder("n", id: 1, account: "a"))
      store.dispatch(.add(feed: "f", folder: "n", account: "a"))
      try Self.move(store, to: stage)
      let log = LegacyRecorder<String>()
      let observed: @MainActor (String) -> Void = { post in
        let unread = store.read { $0.accounts[0].unreadCounts["f"] ?? 0 }
        let copied = (try? store.currentState().accounts[0].unreadCounts["f"] ?? 0) ?? -1
        log.record("\(post) read \(unread) copied \(copied)")
        guard post == "unread of feed f, was 0", unread == 1 else { return }
        store.dispatch(.setUnread(2, feed: "f", account: "a"))
        do {
          try store.setStage(.migrated, of: ReaderSlices.names)
          store.dispatch(.edit(feed: "f", name: "nested", account: "a"))
          store.revertToLegacy()
          store.dispatch(.setUnread(3, feed: "f", account: "a"))
        } catch {
          Issue.record(error)
        }
        log.record(
          "stages \(Set(store.stages.values).map(\.rawValue).sorted() == [stage.rawValue])")
      }
      let changes = [("unread", Self.names[2]), ("name", Self.names[1])].map { text, name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { post in
          let old = (post.userInfo?["old"] as? Int).map { ", was \($0)" } ?? ""
          guard let feed = post.object as? ReaderOnMain.Feed else { return }
          MainActor.assumeIsolated { observed("\(text) of feed \(feed.feedID)\(old)") }
        }
      }
      let token = store.observe { log.record("notified \($0.actionsReduced)") }
      store.dispatch(.setUnread(1, feed: "f", account: "a"))
      changes.forEach(NotificationCenter.default.removeObserver)
      token.cancel()
      logs.append(log.values)
      #expect(Set(store.stages.values) == [.legacy], "the revert came last of all moves")
      #expect(store.mismatches.isEmpty)
    }
    #expect(
      logs[0] == [
        "unread of feed f, was 0 read 1 copied 1", "stages true",
        "unread of feed f, was 1 read 2 copied 2", "name of feed f read 2 copied 2",
        "unread of feed f, was 2 read 3 copied 3", "notified 6",
      ])
    for log in logs { #expect(log == logs[0]) }
  }
}

@Suite struct MainMigrationStoreContractTests {
  @Test(arguments: LegacyStoreClaim.allCases)
  func isKept(_ claim: LegacyStoreClaim) async throws {
    try await LegacyStoreContract.onMainActor { state, blocks in
      let tiny = StateSlice<LegacyState, LegacyAction, Double>(
        "tiny", projection: Projection(\.tiny), legacy: [], reducer: Reducer { _, _ in })
      let store = MainMigrationStore(
        state: state, entries: [.blocks(blocks.map(onMainActor)), .slice(tiny)])
      #expect(throws: Never.self) { try store.setStage(.migrated, of: tiny) }
      return store
    }.check(claim)
  }
}

extension ReaderApp {
  /// Does what the original does where the app dispatches an action.
  func perform(_ action: ReaderAction) {
    switch action {
    case .add(let feed, let folder, let id): add(feed, to: folder, in: id)
    case .remove(let feed, let id): remove(feed, in: id)
    case .move(let feed, let folder, let id): move(feed, to: folder, in: id)
    case .addFolder(let name, _, let id): addFolder(name, in: id)
    case .removeFolder(let name, let id): removeFolder(name, in: id)
    case .renameFolder(let name, let new, let id): renameFolder(name, to: new, in: id)
    case .setUnread(let count, let feed, let id): setUnread(count, of: feed, in: id)
    case .edit(let feed, let name, let id): edit(feed, name: name, in: id)
    case .rename(let id, let name): account(id)?.nameForDisplay = name
    case .setActive(let isActive, let id): account(id)?.isActive = isActive
    case .select(let feed, let id): select(feed, in: id)
    case .setInterval(let minutes): preferences.interval = minutes
    case .hideRead(let hides): preferences.hidesRead = hides
    }
  }
}
