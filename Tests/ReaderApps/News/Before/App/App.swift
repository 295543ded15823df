// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
internal import NewsFeedsBefore
public import NewsModelBefore
internal import NewsReadingBefore

/// The store, and the file that outlives a launch.
@MainActor public enum NewsApp {
  public static func makeStore() -> Store {
    Store(blocks: [reduceSettings, reduceReading, reduceFeeds, reduceDownloads])
  }

  public static func save(_ state: AppState, to url: URL) throws {
    let file: [String: Any] = [
      "fontSize": state.settings.fontSize,
      "sources": state.feeds.sources.map { ["id": $0.id, "title": $0.title] as [String: Any] },
    ]
    try PropertyListSerialization.data(fromPropertyList: file, format: .xml, options: 0)
      .write(to: url)
  }

  public static func load(_ url: URL, into state: AppState) throws {
    let file = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    guard let file = file as? [String: Any] else { return }
    state.settings.fontSize = file["fontSize"] as? Int ?? 14
    for source in file["sources"] as? [[String: Any]] ?? [] {
      guard let id = source["id"] as? Int, let title = source["title"] as? String else { continue }
      state.feeds.sources.append(Source(id: id, title: title))
    }
  }
}
