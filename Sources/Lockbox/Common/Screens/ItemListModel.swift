import Foundation

/// What the item list shows.
struct ItemListModel: Equatable, Sendable {
  var rows: [ItemRow]
  /// How many logins there are, whatever the filter.
  var total: Int
  var filter: String
  var sort: SortOrder
  var notice: Notice?
}

/// One row of the item list.
struct ItemRow: Equatable, Sendable, Identifiable {
  let id: LoginID
  var title: String
  var subtitle: String
  var lastUsed: Date
  var isSelected: Bool

  /// Whether a row appears under a filter.
  ///
  /// Upper and lower case are the same; an empty filter lets everything through.
  static func isShown(title: String, username: String, filter: String) -> Bool {
    filter.isEmpty || title.range(of: filter, options: .caseInsensitive) != nil
      || username.range(of: filter, options: .caseInsensitive) != nil
  }
}

extension [ItemRow] {
  /// The rows in order.
  ///
  /// What is equal stays in the order of the library.
  func arranged(by order: SortOrder) -> [ItemRow] {
    // Small numbers are moved about, instead of rows: a list is arranged after every change.
    switch order {
    case .title:
      let keys = map { "\($0.title)\u{0}\($0.subtitle)" }
      return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
    case .lastUsed:
      let keys = map(\.lastUsed.timeIntervalSinceReferenceDate)
      return indices.sorted { keys[$0] > keys[$1] }.map { self[$0] }
    }
  }
}
