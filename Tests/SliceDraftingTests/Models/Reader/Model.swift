// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReferenceRedux

public typealias Feeds = Set<Feed>

public final class ReaderState: Codable {
  public var accounts: [Account] = []
  public var sidebar = Sidebar()
  public var featured: Feed?

  public init() {}

  func account(_ id: String) -> Account? { accounts.first { $0.accountID == id } }
}

public final class Sidebar: Codable {
  public var expanded: Set<Int> = []
  public var sortsByName = true
  public var rows: [String] = []
}

public final class Feed: Codable, Hashable {
  public let feedID: String
  @BackReference public var account: Account?
  public var homePageURL: URL?
  public var editedName: String?
  public var name: String?
  public var remark: String?

  @discardableResult public func touch() -> Int { unread }

  public var unread = 0

  public init(feedID: String, account: Account?) {
    self.feedID = feedID
    self.account = account
  }

  public var displayName: String { editedName ?? name ?? "Untitled" }

  public static func == (first: Feed, second: Feed) -> Bool { first.feedID == second.feedID }
  public func hash(into hasher: inout Hasher) { hasher.combine(feedID) }
}

public final class Folder: Codable, Hashable {
  public let folderID: Int
  @BackReference public var account: Account?
  public var feeds: Feeds = []
  public var name: String?
  public var unreadCount = 0

  public init(folderID: Int, account: Account, name: String?) {
    self.folderID = folderID
    self.account = account
    self.name = name
  }

  public static func == (first: Folder, second: Folder) -> Bool { first === second }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public final class Account: Codable {
  public let accountID: String
  public var feeds: Feeds = []
  public var folders: Set<Folder>? = []
  public var isActive = true
  public var nameForDisplay: String
  private var feedsByID: [String: Feed]?
  private var nextFolderID = 1

  enum CodingKeys: CodingKey { case accountID, feeds, folders, isActive, nameForDisplay, nextFolderID }

  public init(accountID: String, name: String) {
    self.accountID = accountID
    nameForDisplay = name
  }

  func feed(_ id: String) -> Feed? {
    feeds.first { $0.feedID == id }
      ?? folders?.lazy.compactMap { $0.feeds.first { $0.feedID == id } }.first
  }

  func makeFolder(named name: String) {
    guard folders?.contains(where: { $0.name == name }) == false else { return }
    folders?.insert(Folder(folderID: nextFolderID, account: self, name: name))
    nextFolderID += 1
  }
}
