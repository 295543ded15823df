// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
internal import Foundation
public import NewsModelBefore

public func reduceSettings(_ state: AppState, _ action: any Action) {
  switch action as? SettingsAction {
  case .setFontSize(let size): state.settings.fontSize = min(max(size, 9), 32)
  case .toggleRead: state.settings.showsRead.toggle()
  case nil: break
  }
}

public func reduceFeeds(_ state: AppState, _ action: any Action) {
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

/// The rows of the first screen.
@MainActor public final class ArticleListScreen {
  public private(set) var rows: [String] = []
  private let store: Store
  private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

  public init(_ store: Store) {
    self.store = store
    observer = NotificationCenter.default.addObserver(
      forName: Store.didChange, object: store, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.update() }
    }
    update()
  }

  deinit { observer.map(NotificationCenter.default.removeObserver) }

  private func update() {
    let state = store.state
    rows = state.feeds.sources.flatMap { source in
      ["\(source.title) (\(source.unread))"]
        + source.articles.filter { state.settings.showsRead || !$0.isRead }
        .map { "- \($0.title)\($0.isStarred ? " *" : "")" }
    }
  }
}
