// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ReduxBridge
public import ReferenceRedux
public import ValueRedux

// The code that the migration adds to the app: the actions, the blocks and the slices.

public enum ReaderAction: Codable, Hashable, Sendable {
  case add(feed: String, folder: String?, account: String)
  case remove(feed: String, account: String)
  case move(feed: String, folder: String?, account: String)
  case addFolder(String, id: Int, account: String)
  case removeFolder(String, account: String)
  case renameFolder(String, to: String, account: String)
  case setUnread(Int, feed: String, account: String)
  case edit(feed: String, name: String?, account: String)
  case rename(account: String, to: String)
  case setActive(Bool, account: String)
  case select(feed: String?, account: String)
  case setInterval(Int)
  case hideRead(Bool)
}

@MainActor
public enum ReaderBlocks {
  public static let library: MainReduceBlock<Reader, ReaderAction> = { reader, action in
    switch action {
    case .add(let feed, let folder, let id):
      if let account = reader.account(id) { Library.add(feed, to: folder, in: account) }
    case .remove(let feed, let id):
      if let account = reader.account(id) { Library.remove(feed, in: account) }
    case .move(let feed, let folder, let id):
      if let account = reader.account(id) { Library.move(feed, to: folder, in: account) }
    case .addFolder(let name, let folder, let id):
      guard let account = reader.account(id),
        account.folders?.contains(where: { $0.folderID == folder }) == false
      else { return }
      account.ensureFolder(named: name, id: folder)
    case .removeFolder(let name, let id):
      guard let account = reader.account(id), let folder = Library.folder(name, in: account)
      else { return }
      account.removeFolder(folder)
    case .renameFolder(let name, let new, let id):
      guard let account = reader.account(id), name == new || Library.folder(new, in: account) == nil
      else { return }
      Library.folder(name, in: account)?.name = new
    case .setUnread(let count, let feed, let id):
      guard let account = reader.account(id) else { return }
      Library.feed(feed, in: account)?.unreadCount = count
    default: break
    }
  }

  public static let names: MainReduceBlock<Reader, ReaderAction> = { reader, action in
    guard case .edit(let feed, let name, let id) = action, let account = reader.account(id)
    else { return }
    Library.feed(feed, in: account)?.editedName = name
  }

  public static let accounts: MainReduceBlock<Reader, ReaderAction> = { reader, action in
    switch action {
    case .rename(let id, let name): reader.account(id)?.nameForDisplay = name
    case .setActive(let isActive, let id): reader.account(id)?.isActive = isActive
    default: break
    }
  }

  public static let window: MainReduceBlock<Reader, ReaderAction> = { reader, action in
    switch action {
    case .select(let feed, let id):
      let feeds = reader.account(id).map(Library.feeds) ?? []
      reader.sidebar.selected = feeds.first { $0.feedID == feed }
    case .remove(let feed, let id):
      guard let account = reader.account(id) else { return }
      reader.sidebar.deselect(Library.feeds(of: account).filter { $0.feedID == feed })
    case .removeFolder(let name, let id):
      guard let account = reader.account(id) else { return }
      reader.sidebar.deselect(Library.folder(name, in: account)?.feeds ?? [])
    case .setInterval(let minutes): reader.preferences.interval = minutes
    case .hideRead(let hides): reader.preferences.hidesRead = hides
    default: break
    }
  }
}

// MARK: The library

public struct LibraryValue: Equatable, Sendable {
  public struct Folder: Equatable, Sendable {
    public var name: String
    public var feeds: Set<String> = []
  }

  public struct Account: Equatable, Sendable {
    public var feeds: Set<String> = []
    /// By id.
    public var folders: [Int: Folder] = [:]
    public var unread: [String: Int] = [:]

    public var allFeeds: Set<String> { folders.values.reduce(feeds) { $0.union($1.feeds) } }

    func folder(_ name: String) -> Int? { folders.first { $0.value.name == name }?.key }

