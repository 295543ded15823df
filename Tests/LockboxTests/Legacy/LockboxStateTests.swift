import Foundation
import ObjectGraph
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LockboxStateTests {
  /// A state with two logins in the library, and the second one open.
  private func makeState() -> LockboxState {
    let state = LockboxState()
    let actions: [LockboxAction] = [
      .items(.imported([.sample("a"), .sample("b", realm: "Staff")])),
      .list(.open(LoginID("{b}")), .main),
      .theme(.followBrightness(true)),
    ]
    for action in actions { state.reduce(action) }
    return state
  }

  @Test func theSelectedLoginIsTheInstanceInTheList() throws {
    let state = makeState()
    #expect(state.lists[0].selected === state.library.items[1])
  }

  @Test func aCopyKeepsSharingAndBackReferences() throws {
    let copy = try Graph.copy(makeState())
    #expect(copy.library.items.count == 2)
    #expect(copy.lists[0].selected === copy.library.items[1])
    #expect(copy.lists[0].library === copy.library)
  }

  @Test func aCopyKeepsEveryProperty() throws {
    let state = makeState()
    state.account.status = .signedIn(
      Profile(email: "a@mail.example", displayName: nil), since: Date(timeIntervalSince1970: 5))
    state.account.sync.lastSync = Date(timeIntervalSince1970: 6.25)
    let copy = try Graph.copy(state)
    #expect(copy.library.items.map(\.record) == state.library.items.map(\.record))
    #expect(copy.account.status == state.account.status)
    #expect(copy.account.sync.lastSync == state.account.sync.lastSync)
    #expect(copy.theme.choices.brightness == .darkBelow(0.3))
    #expect(copy.routes.map(\.stack) == state.routes.map(\.stack))
    #expect(copy.library !== state.library)
  }
}

extension LockboxState {
  /// Runs all reduce blocks of the legacy app.
  func reduce(_ action: LockboxAction) {
    for block in LockboxReducers.all { block(self, action) }
  }
}
