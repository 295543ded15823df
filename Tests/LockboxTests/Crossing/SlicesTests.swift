import ReduxBridge
import Testing
import ValueRedux

@testable import Lockbox

@Suite struct SlicesTests {
  /// All slices of a state, as the value store will have them.
  private func value(of state: LockboxState) -> ModernState {
    ModernState(
      theme: Projection.theme.read(state), account: Projection.account.read(state),
      navigation: Projection.navigation.read(state), vault: Projection.vault.read(state))
  }

  private func write(_ value: ModernState, to state: LockboxState) {
    Projection.theme.write(state, value.theme)
    Projection.account.write(state, value.account)
    Projection.navigation.write(state, value.navigation)
    Projection.vault.write(state, value.vault)
  }

  @Test func anAppThatJustStartedIsTheSameOnBothSides() {
    #expect(value(of: LockboxState()) == ModernState())
  }

  @Test func oldAndNewCodeAgreeOnAnyActions() {
    var random = SessionRandom(seed: testSeed)
    let (state, code) = (LockboxState(), ModernCode())
    var modern = ModernState()
    for index in 0..<20_000 {
      let action = RandomActions.any(using: &random)
      state.reduce(action)
      code.reducer.reduce(&modern, action)
      guard value(of: state) == modern else {
        let difference = reflectedDifferences(from: value(of: state), to: modern).first
        Issue.record(
          "action \(index) \(action): \(String(describing: difference)), seed \(testSeed)")
        return
      }
      let asked = CopyEffect.asked(by: action, of: state)
      #expect(asked == code.copyEffects(modern.vault, action), "seed \(testSeed)")
    }
  }

  @Test func whatIsWrittenIsReadBackAndSharingIsRestored() {
    var random = SessionRandom(seed: testSeed)
    let target = LockboxState()
    let code = ModernCode()
    var modern = ModernState()
    for _ in 0..<2_000 {
      code.reducer.reduce(&modern, RandomActions.any(using: &random))
      guard random.happens(oneIn: 5) else { continue }
      write(modern, to: target)
      #expect(value(of: target) == modern, "seed \(testSeed)")
      for list in target.lists where list.selected != nil {
        #expect(target.library.items.contains { $0 === list.selected }, "seed \(testSeed)")
      }
      #expect(target.library.items.allSatisfy { $0.library === target.library })
      #expect(target.library.items.allSatisfy { ($0.httpRealm != nil) == ($0 is RealmLoginItem) })
    }
  }

  @Test func writingKeepsTheInstancesOfLoginsThatStay() {
    let state = LockboxState()
    state.reduce(.items(.imported([.sample("a"), .sample("b")])))
    let item = state.library.items[1]
    var vault = Projection.vault.read(state)
    vault.logins[1].username = "new"
    vault.logins.remove(at: 0)
    Projection.vault.write(state, vault)
    #expect(state.library.items.count == 1)
    #expect(state.library.items[0] === item)
    #expect(item.username == "new")
  }
}
