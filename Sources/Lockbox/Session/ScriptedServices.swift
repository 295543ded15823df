import LockboxModern

/// Answers sign-ins like a server.
///
/// It refuses ``SessionWords/unknownEmail``, and in a session of its own some others by chance.
@MainActor final class ScriptedAccountService {
  private var random: SessionRandom
  private let failsByChance: Bool

  init(seed: UInt64, failsByChance: Bool) {
    random = SessionRandom(seed: seed)
    self.failsByChance = failsByChance
  }

  func signIn(email: String) async throws(SignInFailure) -> Profile {
    await Task.yield()
    if email == SessionWords.unknownEmail { throw .refused }
    if failsByChance, random.happens(oneIn: 6) { throw .refused }
    if failsByChance, random.happens(oneIn: 6) { throw .offline }
    return Profile(email: email, displayName: random.happens(oneIn: 2) ? "Ada" : nil)
  }
}

/// Answers syncs like a second device that adds, changes and deletes logins.
@MainActor final class ScriptedSyncService {
  private let known: [LoginRecord]
  private let clock: SessionClock
  private var random: SessionRandom
  private var added: [LoginID] = []
  private var count = 0

  init(known: [LoginRecord], clock: SessionClock, seed: UInt64) {
    self.known = known
    self.clock = clock
    random = SessionRandom(seed: seed)
  }

  func fetchChanges() async -> SyncChanges {
    await Task.yield()
    var changes = SyncChanges()
    if random.happens(oneIn: 2) { changes.updated.append(newLogin()) }
    if random.happens(oneIn: 2), var login = known.randomElement(using: &random) {
      login.username = SessionWords.email(using: &random)
      login.lastUsed = clock.now
      changes.updated.append(login)
    }
    if random.happens(oneIn: 4), let index = added.indices.randomElement(using: &random) {
      changes.deleted.append(added.remove(at: index))
    }
    return changes
  }

  private func newLogin() -> LoginRecord {
    count += 1
    let id = LoginID("{synced-\(count)}")
    added.append(id)
    let isRealm = random.happens(oneIn: 3)
    let origin = "https://device-\(count).example.net"
    return LoginRecord(
      id: id, origin: origin, username: SessionWords.email(using: &random),
      password: SessionWords.password(using: &random), httpRealm: isRealm ? "Device" : nil,
      formActionOrigin: isRealm ? nil : origin, created: clock.now, lastUsed: clock.now,
      passwordChanged: clock.now)
  }
}
