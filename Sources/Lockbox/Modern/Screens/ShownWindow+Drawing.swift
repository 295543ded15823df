import Foundation

extension ShownWindow {
  /// The window as lines of text, with the first rows of a list.
  package func lines() -> [String] {
    let look = appearance == .dark ? "● dark" : "○ light"
    return ["── \(window.name) ── \(look) ──"] + screen.lines()
  }
}

extension ShownScreen {
  fileprivate func lines() -> [String] {
    switch self {
    case .nothing: []
    case .welcome(let model): [model.message]
    case .list(let model, let sync): lines(of: model) + lines(of: sync)
    case .detail(let model): lines(of: model)
    case .settings(let choices, let account):
      lines(of: choices) + ["account           \(account ?? "")"]
    }
  }

  private func lines(of list: ItemListModel) -> [String] {
    let (rows, display, limit) = (list.rows, list.list, 12)
    let shown = rows.prefix(limit).enumerated().map { index, row in
      "\(index + 1)  \(row.id == display.selected ? "▸ " : "")\(row.title)  \(row.subtitle)"
    }
    let rest = rows.count > limit ? ["   \(rows.count - limit) more"] : []
    let search = display.filter.isEmpty ? "" : " with '\(display.filter)'"
    let order = display.sort == .title ? "title" : "last use"
    return ["\(rows.count) of \(list.total) logins\(search), by \(order)"] + shown + rest
  }

  private func lines(of sync: SyncStatus?) -> [String] {
    if sync?.isSyncing == true { return ["syncing"] }
    return sync?.lastSync.map { ["synced \($0.formatted(.iso8601))"] } ?? []
  }

  private func lines(of detail: ItemDetailModel) -> [String] {
    guard let login = detail.login else { return ["This login was deleted."] }
    let message: [String] =
      if case .copied(let field) = detail.notice { ["Copied the \(field.rawValue)."] } else { [] }
    return [
      login.title, "site              \(login.origin)", "username          \(login.username)",
      "password          \(login.password)", "realm             \(login.httpRealm ?? "none")",
      "last used         \(login.lastUsed.formatted(.iso8601))",
      "password changed  \(login.passwordChanged.formatted(.iso8601))",
    ] + message
  }

  private func lines(of choices: ThemeChoices) -> [String] {
    let brightness = choices.brightness
    let rule =
      if case .darkBelow = brightness { "dark below \(brightness.threshold)" } else { "off" }
    return [
      "system appearance \(choices.usesSystemAppearance ? "on" : "off")",
      "by brightness     \(rule)", "by hand           \(choices.manual.rawValue)",
    ]
  }
}
