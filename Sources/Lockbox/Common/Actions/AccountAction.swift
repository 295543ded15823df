import Foundation

enum AccountAction: Hashable, Sendable {
  case signInStarted(email: String)
  case signedIn(Profile, at: Date)
  case signInFailed(SignInFailure)
  case locked
  case unlocked(at: Date)
  case signedOut
}
