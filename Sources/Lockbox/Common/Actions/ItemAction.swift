import Foundation

/// Changes of the library, from any window.
enum ItemAction: Hashable, Sendable {
  case imported([LoginRecord])
  case edited(LoginID, LoginEdit, at: Date)
  case deleted(LoginID)
}
