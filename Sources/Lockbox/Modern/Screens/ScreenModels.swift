package import Foundation
package import ValueRedux

package struct WelcomeModel: Equatable, Sendable {
  package enum Button: String, Sendable {
    case signIn
    case unlock
    /// A sign-in is running.
    case wait
  }

  package var message: String
  package var button: Button

  package init(_ status: AccountStatus) {
    switch status {
    case .signedOut(after: nil):
      (message, button) = ("Welcome. Sign in to see your logins.", .signIn)
    case .signedOut(after: .refused):
      (message, button) = ("That account was refused.", .signIn)
    case .signedOut(after: .offline):
      (message, button) = ("No connection. Try again.", .signIn)
    case .signingIn(let email):
      (message, button) = ("Signing in as \(email)", .wait)
    case .signedIn(let profile, _):
      (message, button) = ("Welcome, \(profile.name).", .wait)
    case .locked(let profile):
      (message, button) = ("Locked by \(profile.name).", .unlock)
    }
  }
}

extension AccountStatus {
  package var accountName: String {
    switch self {
    case .signedOut: "none"
    case .signingIn(let email): email
    case .signedIn(let profile, _), .locked(let profile): profile.name
    }
  }
}

package struct ItemListModel: Equatable, Sendable {
  package var rows: [ItemRow]
  package var total: Int
  package var display: ListDisplay
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

/// The rows of the lists of an app, made once for each change of the library rather than for each
/// screen that shows them.
@MainActor package final class ItemRows {
  private struct Arrangement: Hashable {
    let filter: String
    let sort: SortOrder
  }

  private var logins: [LoginRecord] = []
  private var known: [Arrangement: [ItemRow]] = [:]
  /// The order of the whole library, which a change leaves almost as it was.
  private var orders: [SortOrder: [Int]] = [:]

  package init() {}

  /// The rows of the logins that match a filter, in an order; equal rows stay in that of the library.
  package func rows(of logins: [LoginRecord], matching filter: String, by sort: SortOrder)
    -> [ItemRow]
  {
    // Each text that a user types on the way to a filter is a filter.
    if logins != self.logins || known.count > 16 { known = [:] }
    self.logins = logins
    let arrangement = Arrangement(filter: filter, sort: sort)
    if let rows = known[arrangement] { return rows }
    let rows = logins.filter { $0.matches(filter) }.map(ItemRow.init)
    let order = rows.order(by: sort, beginningWith: orders[sort] ?? [])
    if filter.isEmpty { orders[sort] = order }
    let arranged = order.map { rows[$0] }
    known[arrangement] = arranged
    return arranged
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

extension [ItemRow] {
  /// The indices in an order, found sooner the less it differs from a former one of as many rows.
  fileprivate func order(by sort: SortOrder, beginningWith former: [Int]) -> [Int] {
    switch sort {
    case .title: order(by: map { "\($0.title)\u{0}\($0.subtitle)" }, beginningWith: former)
    case .lastUsed:
      order(by: map { -$0.lastUsed.timeIntervalSinceReferenceDate }, beginningWith: former)
    }
  }

  private func order(by keys: [some Comparable], beginningWith former: [Int]) -> [Int] {
    (former.count == count ? former : Array<Int>(indices)).sorted {
      let (one, other) = (keys[$0], keys[$1])
      return one == other ? $0 < $1 : one < other
    }
  }
}

/// The content of the detail screen: a login, or `nil` if it was deleted meanwhile.
package struct ItemDetailModel: Equatable, Sendable {
  package var login: LoginRecord?
  package var notice: Notice?
}

package struct ListDisplay: Equatable, Sendable {
  package var filter: String
  package var sort: SortOrder
  package var selected: LoginID?
  package var notice: Notice?

  package init(filter: String, sort: SortOrder, selected: LoginID?, notice: Notice?) {
    self.filter = filter
    self.sort = sort
    self.selected = selected
    self.notice = notice
  }
}

/// The content of one window at one moment, by which two runs are compared.
package struct ShownWindow: Equatable, Sendable {
  package var window: WindowUUID
  package var appearance: Appearance?
  package var screen: ShownScreen
}

package enum ShownScreen: Equatable, Sendable {
  case nothing
  case welcome(WelcomeModel)
  case list(ItemListModel, SyncStatus?)
  case detail(ItemDetailModel)
  case settings(ThemeChoices, String?)
}
