import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps

/// What is found names the code that is to blame, in each tool.
@Suite struct BlameTests {
  typealias Block = ReduceBlock<ReaderState, ReaderAction>

  /// Writes to the badge, which the badge's slice owns and the library does not declare.
  private static let marking: Block = { state, action in
    if action == .receive(1) { state.badge = 9 }
  }

  private static let actions: [ReaderAction] = [
    .add(1), .add(2), .receive(2), .show, .receive(1), .show,
  ]

  private func library(_ blocks: [Block] = []) -> ReaderSlice<LibraryValue> {
    Reader.library([Reader.libraryBlock] + blocks)
  }

  // MARK: One judge

  /// V15: the badge reads the library, whose second block writes to the badge.
  @Test func eachToolBlamesTheBlockThatWritesToAnotherSlice() throws {
    let library = library([Self.marking, { _, _ in }])
    let badge = Reader.badge(reading: library)
    let check = ParityCheck(badge) { ReaderState() }
    let migration = MigrationCheck([.slice(library), .slice(badge)]) { ReaderState() }
    let expected =
      "badge (shadow) [foreignWrite by library.1]: after action 5 .receive(1), at shown: "
      + "legacy 9, value 2"

    let store = MigrationStore(
      state: ReaderState(), entries: [.slice(library), .slice(badge)],
      parity: ParityOptions(footprintInterval: 0))
    try store.setStage(.shadow, of: badge)
    store.reduce(Self.actions)
    #expect(store.mismatches.map(\.subject) == [.foreignWrite])

    #expect(try check.firstMismatch(after: Self.actions)?.description == expected)
    #expect(try check.run(Self.actions).mismatches.map(\.description) == [expected])
    var random: any RandomNumberGenerator = SeededGenerator("eachToolBlames")
    let found = try [
      check.explore(using: &random) { Self.actions.randomElement(using: &$0)! }?.mismatch,
      check.search(Self.actions, using: &random).counterexample?.mismatch,
      check.exhaust(Self.actions, depth: 3).mismatch,
      migration.exhaust(Self.actions, depth: 3).mismatch,
    ].map { try #require($0) }
    for mismatch in found {
      #expect(
        mismatch.description.hasPrefix(
          "badge (shadow) [foreignWrite by library.1]: after action 1 .receive(1), at shown"))
    }
    let footprint = try migration.run(Self.actions, announcing: { _ in }).findings
    #expect(
      footprint.map(\.description) == [
        "library: block library.1 writes to badge, at badge, after receive"
      ])
  }
}

// MARK: Counterexamples

extension BlameTests {
  /// V15: the store compares one action in two, and so does not see the write before the wrong number.
  @Test func aCounterexampleKeepsTheKindOfTheMismatchInTheStore() throws {
    let library = library([Self.marking])
    let badge = Reader.badge(reading: library) { $0.shown = $1.ids.count == 2 ? 0 : $1.ids.count }
    let store = MigrationStore(
      state: ReaderState(), entries: [.slice(library), .slice(badge)],
      parity: ParityOptions(sampling: .oneIn(2), tracedActions: 8))
    try store.setStage(.shadow, of: badge)
    store.reduce([ReaderAction.add(1), .add(2), .receive(1), .show])
    let check = ParityCheck(badge) { ReaderState() }
    let found = try #require(
      try store.trace(of: badge).flatMap { try check.counterexample(in: $0) })
    #expect(found.mismatch.subject == .state)
    #expect(found.actions == [.add(1), .add(2), .show])
  }
}

// MARK: A property that is not encoded

private final class Feed: Codable {
  let id: Int
  var title = ""
  /// Not encoded.
  var unread = 0

  private enum CodingKeys: CodingKey { case id, title }

  init(_ id: Int) { self.id = id }
}

private final class FeedState: Codable {
  var feeds = [Feed(1), Feed(2)]
  var badge = 0
  var theme = 0
}

