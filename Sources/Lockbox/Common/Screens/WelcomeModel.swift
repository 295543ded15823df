/// The content of the welcome screen: the expected user, and the button.
struct WelcomeModel: Equatable, Sendable {
  enum Button: String, Sendable {
    case signIn
    case unlock
    /// A sign-in is running.
    case wait
  }

  var message: String
  var button: Button

  init(_ status: AccountStatus) {
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
  var name: String { displayName ?? email }
}
