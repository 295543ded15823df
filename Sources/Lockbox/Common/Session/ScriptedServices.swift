/// Answers sign-ins like a server, most of them with a profile.
///
/// It does not know ``SessionWords/unknownEmail``.
final class ScriptedAccountService: AccountService {
  private var random: SessionRandom

  init(seed: UInt64) {
    random = SessionRandom(seed: seed)
  }

  func signIn(email: String) async throws(SignInFailure) -> Profile {
    await Task.yield()
    if email == SessionWords.unknownEmail { throw .refused }
    if random.happens(oneIn: 6) { throw .refused }
    if random.happens(oneIn: 6) { throw .offline }
    return Profile(email: email, displayName: random.happens(oneIn: 2) ? "Ada" : nil)
  }
}
