import Foundation
import ReduxBridge
import Testing
import ValueRedux
import ValueReflection

@testable import Lockbox
@testable import LockboxModern

@Suite struct SlicesTests {
  /// All slices of a state, as the value store will have them.
  private func value(of state: LockboxState) -> ModernState {
    ModernState(
      theme: Projection.theme.read(state), account: Projection.account.read(state),
      navigation: Projection.navigation.read(state), vault: Projection.vault.read(state))
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
      let effects = CopyEffect.effects(of: action, in: state)
      #expect(effects == code.copyEffects(modern.vault, action), "seed \(testSeed)")
    }
  }

  /// A state with something in every place, and values unlike each other.
  private func makeSamples() -> (state: LockboxState, values: [ModernState]) {
    var random = SessionRandom(seed: testSeed)
    let code = ModernCode()
    var modern = ModernState()
    let values = (0..<12).map { _ in
      for _ in 0..<40 { code.reducer.reduce(&modern, RandomActions.any(using: &random)) }
      return modern
    }
    let state = LockboxState(logins: [.sample("a"), .sample("b", realm: "Staff")])
    for window in [WindowID.main, .side] {
      state.reduce(.window(.open(window)))
      state.reduce(.list(.open(LoginID("{b}")), window))
      state.reduce(.list(.copied(.username, of: LoginID("{b}"), at: .distantPast), window))
    }
    return (state, values)
  }

  @Test func everyProjectionObeysItsLaws() throws {
    let (state, values) = makeSamples()
    let violations =
      try Projection.theme.checkLaws(on: state, values: values.map(\.theme), within: ["theme"])
      + Projection.account.checkLaws(
        on: state, values: values.map(\.account), within: ["account"])
      + Projection.navigation.checkLaws(
        on: state, values: values.map(\.navigation), within: ["routes"])
      + Projection.vault.checkLaws(
        on: state, values: values.map(\.vault), within: ["library", "lists"])
    #expect(violations.isEmpty, "seed \(testSeed)")
  }

  @Test func writingRestoresSharingAndClasses() {
    let (target, values) = makeSamples()
    for value in values {
      Projection.vault.write(target, value.vault)
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
