import Foundation

/// Whether a user is signed in.
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

/// Why a sign-in failed.
enum SignInFailure: String, Error, Sendable, Codable {
  case refused
  case offline
}

extension AccountStatus {
  /// The name of the account in the settings.
  var accountName: String {
    switch self {
    case .signedOut: "none"
    case .signingIn(let email): email
    case .signedIn(let profile, _), .locked(let profile): profile.name
    }
  }
}
