import Foundation

/// The content of the item list.
struct ItemListModel: Equatable, Sendable {
  var rows: [ItemRow]
  /// The number of logins, regardless of the filter.
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

  /// Whether a row matches a filter, regardless of case; an empty filter matches every row.
  static func isShown(title: String, username: String, filter: String) -> Bool {
    filter.isEmpty || title.range(of: filter, options: .caseInsensitive) != nil
      || username.range(of: filter, options: .caseInsensitive) != nil
  }
}

extension [ItemRow] {
  /// The rows in order; equal rows stay in the order of the library.
  func arranged(by order: SortOrder) -> [ItemRow] {
    // Sorts indices instead of rows, since every change sorts the list.
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
