import Foundation
import NewsApp
import NewsAppBefore
import NewsFeeds
import NewsFeedsBefore
import NewsModel
import NewsModelBefore
import NewsReading
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
import ValueReduxTesting

/// An app of three modules with actions behind a protocol, as it was and as it is after its migration.
@Suite @MainActor struct NewsAppTests {
  typealias NewAction = NewsModel.Action
  typealias OldAction = NewsModelBefore.Action
  typealias FeedsAction = NewsModel.FeedsAction

  nonisolated static func sample() -> sending NewsModel.AppState {
    let state = NewsModel.AppState()
    for id in 1...3 {
      let source = NewsModel.Source(id: id, title: "source \(id)")
      source.articles = (0...2).map {
        NewsModel.Article(id: id * 10 + $0, title: "article \($0)", source: source)
      }
      state.feeds.sources.append(source)
    }
    state.reading.open = state.feeds.sources[0].articles[1]
    state.reading.queue = state.feeds.sources[1].articles
    state.downloads.waiting = [10, 21]
    return state
  }

  @Test func allModulesAgreeAndHandOver() throws {
    let check = ParityCheck(NewsSlices.entries, replacing: NewsSlices.blocks) { Self.sample() }
      .handingOver(to: { ValueStore(initialState: $0, reducer: NewsValue.reducer) }) {
        NewsValue($0)
      }
    let report = try check.run(
      .random(seed: 11) { generator in
        let (source, article) = (
          Int.random(in: 1...4, using: &generator),
          Int.random(in: 1...3, using: &generator) * 10 + Int.random(in: 0...3, using: &generator)
        )
        let actions: [any NewAction] = [
          SettingsAction.setFontSize(article), SettingsAction.toggleRead,
          FeedsAction.add(id: source, title: "new"), FeedsAction.remove(source),
          FeedsAction.refresh, FeedsAction.loaded(source: source, articles: [article: "loaded"]),
          FeedsAction.markAllRead, FeedsAction.star(article), ReadingAction.open(article),
          ReadingAction.close, ReadingAction.scroll(source), ReadingAction.enqueue(article),
          ReadingAction.next, DownloadsAction.request(article), DownloadsAction.finish(article),
          DownloadsAction.cancelAll,
        ]
        return actions.randomElement(using: &generator)!
      }, effort: .full)
    #expect(report.passed, "\(report)")
  }

  @Test func aSliceOfAnyActionIsChecked() throws {
    // region: protocol-check
    let parity = ParityOptions<any NewsModel.Action>(
      expectedActionTypes: [
        "settings": ["SettingsAction.setFontSize", "SettingsAction.toggleRead"]
      ])
    let check = ParityCheck([.slice(settingsSlice)], parity: parity) { Self.sample() }
    let actions: [any NewsModel.Action] = [
      SettingsAction.setFontSize(20), SettingsAction.toggleRead, ReadingAction.next,
    ]
    let report = try check.run(.list(actions))
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.ledger.total(of: settingsSlice).matched == 3)
    // endregion
    #expect(!"\(report.ledger)".contains("never compared"))
  }

  @Test func aReceivedActionIsDescribedByAClosure() async throws {
    let notes = Reducer<[Int: String], FeedsAction> { titles, action in
      if case .loaded(_, let articles) = action { titles = articles }
    }
    let load = Middleware<[Int: String], any NewsModel.Action> { _, action, context in
      guard case FeedsAction.refresh = action else { return }
      context.run { send in await send(FeedsAction.loaded(source: 1, articles: [7: "x"])) }
    }
    // region: protocol-receive
    try await TestStore<[Int: String], any NewsModel.Action>.checking(
      initialState: [:], reducer: notes.scoped(actions: (any NewsModel.Action).self),
      middlewares: [load]
    ) { store in
      try store.send(FeedsAction.refresh)
      try await store.receive(
        "the articles", where: { $0 as? FeedsAction == .loaded(source: 1, articles: [7: "x"]) }
      ) {
        $0 = [7: "x"]
      }
    }
    // endregion
  }

  @Test(arguments: Stage.allCases)
  func theScreenShowsWhatItShowedBefore(at stage: Stage) async throws {
    let old = NewsAppBefore.NewsApp.makeStore()
    let oldScreen = NewsFeedsBefore.ArticleListScreen(old)
    let new = NewsStore()
    let newScreen = NewsFeeds.ArticleListScreen(new)
    for name in new.stages.keys { try new.setStage(stage, ofSliceNamed: name) }
    let pairs: [(any OldAction, any NewAction)] = [
      (NewsModelBefore.FeedsAction.add(id: 1, title: "a"), FeedsAction.add(id: 1, title: "a")),
      (
        NewsModelBefore.FeedsAction.loaded(source: 1, articles: [7: "x", 8: "y"]),
        FeedsAction.loaded(source: 1, articles: [7: "x", 8: "y"])
      ),
      (NewsModelBefore.ReadingAction.open(7), ReadingAction.open(7)),
      (NewsModelBefore.FeedsAction.star(8), FeedsAction.star(8)),
      (NewsModelBefore.SettingsAction.toggleRead, SettingsAction.toggleRead),
    ]
    var rows: [[String]] = []
    for (oldAction, newAction) in pairs {
      old.dispatch(oldAction)
      new.dispatch(newAction)
      await new.settle()
      #expect(newScreen.rows == oldScreen.rows)
      rows.append(newScreen.rows)
    }
    #expect(rows.last == ["a (1)", "- y *"])
    #expect(new.mismatches.isEmpty)
  }

  @Test func theFileOfTheOldAppIsRead() throws {
    let old = NewsAppBefore.NewsApp.makeStore()
    old.dispatch(NewsModelBefore.FeedsAction.add(id: 1, title: "a"))
    old.dispatch(NewsModelBefore.SettingsAction.setFontSize(20))
    let file = FileManager.default.temporaryDirectory.appending(path: "news-\(UUID()).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    try NewsAppBefore.NewsApp.save(old.state, to: file)
    let state = try NewsStore(state: NewsStore.load(file)).currentState()
    #expect(state.feeds.sources.map(\.title) == ["a"] && state.settings.fontSize == 20)
  }
}