    mutating func insert(_ feed: String, _ folder: String?) {
      guard let id = folder.flatMap({ self.folder($0) }) else {
        feeds.insert(feed)
        return
      }
      folders[id]?.feeds.insert(feed)
    }

    mutating func remove(_ feed: String) {
      feeds.remove(feed)
      for id in folders.keys { folders[id]?.feeds.remove(feed) }
    }
  }

  public var accounts: [String: Account] = [:]

  public static let reducer = Reducer<LibraryValue, ReaderAction> { value, action in
    switch action {
    case .add(let feed, let folder, let id):
      guard value.accounts[id]?.allFeeds.contains(feed) == false else { return }
      value.accounts[id]?.insert(feed, folder)
    case .remove(let feed, let id): value.accounts[id]?.remove(feed)
    case .move(let feed, let folder, let id):
      guard value.accounts[id]?.allFeeds.contains(feed) == true else { return }
      value.accounts[id]?.remove(feed)
      value.accounts[id]?.insert(feed, folder)
    case .addFolder(let name, let folder, let id):
      guard let account = value.accounts[id], account.folder(name) == nil,
        account.folders[folder] == nil
      else { return }
      value.accounts[id]?.folders[folder] = Folder(name: name)
    case .removeFolder(let name, let id):
      guard let folder = value.accounts[id]?.folder(name) else { return }
      let removed = value.accounts[id]?.folders.removeValue(forKey: folder)
      for feed in removed?.feeds ?? [] { value.accounts[id]?.unread[feed] = nil }
    case .renameFolder(let name, let new, let id):
      guard let account = value.accounts[id], account.folder(new) == nil,
        let folder = account.folder(name)
      else { return }
      value.accounts[id]?.folders[folder]?.name = new
    case .setUnread(let count, let feed, let id):
      guard value.accounts[id]?.allFeeds.contains(feed) == true else { return }
      value.accounts[id]?.unread[feed] = count
    default: break
    }
  }

  @MainActor static func read(_ account: ReaderOnMain.Account) -> Account {
    var value = Account(feeds: Set(account.feeds.map(\.feedID)), unread: account.unreadCounts)
    for folder in account.folders ?? [] {
      value.folders[folder.folderID] = Folder(
        name: folder.name ?? "", feeds: Set(folder.feeds.map(\.feedID)))
    }
    return value
  }

  /// Calls the methods of the model for what differs, in the order in which its own methods call each other.
  @MainActor static func write(_ account: ReaderOnMain.Account, _ value: Account) {
    for folder in account.folders ?? [] where value.folders[folder.folderID] == nil {
      account.removeFolder(folder)
    }
    var taken: [String: Feed] = [:]
    func take(from container: any Container, keeping ids: Set<String>) {
      for feed in container.feeds where !ids.contains(feed.feedID) {
        taken[feed.feedID] = feed
        container.removeFeed(feed)
      }
    }
    func put(into container: any Container, _ ids: Set<String>) {
      for id in ids.subtracting(container.feeds.map(\.feedID)).sorted() {
        container.addFeed(taken[id] ?? Feed(feedID: id, account: account))
      }
    }
    take(from: account, keeping: value.feeds)
    for folder in account.folders ?? [] {
      take(from: folder, keeping: value.folders[folder.folderID]?.feeds ?? [])
    }
    put(into: account, value.feeds)
    for (id, target) in value.folders.sorted(by: { $0.key < $1.key }) {
      let folder =
        account.folders?.first { $0.folderID == id }
        ?? account.ensureFolder(named: target.name, id: id)
      Projection.assign(target.name, to: \.name, of: folder)
      put(into: folder, target.feeds)
    }
    for id in Set(value.unread.keys).union(account.unreadCounts.keys).sorted() {
      Library.feed(id, in: account)?.unreadCount = value.unread[id] ?? 0
      account.unreadCounts[id] = value.unread[id]
    }
    // The folders of a snapshot do not observe their feeds.
    account.folders?.forEach { $0.updateUnreadCount() }
  }
}

// MARK: The slices

