// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public final class AppState {
  public let settings = Settings()
  public let feeds = Feeds()
  public let reading = Reading()
  public let downloads = Downloads()
  public init() {}
}

public final class Settings {
  public var fontSize = 14
  public var showsRead = true
}

public final class Feeds {
  public var sources: [Source] = []
  public var isRefreshing = false
}

public final class Source {
  public let id: Int
  public let title: String
  public var articles: [Article] = []
  public var unread: Int { articles.count { !$0.isRead } }

  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

public final class Article {
  public let id: Int
  public let title: String
  public var isRead = false
  public var isStarred = false
  public weak var source: Source?

  public init(id: Int, title: String, source: Source) {
    self.id = id
    self.title = title
    self.source = source
  }
}

public final class Reading {
  public var open: Article?
  public var queue: [Article] = []
  public var position = 0
}

public final class Downloads {
  public var waiting: [Int] = []
  public var finished: Set<Int> = []
}

public protocol Action {}

public enum SettingsAction: Action {
  case setFontSize(Int)
  case toggleRead
}

public enum FeedsAction: Action {
  case add(id: Int, title: String)
  case remove(Int)
  case refresh
  case loaded(source: Int, articles: [Int: String])
  case markAllRead
  case star(Int)
}

public enum ReadingAction: Action {
  case open(Int)
  case close
  case scroll(Int)
  case enqueue(Int)
  case next
}

public enum DownloadsAction: Action {
  case request(Int)
  case finish(Int)
  case cancelAll
}

@MainActor public final class Store {
  public static let didChange = Notification.Name("NewsStoreDidChange")
  public let state = AppState()
  private let blocks: [(AppState, any Action) -> Void]

  public init(blocks: [(AppState, any Action) -> Void]) { self.blocks = blocks }

  public func dispatch(_ action: any Action) {
    for block in blocks { block(state, action) }
    NotificationCenter.default.post(name: Self.didChange, object: self)
  }
}
