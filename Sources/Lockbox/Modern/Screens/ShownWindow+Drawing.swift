import Foundation

extension ShownWindow {
  /// The window as lines of text, with at most `limit` rows of a list.
  package func lines(rows limit: Int = 12) -> [String] {
    let look = appearance == .dark ? "● dark" : "○ light"
    return ["── \(window.name) ── \(look) ──"] + screen.lines(rows: limit)
  }
}

extension ShownScreen {
  fileprivate func lines(rows limit: Int) -> [String] {
    switch self {
    case .nothing: []
    case .welcome(let model): [model.message]
    case .list(let model, let sync): model.lines(rows: limit) + (sync?.lines ?? [])
    case .detail(let model): model.lines
    case .settings(let theme, let account):
      theme.lines + ["account           \(account ?? "")"]
    }
  }
}

extension ItemListModel {
  fileprivate func lines(rows limit: Int) -> [String] {
    let shown = rows.prefix(limit).enumerated().map { index, row in
      "\(index + 1)  \(row.id == display.selected ? "▸ " : "")\(row.title)  \(row.subtitle)"
    }
    let rest = rows.count > limit ? ["   \(rows.count - limit) more"] : []
    let search = display.filter.isEmpty ? "" : " with '\(display.filter)'"
    return [
      "\(rows.count) of \(total) logins\(search), by \(display.sort == .title ? "title" : "last use")"
    ]
      + shown + rest
  }
}

extension SyncStatusModel {
  fileprivate var lines: [String] {
    if isSyncing { return ["syncing"] }
    return lastSync.map { ["synced \($0.formatted(.iso8601))"] } ?? []
  }
}

extension ItemDetailModel {
  fileprivate var lines: [String] {
    guard let login else { return ["This login was deleted."] }
    let message: [String] =
      if case .copied(let field) = notice { ["Copied the \(field.rawValue)."] } else { [] }
    return [
      login.title, "site              \(login.origin)", "username          \(login.username)",
      "password          \(login.password)", "realm             \(login.httpRealm ?? "none")",
      "last used         \(login.lastUsed.formatted(.iso8601))",
      "password changed  \(login.passwordChanged.formatted(.iso8601))",
    ] + message
  }
}

extension ThemeChoices {
  fileprivate var lines: [String] {
    let rule =
      if case .darkBelow = brightness { "dark below \(brightness.threshold)" } else { "off" }
    return [
      "system appearance \(usesSystemAppearance ? "on" : "off")",
      "by brightness     \(rule)", "by hand           \(manual.rawValue)",
    ]
  }
}
