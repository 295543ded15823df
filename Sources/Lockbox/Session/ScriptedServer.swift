import CommandLineSupport
import LockboxModern

/// Answers like a server, and like a second device that adds, changes and deletes logins.
final class ScriptedServer: LockboxServices {
  let clock = SessionClock()
  let copy: @Sendable (Password) -> Void
  private let known: [LoginRecord]
  private var signInRandom: SplitMix64
  private var syncRandom: SplitMix64
  private var added: [LoginID] = []
  private var count = 0

  init(seed: UInt64, known: [LoginRecord], clipboard: Clipboard) {
    self.known = known
    copy = { clipboard.copy($0) }
    signInRandom = SplitMix64(seed: seed)
    syncRandom = signInRandom
  }

  /// Refuses ``SessionWords/unknownEmail``, and some others by chance.
  func profile(of email: String) async throws(SignInFailure) -> Profile {
    await Task.yield()
    if email == SessionWords.unknownEmail { throw .refused }
    if signInRandom.happens(oneIn: 6) { throw .refused }
    if signInRandom.happens(oneIn: 6) { throw .offline }
    return Profile(email: email, displayName: signInRandom.happens(oneIn: 2) ? "Ada" : nil)
  }

  func changes() async -> SyncChanges {
    await Task.yield()
    var changes = SyncChanges()
    if syncRandom.happens(oneIn: 2) { changes.updated.append(newLogin()) }
    if syncRandom.happens(oneIn: 2), var login = known.randomElement(using: &syncRandom) {
      login.username = SessionWords.email(using: &syncRandom)
      login.lastUsed = clock.now
      changes.updated.append(login)
    }
    if syncRandom.happens(oneIn: 4), let index = added.indices.randomElement(using: &syncRandom) {
      changes.deleted.append(added.remove(at: index))
    }
    return changes
  }

  private func newLogin() -> LoginRecord {
    count += 1
    let id = LoginID("{synced-\(count)}")
    added.append(id)
    let isRealm = syncRandom.happens(oneIn: 3)
    let origin = "https://device-\(count).example.net"
    return LoginRecord(
      id: id, origin: origin, username: SessionWords.email(using: &syncRandom),
      password: SessionWords.password(using: &syncRandom), httpRealm: isRealm ? "Device" : nil,
      lastUsed: clock.now, passwordChanged: clock.now)
  }
}

enum SessionWords {
  private static let filters = ["", "", "a", "bank", "EXAMPLE.org", "shop", "ö", "my.", "zz", "@"]
  private static let people = ["ada", "björn", "chloé", "noor", "wei", "zoë"]

  /// An account that every server refuses.
  static let unknownEmail = "stranger@mail.example"

  static func filter(using random: inout SplitMix64) -> String {
    filters.randomElement(using: &random) ?? ""
  }

  static func email(using random: inout SplitMix64) -> String {
    "\(people.randomElement(using: &random) ?? "")@mail.example"
  }

  /// The address of a sign-in, which is refused at times.
  static func account(using random: inout SplitMix64) -> String {
    random.happens(oneIn: 3) ? unknownEmail : email(using: &random)
  }

  static func password(using random: inout SplitMix64) -> Password {
    Password("typed-\(String(random.next(), radix: 36))")
  }
}
