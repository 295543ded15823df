import Foundation

/// What a person does with the list of one window.
enum ItemListAction: Hashable, Sendable {
  case filter(String)
  case sort(SortOrder)
  /// Selects a login and shows it.
  case open(LoginID)
  /// A field went to the clipboard. The secret itself is never part of an action.
  case copied(LoginField, of: LoginID, at: Date)
}
