// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ObjectGraph

public final class AppState: Codable {
  public internal(set) var settings = Settings()
  public internal(set) var feeds = Feeds()
  public internal(set) var reading = Reading()
  public internal(set) var downloads = Downloads()
  public init() {}
}

public final class Settings: Codable {
  public var fontSize = 14
  public var showsRead = true
}

public final class Feeds: Codable {
  public var sources: [Source] = []
  public var isRefreshing = false
}

public final class Source: Codable {
  public let id: Int
  public let title: String
  public var articles: [Article] = []
  public var unread: Int { articles.count { !$0.isRead } }

  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

public final class Article: Codable {
  public let id: Int
  public let title: String
  public var isRead = false
  public var isStarred = false
  @BackReference public var source: Source?

  public init(id: Int, title: String, source: Source) {
    self.id = id
    self.title = title
    self.source = source
  }
}

public final class Reading: Codable {
  public var open: Article?
  public var queue: [Article] = []
  public var position = 0
}

public final class Downloads: Codable {
  public var waiting: [Int] = []
  public var finished: Set<Int> = []
}

// region: protocol-actions
public protocol Action: Sendable {}

public enum SettingsAction: Action, Codable, Equatable {
  case setFontSize(Int)
  case toggleRead
}
// endregion

public enum FeedsAction: Action, Codable, Equatable {
  case add(id: Int, title: String)
  case remove(Int)
  case refresh
  case loaded(source: Int, articles: [Int: String])
  case markAllRead
  case star(Int)
}

public enum ReadingAction: Action, Codable, Equatable {
  case open(Int)
  case close
  case scroll(Int)
  case enqueue(Int)
  case next
}

public enum DownloadsAction: Action, Codable, Equatable {
  case request(Int)
  case finish(Int)
  case cancelAll
}
