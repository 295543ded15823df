// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import NewsFeeds
public import NewsModel
public import NewsReading
public import ReduxBridge
public import ReferenceRedux
public import ValueRedux

// region: several-app
public enum NewsSlices {
  public static let entries: [MigrationEntry<AppState, any Action>] = [
    .slice(settingsSlice), .slice(readingSlice), .slice(feedsSlice), .slice(downloadsSlice),
  ]

  /// The blocks in the order of the old list.
  public static let blocks: [ReduceBlock<AppState, any Action>] = [
    reduceSettings, reduceReading, reduceFeeds, reduceDownloads,
  ]
}

public final class NewsStore: MigrationStore<AppState, any Action>, @unchecked Sendable {
  public init(state: sending AppState = AppState()) {
    super.init(state: state, entries: NewsSlices.entries)
  }
}
// endregion

/// The file that outlives a launch.
extension NewsStore {
  public static func save(_ state: AppState, to url: URL) throws {
    let file: [String: Any] = [
      "fontSize": state.settings.fontSize,
      "sources": state.feeds.sources.map { ["id": $0.id, "title": $0.title] as [String: Any] },
    ]
    try PropertyListSerialization.data(fromPropertyList: file, format: .xml, options: 0)
      .write(to: url)
  }

  public static func load(_ url: URL) throws -> sending AppState {
    let state = AppState()
    let file = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: url), format: nil)
    guard let file = file as? [String: Any] else { return state }
    state.settings.fontSize = file["fontSize"] as? Int ?? 14
    for source in file["sources"] as? [[String: Any]] ?? [] {
      guard let id = source["id"] as? Int, let title = source["title"] as? String else { continue }
      state.feeds.sources.append(Source(id: id, title: title))
    }
    return state
  }
}

/// The state of the store that the app ends on.
public struct NewsValue: Equatable, Sendable {
  public var settings = SettingsValue()
  public var reading = ReadingValue()
  public var feeds = FeedsValue()
  public var downloads = DownloadsValue()

  public init(_ values: SliceValues<AppState, any Action>) {
    settings = values[settingsSlice]
    reading = values[readingSlice]
    feeds = values[feedsSlice]
    downloads = values[downloadsSlice]
  }

  public static let reducer = Reducer<NewsValue, any Action>.combine(
    SettingsValue.reducer.scoped(to: \.settings),
    ReadingValue.reducer.scoped(to: \.reading, reading: \.feeds),
    FeedsValue.reducer.scoped(to: \.feeds),
    DownloadsValue.reducer.scoped(to: \.downloads, reading: \.feeds))
}
