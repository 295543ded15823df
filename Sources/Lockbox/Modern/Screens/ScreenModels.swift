package import Foundation
package import ValueRedux

package struct ItemListModel: Equatable, Sendable {
  package var rows: [ItemRow]
  package var total: Int
  package var list: ItemListState

  /// Makes a row of each login that matches the filter of a list, in its order; nil without a list.
  init?(_ content: ListContent) {
    guard let list = content.list else { return nil }
    rows = content.logins.filter { $0.matches(list.filter) }.map(ItemRow.init).sorted {
      switch list.sort {
      case .title: ($0.title, $0.subtitle) < ($1.title, $1.subtitle)
      case .lastUsed: $0.lastUsed > $1.lastUsed
      }
    }
    total = content.logins.count
    self.list = list
  }
}

package struct ItemRow: Equatable, Sendable, Identifiable {
  package let id: LoginID
  package var title: String
  package var subtitle: String
  package var lastUsed: Date

  fileprivate init(_ login: LoginRecord) {
    id = login.id
    title = login.title
    let name = login.username.isEmpty ? "(no username)" : login.username
    subtitle = login.httpRealm.map { "\(name) · \($0)" } ?? name
    lastUsed = login.lastUsed
  }
}

extension LoginRecord {
  /// Whether its row matches a filter, regardless of case; an empty filter matches every row.
  fileprivate func matches(_ filter: String) -> Bool {
    // One search for both, since each converts its text.
    filter.isEmpty
      || "\(title)\n\(username)".range(of: filter, options: .caseInsensitive) != nil
  }
}

/// The source of the content of a list and of a login.
struct ListContent: Equatable, Sendable {
  let logins: [LoginRecord]
  let list: ItemListState?
}

/// The content of the detail screen: a login, or `nil` if it was deleted meanwhile.
package struct ItemDetailModel: Equatable, Sendable {
  package var login: LoginRecord?
  package var notice: Notice?
}

/// The content of one window at one moment, by which two runs are compared.
package struct ShownWindow: Equatable, Sendable {
  package var window: WindowUUID
  package var appearance: Appearance?
  package var screen: ShownScreen
}

package enum ShownScreen: Equatable, Sendable {
  case nothing
  case welcome(AccountStatus)
  case list(ItemListModel, SyncStatus?)
  case detail(ItemDetailModel)
  case settings(ThemeChoices, AccountStatus?)
}
