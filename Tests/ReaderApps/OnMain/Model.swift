// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import ObjectGraph

extension Notification.Name {
  /// The object is the account or folder whose children changed.
  public static let childrenDidChange = Notification.Name("ReaderChildrenDidChange")
  /// The object is what was renamed.
  public static let displayNameDidChange = Notification.Name("ReaderDisplayNameDidChange")
  /// The object is what has another unread count; `userInfo` has the old one.
  public static let unreadCountDidChange = Notification.Name("ReaderUnreadCountDidChange")
}

@MainActor public protocol Container: AnyObject {
  var feeds: Set<Feed> { get }
  func addFeed(_ feed: Feed)
  func removeFeed(_ feed: Feed)
}

@MainActor public final class Feed: Codable, Hashable {
  nonisolated public let feedID: String
  @BackReference public var account: Account?
  public var editedName: String? {
    didSet {
      guard editedName != oldValue else { return }
      NotificationCenter.default.post(name: .displayNameDidChange, object: self)
    }
  }
  public var name: String?

  public var unreadCount: Int {
    get { account?.unreadCount(of: self) ?? 0 }
    set { account?.setUnreadCount(newValue, of: self) }
  }
  public var displayName: String { editedName ?? name ?? "Untitled" }

  public init(feedID: String, account: Account?) {
    self.feedID = feedID
    self.account = account
  }

  nonisolated public static func == (first: Feed, second: Feed) -> Bool {
    first.feedID == second.feedID
  }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(feedID) }
}

@MainActor public final class Folder: Codable, Container, Hashable {
  private static var incrementingID = 0
  nonisolated public let folderID: Int
  private nonisolated(unsafe) var observer: (any NSObjectProtocol)?
  @BackReference public var account: Account?
  public private(set) var feeds: Set<Feed> = []
  public var name: String? {
    didSet { NotificationCenter.default.post(name: .displayNameDidChange, object: self) }
  }
  public private(set) var unreadCount = 0 {
    didSet {
      guard unreadCount != oldValue else { return }
      NotificationCenter.default.post(
        name: .unreadCountDidChange, object: self, userInfo: ["old": oldValue])
    }
  }

  private enum CodingKeys: CodingKey { case folderID, account, feeds, name, unreadCount }

  public static func nextID() -> Int {
    Folder.incrementingID += 1
    return Folder.incrementingID
  }

  public init(account: Account, name: String?, id: Int? = nil) {
    folderID = id ?? Folder.nextID()
    self.account = account
    self.name = name
    observeFeeds()
  }

  /// A saved folder observes its feeds; a snapshot does not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    folderID = try container.decode(Int.self, forKey: .folderID)
    _account = try container.decode(BackReference<Account>.self, forKey: .account)
    feeds = try container.decode(Set<Feed>.self, forKey: .feeds)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    unreadCount = try container.decode(Int.self, forKey: .unreadCount)
    if decoder.userInfo[.isGraphCopy] == nil { observeFeeds() }
  }

  private func observeFeeds() {
    observer = NotificationCenter.default.addObserver(
      forName: .unreadCountDidChange, object: nil, queue: nil
    ) { [weak self] note in
      let sender = (note.object as? Feed).map(ObjectIdentifier.init)
      MainActor.assumeIsolated {
        guard let self, let sender, self.feeds.contains(where: { ObjectIdentifier($0) == sender })
        else { return }
        self.updateUnreadCount()
      }
    }
  }

  deinit { observer.map(NotificationCenter.default.removeObserver) }

  public func addFeed(_ feed: Feed) {
    guard feeds.insert(feed).inserted else { return }
    updateUnreadCount()
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
  }

  public func removeFeed(_ feed: Feed) {
    guard feeds.remove(feed) != nil else { return }
    updateUnreadCount()
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
  }

  func updateUnreadCount() { unreadCount = feeds.reduce(0) { $0 + $1.unreadCount } }

  nonisolated public static func == (first: Folder, second: Folder) -> Bool { first === second }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(folderID) }
}

@MainActor public final class Account: Codable, Container {
  public let accountID: String
  public private(set) var feeds: Set<Feed> = []
  public private(set) var folders: Set<Folder>? = []
  public var isActive = true
  public var nameForDisplay: String
  public internal(set) var unreadCounts: [String: Int] = [:]

  public init(accountID: String, name: String) {
    self.accountID = accountID
    nameForDisplay = name
  }

  public func addFeed(_ feed: Feed) {
    feed.account = self
    guard feeds.insert(feed).inserted else { return }
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
  }

  public func removeFeed(_ feed: Feed) {
    guard feeds.remove(feed) != nil else { return }
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
  }

  @discardableResult public func ensureFolder(named name: String, id: Int? = nil) -> Folder {
    if let folder = folders?.first(where: { $0.name == name }) { return folder }
    let folder = Folder(account: self, name: name, id: id)
    folders?.insert(folder)
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
    return folder
  }

  public func removeFolder(_ folder: Folder) {
    guard folders?.remove(folder) != nil else { return }
    for feed in folder.feeds { unreadCounts[feed.feedID] = nil }
    NotificationCenter.default.post(name: .childrenDidChange, object: self)
  }

  public func unreadCount(of feed: Feed) -> Int { unreadCounts[feed.feedID] ?? 0 }

  public func setUnreadCount(_ count: Int, of feed: Feed) {
    let old = unreadCount(of: feed)
    unreadCounts[feed.feedID] = count
    if old != count {
      NotificationCenter.default.post(
        name: .unreadCountDidChange, object: feed, userInfo: ["old": old])
    }
  }
}