/// The names that a user gave to feeds, by account and feed.
public struct FeedNames: Equatable, Sendable {
  public var names: [String: [String: String]] = [:]

  public static let reducer = ReadingReducer<FeedNames, LibraryValue, ReaderAction> {
    value, library, action in
    if case .edit(let feed, let name, let id) = action,
      library.accounts[id]?.allFeeds.contains(feed) == true
    {
      value.names[id, default: [:]][feed] = name
    }
    // The name goes with its feed.
    for (id, account) in library.accounts {
      let feeds = account.allFeeds
      value.names[id] = value.names[id]?.filter { feeds.contains($0.key) }
    }
  }
}

public struct AccountsValue: Equatable, Sendable {
  public struct Account: Equatable, Sendable {
    public var id: String
    public var name: String
    public var isActive: Bool
  }

  public var accounts: [Account] = []

  public static let reducer = Reducer<AccountsValue, ReaderAction> { value, action in
    switch action {
    case .rename(let id, let name):
      for index in value.accounts.indices where value.accounts[index].id == id {
        value.accounts[index].name = name
      }
    case .setActive(let isActive, let id):
      for index in value.accounts.indices where value.accounts[index].id == id {
        value.accounts[index].isActive = isActive
      }
    default: break
    }
  }
}

@MainActor
public enum ReaderSlices {
  public static let library = StateSlice<Reader, ReaderAction, LibraryValue>(
    "library",
    projection: Projection(
      read: onMainActor { reader in
        var value = LibraryValue()
        for account in reader.accounts {
          value.accounts[account.accountID] = LibraryValue.read(account)
        }
        return value
      },
      write: onMainActor { reader, value in
        for account in reader.accounts {
          LibraryValue.write(account, value.accounts[account.accountID] ?? .init())
        }
      }),
    legacy: [onMainActor(ReaderBlocks.library)], reducer: LibraryValue.reducer)

  public static let names = StateSlice<Reader, ReaderAction, FeedNames>(
    "names", reading: MainActor.assumeIsolated { library },
    projection: Projection(
      read: onMainActor { reader in
        var value = FeedNames()
        for account in reader.accounts {
          let feeds = Library.feeds(of: account).filter { $0.editedName != nil }
          value.names[account.accountID] = Dictionary(
            uniqueKeysWithValues: feeds.map { ($0.feedID, $0.editedName ?? "") })
        }
        return value
      },
      write: onMainActor { reader, value in
        for account in reader.accounts {
          for feed in Library.feeds(of: account) {
            let name = value.names[account.accountID]?[feed.feedID]
            Projection.assign(name, to: \.editedName, of: feed)
          }
        }
      }),
    legacy: [onMainActor(ReaderBlocks.names)],
    reducer: FeedNames.reducer
  ).allowing(
    "names.*.*", on: "remove", of: .foreignWrite,
    because: "the library owns the feeds with the names"
  ).allowing(
    "names.*.*", on: "removeFolder", of: .foreignWrite,
    because: "the library owns the feeds with the names")

  private static let accountList = Projection<Reader, [AccountsValue.Account]>.list(
    onMainActor: \.accounts, objectID: { $0.accountID }, valueID: { $0.id },
    element: Projection<Account, AccountsValue.Account>(
      read: onMainActor { .init(id: $0.accountID, name: $0.nameForDisplay, isActive: $0.isActive) },
      write: onMainActor { account, value in
        Projection.assign(value.name, to: \.nameForDisplay, of: account)
        Projection.assign(value.isActive, to: \.isActive, of: account)
      }),
    make: { Account(accountID: $0.id, name: $0.name) }
  ).map({ AccountsValue(accounts: $0) }, back: { $0.accounts })

  /// Does not clear the list, since the library has the rest of its objects.
  public static let accounts = StateSlice<Reader, ReaderAction, AccountsValue>(
    "accounts", projection: Projection(read: accountList.read, write: accountList.write),
    legacy: [onMainActor(ReaderBlocks.accounts)], reducer: AccountsValue.reducer)
}
