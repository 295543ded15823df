// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

extension Notification.Name {
  /// The object is the sidebar.
  public static let selectionDidChange = Notification.Name("ReaderSelectionDidChange")
  /// The object is the preferences.
  public static let preferencesDidChange = Notification.Name("ReaderPreferencesDidChange")
}

@MainActor public final class Preferences {
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

@MainActor public final class Sidebar {
  public weak var selected: Feed? {
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
@MainActor public final class ReaderApp {
  public let accounts: [Account]
  public let sidebar = Sidebar()
  public let preferences = Preferences()

  public init(_ accounts: [Account]) { self.accounts = accounts }

  public func account(_ id: String) -> Account? { accounts.first { $0.accountID == id } }

  private func feed(_ id: String?, in account: String) -> Feed? {
    guard let id, let account = self.account(account) else { return nil }
    return Library.feed(id, in: account)
  }

  public func add(_ feed: String, to folder: String?, in account: String) {
    if let account = self.account(account) { Library.add(feed, to: folder, in: account) }
  }

  public func remove(_ id: String, in account: String) {
    guard let feed = feed(id, in: account), let account = feed.account else { return }
    sidebar.deselect([feed])
    Library.remove(id, in: account)
  }

  public func move(_ feed: String, to folder: String?, in account: String) {
    if let account = self.account(account) { Library.move(feed, to: folder, in: account) }
  }

  public func addFolder(_ name: String, in account: String) {
    self.account(account)?.ensureFolder(named: name)
  }

  public func removeFolder(_ name: String, in account: String) {
    guard let account = self.account(account), let folder = Library.folder(name, in: account)
    else { return }
    sidebar.deselect(folder.feeds)
    account.removeFolder(folder)
  }

  public func renameFolder(_ name: String, to new: String, in account: String) {
    guard let account = self.account(account), Library.folder(new, in: account) == nil
    else { return }
    Library.folder(name, in: account)?.name = new
  }

  public func setUnread(_ count: Int, of id: String, in account: String) {
    feed(id, in: account)?.unreadCount = count
  }

  public func edit(_ id: String, name: String?, in account: String) {
    feed(id, in: account)?.editedName = name
  }

  public func select(_ id: String?, in account: String) {
    sidebar.selected = feed(id, in: account)
  }
}

/// The list of feeds, which follows the notifications of the model.
@MainActor public final class SidebarScreen {
  public private(set) var rows: [String] = []
  private let app: ReaderApp
  private nonisolated(unsafe) var observers: [any NSObjectProtocol] = []

  public init(_ app: ReaderApp) {
    self.app = app
    let names: [Notification.Name] = [
      .childrenDidChange, .displayNameDidChange, .unreadCountDidChange, .selectionDidChange,
      .preferencesDidChange,
    ]
    observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [weak self] _ in MainActor.assumeIsolated { self?.update() }
      }
    }
    update()
  }

  deinit { observers.forEach(NotificationCenter.default.removeObserver) }

  private func update() {
    let (selected, hidesRead) = (app.sidebar.selected, app.preferences.hidesRead)
    rows = app.accounts.flatMap { account in
      Library.feeds(of: account).sorted { $0.feedID < $1.feedID }
        .filter { !hidesRead || $0.unreadCount > 0 || $0 === selected }
        .map { "\($0 === selected ? "> " : "")\($0.displayName): \($0.unreadCount)" }
        + (account.folders ?? []).map { "\($0.name ?? "") has \($0.unreadCount)" }.sorted()
    }
  }
}

/// The file of the app, in JSON, without the selection.
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

  @MainActor public init(_ app: ReaderApp) {
    (interval, hidesRead) = (app.preferences.interval, app.preferences.hidesRead)
    accounts = app.accounts.map { account in
      let feeds = Library.feeds(of: account)
      return Account(
        id: account.accountID, name: account.nameForDisplay, isActive: account.isActive,
        feeds: account.feeds.map(\.feedID),
        folders: (account.folders ?? []).map {
          .init(name: $0.name, feeds: $0.feeds.map(\.feedID))
        },
        names: feeds.reduce(into: [:]) { $0[$1.feedID] = $1.editedName },
        unread: feeds.reduce(into: [:]) { $0[$1.feedID] = $1.unreadCount })
    }
  }

  @MainActor public func open() -> ReaderApp {
    let app = ReaderApp(
      accounts.map { file in
        let account = ReaderBefore.Account(accountID: file.id, name: file.name)
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
