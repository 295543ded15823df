// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import NewsModel
public import ReduxBridge
internal import ValueRedux

/// The rows of the first screen.
@MainActor public final class ArticleListScreen {
  public private(set) var rows: [String] = []
  private var token: SubscriptionToken?

  public init(_ store: MigrationStore<AppState, any Action>) {
    token = store.facade(combining: { values in
      Self.rows(of: values[feedsSlice], with: values[settingsSlice])
    }).subscribe(\.self) { [weak self] in self?.rows = $0 }
  }

  private nonisolated static func rows(
    of feeds: FeedsValue, with settings: SettingsValue
  ) -> [String] {
    feeds.sources.flatMap { source in
      ["\(source.title) (\(source.unread))"]
        + source.articles.filter { settings.showsRead || !$0.isRead }
        .map { "- \($0.title)\($0.isStarred ? " *" : "")" }
    }
  }
}
