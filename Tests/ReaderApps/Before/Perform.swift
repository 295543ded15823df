// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The actions of a user, as the app calls its model.
@MainActor
public enum Library {
  public static func feeds(of account: Account) -> [Feed] {
    Array(account.feeds) + (account.folders ?? []).flatMap(\.feeds)
  }

  public static func feed(_ id: String, in account: Account) -> Feed? {
    feeds(of: account).first { $0.feedID == id }
  }

  public static func folder(_ name: String, in account: Account) -> Folder? {
    account.folders?.first { $0.name == name }
  }

  public static func container(of feed: Feed, in account: Account) -> any Container {
    account.folders?.first { $0.feeds.contains(feed) } ?? account
  }

  public static func add(_ id: String, to folder: String?, in account: Account) {
    guard feed(id, in: account) == nil else { return }
    let target: any Container = folder.flatMap { self.folder($0, in: account) } ?? account
    target.addFeed(Feed(feedID: id, account: account))
  }

  public static func remove(_ id: String, in account: Account) {
    guard let feed = feed(id, in: account) else { return }
    container(of: feed, in: account).removeFeed(feed)
  }

  public static func move(_ id: String, to folder: String?, in account: Account) {
    guard let feed = feed(id, in: account) else { return }
    let source = container(of: feed, in: account)
    let target: any Container = folder.flatMap { self.folder($0, in: account) } ?? account
    guard source !== target else { return }
    source.removeFeed(feed)
    target.addFeed(feed)
  }
}
