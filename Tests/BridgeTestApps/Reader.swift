import ReduxBridge
import ReferenceRedux
import ValueRedux

// A feed reader, with two slices over one set of folders.

final class Folder: Codable {
  let id: Int
  var unread = 0

  init(_ id: Int) { self.id = id }
}

final class ReaderState: Codable {
  var folders: [Folder] = []
  var selected: Folder?
  var badge = 0

  subscript(id: Int) -> Folder? { folders.first { $0.id == id } }
}

enum ReaderAction: Sendable, Hashable, Codable {
  case add(Int), remove(Int), select(Int), receive(Int), show
}

struct LibraryValue: Equatable, Sendable, Codable {
  var ids: [Int] = []
  var selectedID: Int?
}

typealias ReaderSlice<Value: Equatable & Sendable> = StateSlice<ReaderState, ReaderAction, Value>

enum Reader {
  typealias Block = ReduceBlock<ReaderState, ReaderAction>

  static let libraryBlock: Block = { state, action in
    switch action {
    case .add(let id): if state[id] == nil { state.folders.append(Folder(id)) }
    case .remove(let id):
      state.folders.removeAll { $0.id == id }
      if state.selected?.id == id { state.selected = nil }
    case .select(let id): state.selected = state[id]
    case .receive, .show: break
    }
  }
}

extension Reader {
  static func library(
    _ blocks: [Block] = [libraryBlock],
    reducing reduce: @escaping @Sendable (inout LibraryValue, ReaderAction) -> Void = reduceLibrary,
    write: @escaping @Sendable (ReaderState, LibraryValue) -> Void = writeLibrary
  ) -> ReaderSlice<LibraryValue> {
    ReaderSlice(
      "library",
      projection: Projection(
        read: { LibraryValue(ids: $0.folders.map(\.id), selectedID: $0.selected?.id) },
        write: write),
      legacy: blocks, reducer: Reducer(reduce))
  }

  @Sendable static func writeLibrary(_ state: ReaderState, _ value: LibraryValue) {
    state.folders = value.ids.map { state[$0] ?? Folder($0) }
    state.selected = value.selectedID.flatMap { state[$0] }
  }

  @Sendable static func reduceLibrary(_ library: inout LibraryValue, _ action: ReaderAction) {
    switch action {
    case .add(let id): if !library.ids.contains(id) { library.ids.append(id) }
    case .remove(let id):
      library.ids.removeAll { $0 == id }
      if library.selectedID == id { library.selectedID = nil }
    case .select(let id): library.selectedID = library.ids.contains(id) ? id : nil
    case .receive, .show: break
    }
  }

  /// The number of folders, as it was shown last.
  struct Badge: Equatable, Sendable {
    var shown = 0
  }

  static func badge(
    reading library: ReaderSlice<LibraryValue>,
    reducing reduce: @escaping @Sendable (inout Badge, LibraryValue) -> Void = {
      $0.shown = $1.ids.count
    }
  ) -> ReaderSlice<Badge> {
    ReaderSlice(
      "badge", reading: library,
      projection: Projection(read: { Badge(shown: $0.badge) }, write: { $0.badge = $1.shown }),
      legacy: [{ if $1 == .show { $0.badge = $0.folders.count } }],
      reducer: ReadingReducer { if $2 == .show { reduce(&$0, $1) } })
  }
}