private enum FeedAction: Sendable { case receive(Int), show, read(Int), theme, rename(Int, String) }

private struct FeedValue: Equatable, Sendable {
  let id: Int
  var title = ""
  var unread = 0
}

extension BlameTests {
  private typealias FeedSlice<Value: Equatable & Sendable> =
    StateSlice<FeedState, FeedAction, Value>

  private static let feeds = FeedSlice<[FeedValue]>(
    "feeds",
    projection: .list(
      \.feeds, objectID: \.id, valueID: \.id,
      element: Projection(
        read: { FeedValue(id: $0.id, title: $0.title, unread: $0.unread) },
        write: { ($0.title, $0.unread) = ($1.title, $1.unread) }),
      make: { Feed($0.id) }),
    legacy: [
      { state, action in
        switch action {
        case .receive(let id): state.feeds.first { $0.id == id }?.unread += 1
        case .read(let id): state.feeds.first { $0.id == id }?.unread = 0
        case .rename(let id, let title): state.feeds.first { $0.id == id }?.title = title
        case .show, .theme: break
        }
      }
    ],
    reducer: Reducer { _, _ in })

  private static let badge = FeedSlice<Int>(
    "badge", reading: feeds, projection: Projection(\.badge),
    legacy: [
      { state, action in
        if case .show = action { state.badge = state.feeds.map(\.unread).reduce(0, +) }
      }
    ],
    reducer: ReadingReducer { _, _, _ in })

  private static let theme = FeedSlice<Int>(
    "theme", projection: Projection(\.theme),
    legacy: [{ state, action in if case .theme = action { state.theme += 1 } }],
    reducer: Reducer { _, _ in })

  /// V13.
  @Test func aProjectedPropertyThatIsNotEncodedIsNamedAndNoReaderIsBlamed() throws {
    let actions: [FeedAction] = (1...40).map { number in
      switch number % 5 {
      case 0: .show
      case 1: .theme
      case 2: .rename(number % 2 + 1, "\(number)")
      case 3: .receive(number % 2 + 1)
      default: number % 4 == 0 ? .read(number % 2 + 1) : .receive(1)
      }
    }
    let check = MigrationCheck(
      [.slice(Self.feeds), .slice(Self.badge), .slice(Self.theme)],
      replacing: Self.feeds.legacy + Self.badge.legacy + Self.theme.legacy
    ) { FeedState() }
    let report = try check.run(actions, announcing: { _ in })
    #expect(
      report.findings.map(\.description) == [
        "feeds: a copy of the state loses Feed.unread, which the projection reads, at feeds.*.unread: no "
          + "later action was judged, after receive"
      ])
    #expect(report.ledger.footprints.mapValues(\.checked) == ["feeds": 2, "badge": 2, "theme": 2])
    let unread = MigrationCheck([.slice(Self.feeds)]) {
      let state = FeedState()
      state.feeds[0].unread = 1
      return state
    }
    #expect(
      try unread.run(actions, announcing: { _ in }).failures.first
        == "feeds: a copy of the state loses Feed.unread, which the projection reads, at feeds.*.unread: "
        + "no later action was judged")

    let store = MigrationStore(
      state: FeedState(), entries: [.slice(Self.feeds), .slice(Self.badge), .slice(Self.theme)],
      parity: ParityOptions(footprintInterval: 1))
    try store.setStage(.shadow, of: Self.theme)
    try store.setStage(.shadow, of: Self.feeds)
    store.reduce([FeedAction.receive(1), .theme, .read(1), .theme])
    let found = store.mismatches.flatMap { mismatch in
      ([(mismatch.subject, mismatch.path)] + mismatch.further.map { ($0.subject, $0.path) })
        .filter { $0.0 != .state }.map { "\(mismatch.slice) \($0.0) \($0.1)" }
    }
    // Before actions 2 and 3, the first is unread.
    #expect(found == ["feeds projection 0.unread", "feeds projection 0.unread"])
  }
}
