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

  package init(_ logins: [LoginRecord], _ display: ListDisplay) {
    rows = logins.filter { $0.matches(display.filter) }.map { login in
      ItemRow(
        id: login.id, title: login.title, subtitle: login.subtitle, lastUsed: login.lastUsed,
        isSelected: login.id == display.selected)
    }.arranged(by: display.sort)
    total = logins.count
    self.display = display
  }
}

extension LoginRecord {
  /// Whether its row matches a filter, regardless of case; an empty filter matches every row.
  fileprivate func matches(_ filter: String) -> Bool {
    filter.isEmpty || title.range(of: filter, options: .caseInsensitive) != nil
      || username.range(of: filter, options: .caseInsensitive) != nil
  }

  fileprivate var subtitle: String {
    let name = username.isEmpty ? "(no username)" : username
    return httpRealm.map { "\(name) · \($0)" } ?? name
  }
}

package struct ItemRow: Equatable, Sendable, Identifiable {
  package let id: LoginID
  package var title: String
  package var subtitle: String
  package var lastUsed: Date
  package var isSelected: Bool
}

extension [ItemRow] {
  /// The rows in order; equal rows stay in the order of the library.
  package func arranged(by order: SortOrder) -> [ItemRow] {
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

/// The content of the detail screen: a login, or `nil` if it was deleted meanwhile.
package struct ItemDetailModel: Equatable, Sendable {
  package var login: LoginRecord?
  package var notice: Notice?
}

package struct SyncStatusModel: Equatable, Sendable {
  package var isSyncing: Bool
  package var lastSync: Date?

  package init(isSyncing: Bool, lastSync: Date?) {
    self.isSyncing = isSyncing
    self.lastSync = lastSync
  }
}

package struct ThemeSettingsModel: Equatable, Sendable {
  package var usesSystemAppearance: Bool
  package var manual: Appearance
  package var brightness: BrightnessRule

  package init(usesSystemAppearance: Bool, manual: Appearance, brightness: BrightnessRule) {
    self.usesSystemAppearance = usesSystemAppearance
    self.manual = manual
    self.brightness = brightness
  }
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
  case list(ItemListModel, SyncStatusModel?)
  case detail(ItemDetailModel)
  case settings(ThemeSettingsModel, String?)
}
