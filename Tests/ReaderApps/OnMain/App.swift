// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import ObjectGraph

extension Notification.Name {
  /// The object is the sidebar.
  public static let selectionDidChange = Notification.Name("ReaderSelectionDidChange")
  /// The object is the preferences.
  public static let preferencesDidChange = Notification.Name("ReaderPreferencesDidChange")
}

@MainActor public final class Preferences: Codable {
  /// In minutes.
  public var interval = 60 {
    didSet {
      interval = min(max(interval, 15), 1_440)
      guard interval != oldValue else { return }
      NotificationCenter.default.post(name: .preferencesDidChange, object: self)
    }
  }
  public var hidesRead = false {
    didSet {
      guard hidesRead != oldValue else { return }
      NotificationCenter.default.post(name: .preferencesDidChange, object: self)
    }
  }

  public init() {}
}

@MainActor public final class Sidebar: Codable {
  @BackReference public var selected: Feed? {
    didSet {
      guard selected !== oldValue else { return }
      NotificationCenter.default.post(name: .selectionDidChange, object: self)
    }
  }

  public init() {}

  /// Deselects one of the feeds, which will be removed.
  public func deselect(_ feeds: some Sequence<Feed>) {
    if feeds.contains(where: { $0 === selected }) { selected = nil }
  }
}

/// The root, which a window shows.
@MainActor public final class Reader: Codable {
  public var accounts: [Account]
  public private(set) var sidebar = Sidebar()
  public private(set) var preferences = Preferences()

  public init(_ accounts: [Account]) { self.accounts = accounts }

  public func account(_ id: String) -> Account? { accounts.first { $0.accountID == id } }
}

/// The file of the app as it was, which is read once.
public struct ReaderFile: Codable {
  struct Folder: Codable {
    var name: String?
    var feeds: [String]
  }
  struct Account: Codable {
    var id, name: String
    var isActive: Bool
    var feeds: [String]
    var folders: [Folder]
    var names: [String: String]
    var unread: [String: Int]
  }
  var interval: Int
  var hidesRead: Bool
  var accounts: [Account]

  @MainActor public func open() -> Reader {
    let app = Reader(
      accounts.map { file in
        let account = ReaderOnMain.Account(accountID: file.id, name: file.name)
        account.isActive = file.isActive
        for feed in file.feeds { Library.add(feed, to: nil, in: account) }
        for folder in file.folders {
          account.ensureFolder(named: folder.name ?? "")
          for feed in folder.feeds { Library.add(feed, to: folder.name, in: account) }
        }
        for feed in Library.feeds(of: account) {
          feed.editedName = file.names[feed.feedID]
          feed.unreadCount = file.unread[feed.feedID] ?? 0
        }
        return account
      })
    (app.preferences.interval, app.preferences.hidesRead) = (interval, hidesRead)
    return app
  }
}
