import Foundation
import Testing
import ValueRedux

@testable import Lockbox
@testable import LockboxModern

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

  @Test func lockingForgetsWhatWasTypedAndSelected() {
    let state = makeState()
    state.reduce(.list(.filter("x"), .main))
    state.reduce(.list(.open(LoginID("{a}")), .main))
    state.reduce(.account(.locked))
    #expect(state.account.status == .locked(profile))
    #expect(state.routes.map(\.stack) == [[.welcome]])
    #expect(state.lists[0].filter == "")
    #expect(state.lists[0].selected == nil)
    state.reduce(.account(.unlocked(at: date)))
    #expect(state.routes.map(\.stack) == [[.list]])
  }

  @Test func anEditShowsInTheSelectedLoginWithoutFurtherAction() {
    let state = makeState()
    state.reduce(.list(.open(LoginID("{a}")), .main))
    state.reduce(.items(.edited(LoginID("{a}"), .username("new"), at: date)))
    state.reduce(.items(.edited(LoginID("{a}"), .password(Password("new one")), at: date)))
    #expect(state.lists[0].selected?.record.username == "new")
    #expect(state.lists[0].selected?.record.passwordChanged == date)
  }

  @Test func thePasswordItAlreadyHasIsNoChange() {
    let state = makeState()
    let before = state.library.items[0].record.passwordChanged
    state.reduce(.items(.edited(LoginID("{a}"), .password(Password("secret")), at: date)))
    #expect(state.library.items[0].record.passwordChanged == before)
  }

  @Test func aDeletedLoginIsGoneFromEveryWindow() {
    let state = makeState()
    state.reduce(.window(.open(.side)))
    for window in [WindowUUID.main, .side] { state.reduce(.list(.open(LoginID("{b}")), window)) }
    state.reduce(.items(.deleted(LoginID("{b}"))))
    #expect(state.lists.allSatisfy { $0.selected == nil })
    #expect(state.routes.allSatisfy { $0.stack == [.list] })
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
    #expect(a.record.username == "new")
    #expect(state.library.items[1] === c)
    #expect(c.record.httpRealm == "Now HTTP")
    #expect(state.lists[0].selected === c)
    #expect(state.account.sync.lastSync == date)
  }

  @Test func copyingIsAUseOfTheLogin() {
    let state = makeState()
    state.reduce(.list(.copied(.password, of: LoginID("{a}"), at: date), .main))
    #expect(state.library.items[0].record.lastUsed == date)
    #expect(state.lists[0].notice == .copied(.password))
    state.reduce(.list(.sort(.lastUsed), .main))
    #expect(state.lists[0].notice == nil)
  }

  @Test func whatHappensInOneWindowStaysThere() {
    let state = makeState()
    state.reduce(.window(.open(.side)))
    state.reduce(.list(.filter("x"), .side))
    state.reduce(.route(.push(.settings), .side))
    #expect(state.lists.map(\.filter) == ["", "x"])
    #expect(state.routes.map(\.stack) == [[.list], [.list, .settings]])
    state.reduce(.window(.close(.side)))
    #expect(state.lists.map(\.window) == [.main])
    #expect(state.routes.map(\.window) == [.main])
  }

  @Test func theMainWindowStaysOpenAndNoneOpensTwice() {
    let state = makeState()
    state.reduce(.window(.close(.main)))
    state.reduce(.window(.open(.main)))
    #expect(state.lists.map(\.window) == [.main])
    #expect(state.routes.map(\.window) == [.main])
  }

  @Test func actionsForAWindowThatIsGoneAreHarmless() {
    let state = makeState()
    state.reduce(.list(.filter("x"), .side))
    state.reduce(.list(.open(LoginID("{a}")), .side))
    state.reduce(.route(.pop, .side))
    #expect(state.lists.map(\.filter) == [""])
  }

  @Test func theListIsTheBottomOfTheStack() {
    let state = makeState()
    state.reduce(.route(.pop, .main))
    #expect(state.routes[0].stack == [.list])
    state.reduce(.route(.push(.settings), .main))
    state.reduce(.route(.push(.settings), .main))
    #expect(state.routes[0].stack == [.list, .settings])
  }
}
