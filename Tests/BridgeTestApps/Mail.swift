import ReduxBridge
import ReferenceRedux
import ValueRedux

/// Settings, a list in the order of the settings, and a detail that reads both.
///
/// Blocks that no slice has claimed keep a journal of all of them.
final class MailState: Codable {
  var settings = SettingsObject()
  var items: [ItemObject] = []
  var detail = DetailObject()
  /// An object of the list that no projection carries.
  var pinned: ItemObject?
  var journal: [String] = []

  final class SettingsObject: Codable {
    var isAscending = true
    var isMasking = false
  }

  final class ItemObject: Codable {
    let id: Int
    var title: String

    init(id: Int, title: String) {
      self.id = id
      self.title = title
    }
  }

  final class DetailObject: Codable {
    var shownID: Int?
    var text = ""
  }

  /// What the state says, without the journal.
  var text: String {
    let list = items.map { "\($0.id):\($0.title)" }
    return
      "\(settings.isAscending) \(settings.isMasking) \(list) \(detail.shownID ?? -1) \(detail.text)"
  }
}

struct MailValue: Equatable, Sendable {
  struct Settings: Equatable, Sendable {
    var isAscending = true
    var isMasking = false
  }

  struct Item: Equatable, Sendable {
    var id: Int
    var title: String
  }

  struct Detail: Equatable, Sendable {
    var shownID: Int?
    var text = ""
  }

  var settings = Settings()
  var items: [Item] = []
  var detail = Detail()

  var text: String {
    let list = items.map { "\($0.id):\($0.title)" }
    return
      "\(settings.isAscending) \(settings.isMasking) \(list) \(detail.shownID ?? -1) \(detail.text)"
  }
}

/// An action changes up to three slices, so that the order of the slices counts.
enum MailAction: Sendable, Equatable, CaseIterable {
  case flipOrder, flipMask, add, rename, drop, show, hide, all

  var flipsOrder: Bool { self == .flipOrder || self == .all }
  var shows: Bool { self == .show || self == .all }
}

enum Mail {
  typealias Slice<Value: Equatable & Sendable> = StateSlice<MailState, MailAction, Value>
  typealias Store = MigrationStore<MailState, MailAction>
  typealias Block = ReduceBlock<MailState, MailAction>

  // MARK: The old side

  static let settingsBlock: Block = { state, action in
    if action.flipsOrder { state.settings.isAscending.toggle() }
    if action == .flipMask { state.settings.isMasking.toggle() }
  }

  /// Reads the settings.
  static let listBlock: Block = { state, action in
    let next = (state.items.map(\.id).max() ?? 0) + 1
    switch action {
    case .add, .all:
      state.items.append(.init(id: next, title: "new"))
      let isAscending = state.settings.isAscending
      state.items.sort { isAscending ? $0.id < $1.id : $0.id > $1.id }
    case .rename: state.items.first?.title += "*"
    case .drop: _ = state.items.popLast()
    default: break
    }
  }

  /// Reads the settings and the list.
  static let detailBlock: Block = { state, action in
    if action.shows {
      state.detail.shownID = state.items.first?.id
      state.detail.text = state.settings.isMasking ? "masked" : state.items.first?.title ?? "none"
    } else if action == .hide {
      state.detail.shownID = nil
    }
  }

  static let pinBlock: Block = { state, action in
    if action == .add, state.pinned == nil { state.pinned = state.items.first }
  }

  /// Reads all slices.
  static let journalBlock: Block = { state, action in
    state.journal.append("\(action) \(state.text) \(state.pinned?.title ?? "-")")
  }

  // MARK: The new side

  static let settingsReducer = Reducer<MailValue.Settings, MailAction> { settings, action in
    if action.flipsOrder { settings.isAscending.toggle() }
    if action == .flipMask { settings.isMasking.toggle() }
  }

  static let listReducer = ReadingReducer<[MailValue.Item], MailValue.Settings, MailAction> {
    items, settings, action in
    let next = (items.map(\.id).max() ?? 0) + 1
    switch action {
    case .add, .all:
      items.append(.init(id: next, title: "new"))
      items.sort { settings.isAscending ? $0.id < $1.id : $0.id > $1.id }
    case .rename: if !items.isEmpty { items[0].title += "*" }
    case .drop: _ = items.popLast()
    default: break
    }
  }

