package import Foundation

/// The content of the welcome screen: the expected user, and the button.
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

extension Profile {
  /// The chosen name, or else the email address.
  package var name: String { displayName ?? email }
}

/// The content of the item list.
package struct ItemListModel: Equatable, Sendable {
  package var rows: [ItemRow]
  /// The number of logins, regardless of the filter.
  package var total: Int
  package var filter: String
  package var sort: SortOrder
  package var notice: Notice?
}

extension ItemListModel {
  /// The content of a list that shows these logins.
  package init(_ logins: [LoginRecord], _ display: ListDisplay) {
    let shown = logins.filter { $0.matches(display.filter) }
    rows = shown.map { login in
      ItemRow(
        id: login.id, title: login.title, subtitle: login.subtitle, lastUsed: login.lastUsed,
        isSelected: login.id == display.selected)
    }.arranged(by: display.sort)
    total = logins.count
    filter = display.filter
    sort = display.sort
    notice = display.notice
  }
}

extension LoginRecord {
  /// Whether its row matches a filter, regardless of case; an empty filter matches every row.
  fileprivate func matches(_ filter: String) -> Bool {
    filter.isEmpty || title.range(of: filter, options: .caseInsensitive) != nil
      || username.range(of: filter, options: .caseInsensitive) != nil
  }

  /// The second line of its row.
  fileprivate var subtitle: String {
    let name = username.isEmpty ? "(no username)" : username
    return httpRealm.map { "\(name) · \($0)" } ?? name
  }
}

/// One row of the item list.
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

/// The content of the line over the list: the state of syncing.
package struct SyncStatusModel: Equatable, Sendable {
  package var isSyncing: Bool
  package var lastSync: Date?

  package init(isSyncing: Bool, lastSync: Date?) {
    self.isSyncing = isSyncing
    self.lastSync = lastSync
  }
}

/// The content of the theme's settings.
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

/// The content of the account's settings.
package struct AccountSettingsModel: Equatable, Sendable {
  /// The name of the account, or the text for none.
  package var account: String
}
