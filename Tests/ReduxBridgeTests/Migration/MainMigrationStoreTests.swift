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

  static func makeReader() -> Reader {
    Reader(["a", "b"].map { ReaderOnMain.Account(accountID: $0, name: $0) })
  }

  static func makeStore(
    _ sampling: ParityOptions<ReaderAction>.Sampling = .everyAction,
    entries: [MigrationEntry<Reader, ReaderAction>] = ReaderSlices.entries,
    configuration: StoreConfiguration = StoreConfiguration()
  ) -> Store {
    Store(
      state: makeReader(), entries: entries,
      parity: ParityOptions(sampling: sampling, footprintInterval: 1), configuration: configuration)
  }

  static func move(_ store: Store, to stage: Stage) throws {
    for name in store.stages.keys.sorted() { try store.setStage(stage, ofSliceNamed: name) }
  }

  // MARK: Posts

  static let names = ["ChildrenDidChange", "DisplayNameDidChange", "UnreadCountDidChange"].map {
    Notification.Name("Reader" + $0)
  }

  /// Names a sender by its id, with what the model derives for it.
  static func key(_ object: AnyObject) -> String? {
    switch object {
    case let feed as ReaderOnMain.Feed: key(feed.feedID, feed.displayName)
    case let feed as ReaderBefore.Feed: key(feed.feedID, feed.displayName)
    case let folder as ReaderOnMain.Folder: key(folder.name, "\(folder.unreadCount)")
    case let folder as ReaderBefore.Folder: key(folder.name, "\(folder.unreadCount)")
    case let account as ReaderOnMain.Account: key(account.accountID, account.nameForDisplay)
    case let account as ReaderBefore.Account: key(account.accountID, account.nameForDisplay)
    default: nil
    }
  }

  private static func key(_ id: String?, _ derived: String) -> String { "\(id ?? "") (\(derived))" }

  static func check(
    _ sampling: ParityOptions<ReaderAction>.Sampling = .everyAction
  ) -> StageRun<Reader, ReaderAction> {
    let check = ParityCheck(
      ReaderSlices.entries, parity: ParityOptions(sampling: sampling, footprintInterval: 3)
    ) {
      MainActor.assumeIsolated { makeReader() }
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
        [.addFolder("n0", id: 1, account: "a"), .add(feed: "f0", folder: "n0", account: "a")]
        + (0..<5).map { Self.action($0, &generator) }
      let list = ActionSource<ReaderAction>.List(actions: actions)
      try #require(check.findings(after: list, posts: true).findings == [], "\(actions)")
      try #require(check.run(list, at: .legacy).posts == Self.original(actions), "\(actions)")
    }
  }

  /// The notifications that the original posts after each action.
  static func original(_ actions: [ReaderAction]) -> [[String]] {
    let recorder = PostRecorder(names)
    defer { recorder.stop() }
    let accounts = ["a", "b"].map { ReaderBefore.Account(accountID: $0, name: $0) }
    return actions.map { action in
      accounts.perform(action)
      return recorder.take().map { post in
        let old = (post.userInfo?["old"]).map { ", old: \($0)" } ?? ""
        return "\(post.name.rawValue) of \(key(post.object as AnyObject) ?? "")" + old
      }
    }
  }

  static func action(_ number: Int, _ generator: inout SeededGenerator) -> ReaderAction {
    func pick(_ name: String, _ count: Int) -> String {
      "\(name)\(Int.random(in: 0..<count, using: &generator))"
    }
    let account = Bool.random(using: &generator) ? "a" : "b"
    let feed = pick("f", 5)
    let folder = Bool.random(using: &generator) ? pick("n", 3) : nil
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1: return .add(feed: feed, folder: folder, account: account)
    case 2: return .remove(feed: feed, account: account)
    case 3, 4: return .move(feed: feed, folder: folder, account: account)
    case 5: return .addFolder(pick("n", 3), id: 1_000 + number, account: account)
    case 6: return .removeFolder(pick("n", 3), account: account)
    case 7: return .renameFolder("n0", to: pick("m", 2), account: account)
    case 8, 9:
      return .setUnread(Int.random(in: 0..<3, using: &generator), feed: feed, account: account)
    case 10: return .edit(feed: feed, name: folder, account: account)
    default:
      return folder.map { .rename(account: account, to: $0) } ?? .setActive(false, account: account)
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

  // MARK: Re-entrancy

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
      let changes = Self.observeFeeds { [weak store] post in
        guard let store else { return }
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

  /// Calls `body` for each post of a feed of the migrating model.
  private static func observeFeeds(
    _ body: @escaping @MainActor (String) -> Void
  ) -> [any NSObjectProtocol] {
    [("unread", names[2]), ("name", names[1])].map { text, name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { post in
        let old = (post.userInfo?["old"] as? Int).map { ", was \($0)" } ?? ""
        guard let feed = post.object as? ReaderOnMain.Feed else { return }
        MainActor.assumeIsolated { body("\(text) of feed \(feed.feedID)\(old)") }
      }
    }
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

extension [ReaderBefore.Account] {
  /// Does what the original does where the app dispatches an action.
  @MainActor
  fileprivate func perform(_ action: ReaderAction) {
    typealias Library = ReaderBefore.Library
    func account(_ id: String) -> ReaderBefore.Account { first { $0.accountID == id }! }
    switch action {
    case .add(let feed, let folder, let id): Library.add(feed, to: folder, in: account(id))
    case .remove(let feed, let id): Library.remove(feed, in: account(id))
    case .move(let feed, let folder, let id): Library.move(feed, to: folder, in: account(id))
    case .addFolder(let name, _, let id): account(id).ensureFolder(named: name)
    case .removeFolder(let name, let id):
      if let folder = Library.folder(name, in: account(id)) { account(id).removeFolder(folder) }
    case .renameFolder(let name, let new, let id):
      guard Library.folder(new, in: account(id)) == nil else { return }
      Library.folder(name, in: account(id))?.name = new
    case .setUnread(let count, let feed, let id):
      Library.feed(feed, in: account(id))?.unreadCount = count
    case .edit(let feed, let name, let id): Library.feed(feed, in: account(id))?.editedName = name
    case .rename(let id, let name): account(id).nameForDisplay = name
    case .setActive(let isActive, let id): account(id).isActive = isActive
    }
  }
}
