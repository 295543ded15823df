import Foundation
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

/// Which objects are one, and what both sides share; `SlicesTests` compares all else with the new code.
@Suite struct LockboxReducersTests {
  private let profile = Profile(email: "ada@mail.example", displayName: "Ada")
  private let date = Date(timeIntervalSince1970: 1_000)

  /// The state of an app that is signed in, with the logins a, b and c.
  private func makeState() -> LockboxState {
    let state = LockboxState()
    state.reduce(.items(.imported([.sample("a"), .sample("b", realm: "Staff"), .sample("c")])))
    state.reduce(.account(.signInStarted(email: profile.email)))
    state.reduce(.account(.signedIn(profile, at: date)))
    return state
  }

  @Test func anEditShowsInTheSelectedLoginAndThePasswordItAlreadyHasIsNoChange() {
    let state = makeState()
    let a = LoginID("{a}")
    state.reduce(.list(.open(a), .main))
    let before = state.library.items[0].record.passwordChanged
    state.reduce(.items(.edited(a, .password(Password("secret")), at: date)))
    #expect(state.lists[0].selected?.record.passwordChanged == before)
    state.reduce(.items(.edited(a, .username("new"), at: date)))
    state.reduce(.items(.edited(a, .password(Password("new one")), at: date)))
    #expect(state.lists[0].selected?.record.username == "new")
    #expect(state.lists[0].selected?.record.passwordChanged == date)
  }

  @Test func aSyncKeepsTheInstanceOfALogin() {
    let state = makeState()
    let (a, c) = (state.library.items[0], state.library.items[2])
    state.reduce(.list(.open(LoginID("{c}")), .main))
    let changes = SyncChanges(
      updated: [.sample("a", username: "new"), .sample("c", realm: "Now HTTP"), .sample("d")],
      deleted: [LoginID("{b}")])
    state.reduce(.sync(.finished(changes, at: date)))
    #expect(state.library.items.map(\.record.id.guid) == ["{a}", "{c}", "{d}"])
    #expect(state.library.items[0] === a)
    #expect(state.library.items[1] === c)
    #expect(state.lists[0].selected === c)
    #expect([a.record.username, c.record.httpRealm] == ["new", "Now HTTP"])
    #expect(state.account.sync.lastSync == date)
  }
}
