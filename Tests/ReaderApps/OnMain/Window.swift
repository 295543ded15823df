// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import ReduxBridge
import ReferenceRedux
public import ValueRedux

/// The selected feed and the preferences.
public struct WindowValue: Equatable, Sendable {
  public struct Selection: Equatable, Sendable {
    public var account: String
    public var feed: String
  }

  public var selected: Selection?
  public var interval = 60
  public var hidesRead = false

  public static let reducer = ReadingReducer<WindowValue, LibraryValue, ReaderAction> {
    value, library, action in
    switch action {
    case .select(let feed, let id):
      let present = library.accounts[id]?.allFeeds.first { $0 == feed }
      value.selected = present.map { Selection(account: id, feed: $0) }
    case .remove(let feed, let id):
      if value.selected == Selection(account: id, feed: feed) { value.selected = nil }
    case .removeFolder(let name, let id):
      let folder = library.accounts[id]?.folders.values.first { $0.name == name }
      let removed = folder?.feeds.map { Selection(account: id, feed: $0) } ?? []
      value.selected = value.selected.flatMap { removed.contains($0) ? nil : $0 }
    case .setInterval(let minutes): value.interval = min(max(minutes, 15), 1_440)
    case .hideRead(let hides): value.hidesRead = hides
    default: break
    }
  }
}

extension ReaderSlices {
  public static let window = StateSlice<Reader, ReaderAction, WindowValue>(
    "window", reading: MainActor.assumeIsolated { library },
    projection: Projection(
      read: onMainActor { reader in
        let (feed, preferences) = (reader.sidebar.selected, reader.preferences)
        let id = feed?.account?.accountID
        return WindowValue(
          selected: id.map { .init(account: $0, feed: feed?.feedID ?? "") },
          interval: preferences.interval, hidesRead: preferences.hidesRead)
      },
      write: onMainActor { reader, value in
        reader.sidebar.selected = value.selected.flatMap { selected in
          reader.account(selected.account).flatMap { Library.feed(selected.feed, in: $0) }
        }
        reader.preferences.interval = value.interval
        reader.preferences.hidesRead = value.hidesRead
      }),
    legacy: [onMainActor(ReaderBlocks.window)], reducer: WindowValue.reducer)

  /// The window refers to feeds of the library.
  public static var entries: [MigrationEntry<Reader, ReaderAction>] {
    [.slice(window), .slice(library), .slice(names), .slice(accounts)]
  }
}

/// The state of the store that the app ends on.
public struct ReaderValue: Equatable, Sendable {
  public var window: WindowValue
  public var library: LibraryValue
  public var names: FeedNames
  public var accounts: AccountsValue

  public init(_ values: SliceValues<Reader, ReaderAction>) {
    let slices = MainActor.assumeIsolated {
      (ReaderSlices.window, ReaderSlices.library, ReaderSlices.names, ReaderSlices.accounts)
    }
    (window, library) = (values[slices.0], values[slices.1])
    (names, accounts) = (values[slices.2], values[slices.3])
  }

  public static let reducer = Reducer<ReaderValue, ReaderAction>.combine(
    WindowValue.reducer.scoped(to: \.window, reading: \.library),
    LibraryValue.reducer.scoped(to: \.library),
    FeedNames.reducer.scoped(to: \.names, reading: \.library),
    AccountsValue.reducer.scoped(to: \.accounts))

  public var rows: [String] {
    accounts.accounts.map(\.id).flatMap { id -> [String] in
      guard let value = library.accounts[id] else { return [] }
      let unread = { value.unread[$0] ?? 0 }
      let feeds = value.allFeeds.sorted().compactMap { feed -> String? in
        let mark = window.selected == .init(account: id, feed: feed) ? "> " : ""
        if window.hidesRead && unread(feed) == 0 && mark.isEmpty { return nil }
        return "\(mark)\(names.names[id]?[feed] ?? "Untitled"): \(unread(feed))"
      }
      let folders = value.folders.values.map {
        "\($0.name) has \($0.feeds.map(unread).reduce(0, +))"
      }
      return feeds + folders.sorted()
    }
  }
}

@MainActor public final class SidebarScreen {
  public private(set) var rows: [String] = []
  private var token: SubscriptionToken?

  public init(_ store: MainMigrationStore<Reader, ReaderAction>) {
    token = store.facade(combining: { ReaderValue($0) })
      .subscribe(\.rows) { [weak self] in self?.rows = $0 }
  }
}

extension Reader {
  /// Reads a file, or else that of the app as it was; JSON has no back references.
  public static func load(_ file: Data?, orOld old: Data) throws -> Reader {
    guard let file else { return try JSONDecoder().decode(ReaderFile.self, from: old).open() }
    let reader = try JSONDecoder().decode(SavedState<Reader>.self, from: file).state
    for account in reader.accounts {
      for feed in Library.feeds(of: account) { feed.account = account }
      for folder in account.folders ?? [] { folder.account = account }
    }
    return reader
  }
}
