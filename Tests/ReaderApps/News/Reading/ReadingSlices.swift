// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import NewsFeeds
public import NewsModel
public import ReduxBridge
public import ValueRedux

public struct ReadingValue: Equatable, Sendable {
  public var openID: Int?
  public var queueIDs: [Int] = []
  public var position = 0

  public init() {}

  // region: refers
  static let projection = Projection<AppState, ReadingValue>(
    read: { state in
      var value = ReadingValue()
      value.openID = state.reading.open?.id
      value.queueIDs = state.reading.queue.map(\.id)
      value.position = state.reading.position
      return value
    },
    write: { state, value in
      let articles = Dictionary(
        uniqueKeysWithValues: state.feeds.sources.flatMap(\.articles).map { ($0.id, $0) })
      state.reading.open = value.openID.flatMap { articles[$0] }
      state.reading.queue = value.queueIDs.compactMap { articles[$0] }
      state.reading.position = value.position
    })
  // endregion

  public static let reducer = ReadingReducer<ReadingValue, FeedsValue, any Action> {
    reading, feeds, action in
    if case FeedsAction.remove(let id) = action {
      let removed = feeds.sources.first { $0.id == id }?.articles.map(\.id) ?? []
      if let open = reading.openID, removed.contains(open) { reading.openID = nil }
      reading.queueIDs.removeAll { removed.contains($0) }
    }
    switch action as? ReadingAction {
    case .open(let id):
      guard feeds.contains(id) else { return }
      reading.openID = id
      reading.position = 0
      reading.queueIDs.removeAll { $0 == id }
    case .close: reading.openID = nil
    case .scroll(let position): if reading.openID != nil { reading.position = max(position, 0) }
    case .enqueue(let id):
      guard feeds.contains(id), !reading.queueIDs.contains(id) else { return }
      reading.queueIDs.append(id)
    case .next:
      guard !reading.queueIDs.isEmpty else { return }
      reading.openID = reading.queueIDs.removeFirst()
      reading.position = 0
    case nil: break
    }
  }
}

// region: several-reader
public let readingSlice = StateSlice(
  "reading", reading: feedsSlice, projection: ReadingValue.projection, legacy: [reduceReading],
  reducer: ReadingValue.reducer)
// endregion

public struct DownloadsValue: Equatable, Sendable {
  public var waiting: [Int] = []
  public var finished: Set<Int> = []

  public init() {}

  static let projection = Projection<AppState, DownloadsValue>(
    read: { state in
      var value = DownloadsValue()
      value.waiting = state.downloads.waiting
      value.finished = state.downloads.finished
      return value
    },
    write: { state, value in
      state.downloads.waiting = value.waiting
      state.downloads.finished = value.finished
    })

  public static let reducer = ReadingReducer<DownloadsValue, FeedsValue, any Action> {
    downloads, feeds, action in
    switch action as? DownloadsAction {
    case .request(let id):
      guard feeds.contains(id), !downloads.waiting.contains(id) else { return }
      downloads.waiting.append(id)
    case .finish(let id):
      guard downloads.waiting.contains(id) else { return }
      downloads.waiting.removeAll { $0 == id }
      downloads.finished.insert(id)
    case .cancelAll: downloads.waiting = []
    case nil: break
    }
  }
}

public let downloadsSlice = StateSlice(
  "downloads", reading: feedsSlice, projection: DownloadsValue.projection,
  legacy: [reduceDownloads], reducer: DownloadsValue.reducer)
