import Foundation

/// Inputs to the list of one window.
enum ItemListAction: Hashable, Sendable {
  case filter(String)
  case sort(SortOrder)
  /// Selects a login and shows it.
  case open(LoginID)
  /// Copies a field to the clipboard; the secret itself is never part of an action.
  case copied(LoginField, of: LoginID, at: Date)
}
