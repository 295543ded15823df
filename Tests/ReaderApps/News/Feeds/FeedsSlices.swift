// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import NewsModel
public import ReduxBridge
public import ValueRedux

public struct SettingsValue: Equatable, Sendable {
  public var fontSize = 14
  public var showsRead = true

  public init() {}

  static let projection = Projection<AppState, SettingsValue>(
    read: { state in
      var value = SettingsValue()
      value.fontSize = state.settings.fontSize
      value.showsRead = state.settings.showsRead
      return value
    },
    write: { state, value in
      state.settings.fontSize = value.fontSize
      state.settings.showsRead = value.showsRead
    })

  // region: protocol-reducer
  public static let reducer = Reducer<SettingsValue, SettingsAction> { settings, action in
    switch action {
    case .setFontSize(let size): settings.fontSize = min(max(size, 9), 32)
    case .toggleRead: settings.showsRead.toggle()
    }
  }.scoped(actions: (any Action).self)
  // endregion
}

// region: several-feature
public let settingsSlice = StateSlice(
  "settings", projection: SettingsValue.projection, legacy: [reduceSettings],
  reducer: SettingsValue.reducer)
// endregion

public struct ArticleValue: Equatable, Sendable, Identifiable {
  public let id: Int
  public let title: String
  public var isRead = false
  public var isStarred = false
}

public struct SourceValue: Equatable, Sendable, Identifiable {
  public let id: Int
  public let title: String
  public var articles: [ArticleValue] = []
  public var unread: Int { articles.count { !$0.isRead } }
}

public struct FeedsValue: Equatable, Sendable {
  public var sources: [SourceValue] = []
  public var isRefreshing = false

  public init() {}

  public func contains(_ article: Int) -> Bool {
    sources.contains { $0.articles.contains { $0.id == article } }
  }

  private mutating func changeArticle(_ id: Int, _ change: (inout ArticleValue) -> Void) {
    for source in sources.indices {
      let articles = sources[source].articles
      guard let article = articles.firstIndex(where: { $0.id == id }) else { continue }
      change(&sources[source].articles[article])
    }
  }

  public static let reducer = Reducer<FeedsValue, any Action> { feeds, action in
    if case ReadingAction.open(let id) = action { feeds.changeArticle(id) { $0.isRead = true } }
    switch action as? FeedsAction {
    case .add(let id, let title):
      guard !feeds.sources.contains(where: { $0.id == id }) else { return }
      feeds.sources.append(SourceValue(id: id, title: title))
    case .remove(let id): feeds.sources.removeAll { $0.id == id }
    case .refresh: feeds.isRefreshing = true
    case .loaded(let id, let articles):
      feeds.isRefreshing = false
      guard let source = feeds.sources.firstIndex(where: { $0.id == id }) else { return }
      for (id, title) in articles.sorted(by: { $0.key < $1.key }) where !feeds.contains(id) {
        feeds.sources[source].articles.append(ArticleValue(id: id, title: title))
      }
    case .markAllRead:
      for source in feeds.sources.indices {
        for article in feeds.sources[source].articles.indices {
          feeds.sources[source].articles[article].isRead = true
        }
      }
    case .star(let id): feeds.changeArticle(id) { $0.isStarred.toggle() }
    case nil: break
    }
  }
}

extension FeedsValue {
  static let projection = Projection<AppState, FeedsValue>(
    read: { state in
      var value = FeedsValue()
      value.sources = sources.read(state)
      value.isRefreshing = state.feeds.isRefreshing
      return value
    },
    write: { state, value in
      sources.write(state, value.sources)
      state.feeds.isRefreshing = value.isRefreshing
    })

  private static let sources = Projection<AppState, [SourceValue]>.list(
    \.feeds.sources, objectID: \.id, valueID: \.id,
    element: Projection<Source, SourceValue>(
      read: { SourceValue(id: $0.id, title: $0.title, articles: articles.read($0)) },
      write: { source, value in
        articles.write(source, value.articles)
        for article in source.articles { article.source = source }
      }),
    fits: { $0.title == $1.title }, make: { Source(id: $0.id, title: $0.title) })

  private static let articles = Projection<Source, [ArticleValue]>.list(
    \.articles, objectID: \.id, valueID: \.id,
    element: Projection<Article, ArticleValue>(
      read: {
        ArticleValue(id: $0.id, title: $0.title, isRead: $0.isRead, isStarred: $0.isStarred)
      },
      write: { article, value in
        article.isRead = value.isRead
        article.isStarred = value.isStarred
      }),
    fits: { $0.title == $1.title },
    make: { Article(id: $0.id, title: $0.title, source: Source(id: 0, title: "")) })
}

public let feedsSlice = StateSlice(
  "feeds", projection: FeedsValue.projection, legacy: [reduceFeeds], reducer: FeedsValue.reducer)
