import Foundation

/// Who uses the app at present.
enum AccountStatus: Hashable, Sendable, Codable {
  case signedOut(after: SignInFailure?)
  case signingIn(email: String)
  case signedIn(Profile, since: Date)
  case locked(Profile)
}

/// The owner of the logins.
struct Profile: Hashable, Sendable, Codable {
  var email: String
  var displayName: String?
}

/// Why a sign-in came to nothing.
enum SignInFailure: String, Error, Sendable, Codable {
  case refused
  case offline
}

extension AccountStatus {
  /// The account as the settings name it.
  var accountName: String {
    switch self {
    case .signedOut: "nobody"
    case .signingIn(let email): email
    case .signedIn(let profile, _), .locked(let profile): profile.name
    }
  }
}
