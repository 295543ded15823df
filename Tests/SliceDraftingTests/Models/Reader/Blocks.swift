// swift-format-ignore-file
import Foundation
import ReferenceRedux

public enum ReaderAction: Codable, Equatable, Sendable {
  case addFeed(account: String, id: String, name: String?, folder: Int?)
  case removeFeed(account: String, id: String)
  case renameFeed(account: String, id: String, name: String)
  case moveFeed(account: String, id: String, toFolder: Int?)
  case addFolder(account: String, name: String)
  case removeFolder(account: String, id: Int)
  case renameAccount(account: String, name: String)
  case setActive(account: String, Bool)
  case markRead(account: String, id: String)
  case received(account: String, id: String, count: Int)
  case feature(account: String, id: String?)
  case expand(Int)
  case collapse(Int)
  case toggleSort
}

public enum ReaderReducers {
  public static let library: ReduceBlock<ReaderState, ReaderAction> = { state, action in
    switch action {
    case .addFeed(let id, let feedID, let name, let folderID):
      guard let account = state.account(id), account.feed(feedID) == nil else { return }
      let feed = Feed(feedID: feedID, account: account)
      feed.name = name
      if let folder = account.folders?.first(where: { $0.folderID == folderID }) {
        folder.feeds.insert(feed)
      } else {
        account.feeds.insert(feed)
      }
    case .removeFeed(let id, let feedID):
      guard let account = state.account(id), let feed = account.feed(feedID) else { return }
      account.feeds.remove(feed)
      for folder in account.folders ?? [] { folder.feeds.remove(feed) }
      if state.featured === feed { state.featured = nil }
    case .renameFeed(let id, let feedID, let name):
      state.account(id)?.feed(feedID)?.editedName = name
    case .moveFeed(let id, let feedID, let folderID):
      guard let account = state.account(id), let feed = account.feed(feedID) else { return }
      account.feeds.remove(feed)
      for folder in account.folders ?? [] { folder.feeds.remove(feed) }
      if let folder = account.folders?.first(where: { $0.folderID == folderID }) {
        folder.feeds.insert(feed)
      } else {
        account.feeds.insert(feed)
      }
    case .addFolder(let id, let name):
      state.account(id)?.makeFolder(named: name)
    case .removeFolder(let id, let folderID):
      guard let account = state.account(id),
        let folder = account.folders?.first(where: { $0.folderID == folderID })
      else { return }
      if let featured = state.featured, folder.feeds.contains(featured) { state.featured = nil }
      account.folders?.remove(folder)
    case .renameAccount(let id, let name):
      state.account(id)?.nameForDisplay = name
    case .setActive(let id, let isActive):
      state.account(id)?.isActive = isActive
    case .feature(let id, let feedID):
      state.featured = feedID.flatMap { state.account(id)?.feed($0) }
    default:
      break
    }
  }

  public static let unread: ReduceBlock<ReaderState, ReaderAction> = { state, action in
    switch action {
    case .markRead(let id, let feedID):
      state.account(id)?.feed(feedID)?.unread = 0
    case .received(let id, let feedID, let count):
      state.account(id)?.feed(feedID)?.unread += max(0, count)
    default:
      break
    }
    for account in state.accounts {
      for folder in account.folders ?? [] {
        folder.unreadCount = folder.feeds.reduce(0) { $0 + $1.unread }
      }
    }
  }

  public static let sidebar: ReduceBlock<ReaderState, ReaderAction> = { state, action in
    let sidebar = state.sidebar
    switch action {
    case .expand(let id): sidebar.expanded.insert(id)
    case .collapse(let id): sidebar.expanded.remove(id)
    case .toggleSort: sidebar.sortsByName.toggle()
    default: break
    }
    var rows: [String] = []
    for account in state.accounts where account.isActive {
      rows.append(account.nameForDisplay)
      for folder in (account.folders ?? []).sorted(by: { $0.folderID < $1.folderID }) {
        rows.append("- \(folder.name ?? "") (\(folder.unreadCount))")
        guard sidebar.expanded.contains(folder.folderID) else { continue }
        rows += names(of: folder.feeds, sorted: sidebar.sortsByName).map { "-- \($0)" }
      }
      rows += names(of: account.feeds, sorted: sidebar.sortsByName).map { "- \($0)" }
    }
    sidebar.rows = rows
  }

  static func names(of feeds: Feeds, sorted byName: Bool) -> [String] {
    byName
      ? feeds.map(\.displayName).sorted() : feeds.sorted { $0.feedID < $1.feedID }.map(\.displayName)
  }

  public static let all = [library, unread, sidebar]
}
