// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import NewsModelBefore

private func article(_ id: Int, in state: AppState) -> Article? {
  state.feeds.sources.lazy.flatMap(\.articles).first { $0.id == id }
}

public func reduceReading(_ state: AppState, _ action: any Action) {
  let reading = state.reading
  if case FeedsAction.remove(let id) = action {
    if reading.open?.source?.id == id { reading.open = nil }
    reading.queue.removeAll { $0.source?.id == id }
  }
  switch action as? ReadingAction {
  case .open(let id):
    guard let article = article(id, in: state) else { return }
    reading.open = article
    reading.position = 0
    reading.queue.removeAll { $0.id == id }
  case .close: reading.open = nil
  case .scroll(let position): if reading.open != nil { reading.position = max(position, 0) }
  case .enqueue(let id):
    guard let article = article(id, in: state),
      !reading.queue.contains(where: { $0 === article })
    else { return }
    reading.queue.append(article)
  case .next:
    guard !reading.queue.isEmpty else { return }
    reading.open = reading.queue.removeFirst()
    reading.position = 0
  case nil: break
  }
}

public func reduceDownloads(_ state: AppState, _ action: any Action) {
  let downloads = state.downloads
  switch action as? DownloadsAction {
  case .request(let id):
    guard article(id, in: state) != nil, !downloads.waiting.contains(id) else { return }
    downloads.waiting.append(id)
  case .finish(let id):
    guard downloads.waiting.contains(id) else { return }
    downloads.waiting.removeAll { $0 == id }
    downloads.finished.insert(id)
  case .cancelAll: downloads.waiting = []
  case nil: break
  }
}