  static let detailReducer = ReadingReducer<
    MailValue.Detail, (MailValue.Settings, [MailValue.Item]), MailAction
  > { detail, reads, action in
    let (settings, items) = reads
    if action.shows {
      detail.shownID = items.first?.id
      detail.text = settings.isMasking ? "masked" : items.first?.title ?? "none"
    } else if action == .hide {
      detail.shownID = nil
    }
  }

  // MARK: Projections and slices

  static let settingsProjection = Projection<MailState, MailValue.Settings>(
    read: { .init(isAscending: $0.settings.isAscending, isMasking: $0.settings.isMasking) },
    write: { state, value in
      state.settings.isAscending = value.isAscending
      state.settings.isMasking = value.isMasking
    },
    clear: { $0.settings = .init() })

  static let listProjection = Projection<MailState, [MailValue.Item]>.list(
    \.items, objectID: { $0.id }, valueID: { $0.id },
    element: Projection<MailState.ItemObject, MailValue.Item>(
      read: { .init(id: $0.id, title: $0.title) }, write: { $0.title = $1.title }),
    make: { .init(id: $0.id, title: $0.title) })

  static let detailProjection = Projection<MailState, MailValue.Detail>(
    read: { .init(shownID: $0.detail.shownID, text: $0.detail.text) },
    write: { state, value in
      state.detail.shownID = value.shownID
      state.detail.text = value.text
    },
    clear: { $0.detail = .init() })

  static let settings = settings()
  static let list = list()
  static let detail = detail()

  static func settings(
    _ projection: Projection<MailState, MailValue.Settings> = settingsProjection
  ) -> Slice<MailValue.Settings> {
    Slice(
      "settings", projection: projection, legacy: [settingsBlock], reducer: settingsReducer)
  }

  static func list(
    _ projection: Projection<MailState, [MailValue.Item]> = listProjection
  ) -> Slice<[MailValue.Item]> {
    Slice(
      "list", reading: settings, projection: projection, legacy: [listBlock], reducer: listReducer)
  }

  static func detail(
    _ reducer: ReadingReducer<
      MailValue.Detail, (MailValue.Settings, [MailValue.Item]), MailAction
    > = detailReducer
  ) -> Slice<MailValue.Detail> {
    Slice(
      "detail", reading: settings, list, projection: detailProjection, legacy: [detailBlock],
      reducer: reducer)
  }

  static let unclaimed: MigrationEntry<MailState, MailAction> = .blocks([pinBlock, journalBlock])

  /// The list of entries, in the order in which each slice is behind what it reads, or before it.
  static func entries(isReversed: Bool = false) -> [MigrationEntry<MailState, MailAction>] {
    isReversed
      ? [unclaimed, .slice(detail), .slice(list), .slice(settings)]
      : [.slice(settings), .slice(list), .slice(detail), unclaimed]
  }

  static func blocks(isReversed: Bool = false) -> [Block] {
    isReversed
      ? [pinBlock, journalBlock, detailBlock, listBlock, settingsBlock]
      : [settingsBlock, listBlock, detailBlock, pinBlock, journalBlock]
  }

  /// The same reducers in the same order, as they are written without this module.
  static func reducer(isReversed: Bool = false) -> Reducer<MailValue, MailAction> {
    let settings = settingsReducer.scoped(to: \MailValue.settings)
    let list = listReducer.scoped(to: \MailValue.items, reading: \.settings)
    let detail = detailReducer.scoped(to: \MailValue.detail, reading: { ($0.settings, $0.items) })
    return isReversed ? .combine(detail, list, settings) : .combine(settings, list, detail)
  }

  static func collect(_ values: SliceValues<MailState, MailAction>) -> MailValue {
    MailValue(settings: values[settings], items: values[list], detail: values[detail])
  }

  static func actions(_ count: Int, using generator: inout some RandomNumberGenerator)
    -> [MailAction]
  {
    (0..<count).map { _ in MailAction.allCases.randomElement(using: &generator) ?? .all }
  }

  /// All places of three slices.
  static let stages: [[Stage]] = Stage.allCases.flatMap { settings in
    Stage.allCases.flatMap { list in Stage.allCases.map { [settings, list, $0] } }
  }

  static func move(_ store: Store, to stages: [Stage]) throws {
    for (name, stage) in zip(["settings", "list", "detail"], stages) {
      try store.setStage(stage, ofSliceNamed: name)
    }
  }
}
