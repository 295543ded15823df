// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import NewsModel
public import ReferenceRedux

// region: protocol-block
public let reduceSettings: ReduceBlock<AppState, any Action> = { state, action in
  switch action as? SettingsAction {
  case .setFontSize(let size): state.settings.fontSize = min(max(size, 9), 32)
  case .toggleRead: state.settings.showsRead.toggle()
  case nil: break
  }
}
// endregion

public let reduceFeeds: ReduceBlock<AppState, any Action> = { state, action in
  let feeds = state.feeds
  if case ReadingAction.open(let id) = action {
    for source in feeds.sources { source.articles.first { $0.id == id }?.isRead = true }
  }
  switch action as? FeedsAction {
  case .add(let id, let title):
    guard !feeds.sources.contains(where: { $0.id == id }) else { return }
    feeds.sources.append(Source(id: id, title: title))
  case .remove(let id): feeds.sources.removeAll { $0.id == id }
  case .refresh: feeds.isRefreshing = true
  case .loaded(let id, let articles):
    feeds.isRefreshing = false
    guard let source = feeds.sources.first(where: { $0.id == id }) else { return }
    for (id, title) in articles.sorted(by: { $0.key < $1.key })
    where !feeds.sources.contains(where: { $0.articles.contains { $0.id == id } }) {
      source.articles.append(Article(id: id, title: title, source: source))
    }
  case .markAllRead:
    for source in feeds.sources {
      for article in source.articles { article.isRead = true }
    }
  case .star(let id):
    for source in feeds.sources { source.articles.first { $0.id == id }?.isStarred.toggle() }
  case nil: break
  }
}
