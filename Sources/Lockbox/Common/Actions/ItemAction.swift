import Foundation

/// Changes of the library of logins, whatever window they come from.
enum ItemAction: Hashable, Sendable {
  case imported([LoginRecord])
  case edited(LoginID, LoginEdit, at: Date)
  case deleted(LoginID)
}
