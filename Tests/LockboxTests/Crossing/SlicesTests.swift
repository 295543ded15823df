import CommandLineSupport
import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
import ValueRedux
import ValueReflection

@testable import Lockbox
@testable import LockboxModern

@Suite struct SlicesTests {
  /// All slices of a state, as the value store will have them.
  private func value(of state: LockboxState) -> ModernState {
    var value = ModernState()
    value.theme = Projection.theme.read(state)
    value.account = Projection.account.read(state)
    value.navigation = Projection.navigation.read(state)
    value.library = Projection.library.read(state)
    value.lists = Projection.lists.read(state)
    return value
  }

  @Test func oldAndNewCodeAgreeAtTheStartAndOnAnyActions() {
    var random = SplitMix64(seed: testSeed)
    let (state, code) = (LockboxState(), ModernCode())
    var modern = ModernState()
    #expect(value(of: state) == modern)
    for index in 0..<TestVolume.count(2_000, soak: 20_000) {
      let action = RandomActions.any(using: &random)
      state.reduce(action)
      code.reducer.reduce(&modern, action)
      guard value(of: state) == modern else {
        let difference = reflectedDifferences(from: value(of: state), to: modern).first
        Issue.record(
          "action \(index) \(action): \(String(describing: difference)), seed \(testSeed)")
        return
      }
      let effects = LockboxReducers.copies(state, action)
      #expect(effects == code.copies(modern.library, action), "seed \(testSeed)")
    }
  }

  /// The lists of a value, which select logins of a state only.
  private func known(_ value: ItemListsState, in state: LockboxState) -> ItemListsState {
    var value = value
    for var list in value.screens.screens {
      list.selected = list.selected.flatMap(state.library.login)?.record.id
      value.screens.show(list)
    }
    return value
  }

  /// On a state with something in every place, and on values unlike each other.
  @Test func everyProjectionObeysItsLaws() throws {
    var random = SplitMix64(seed: testSeed)
    let code = ModernCode()
    var modern = ModernState()
    let values = (0..<12).map { _ in
      for _ in 0..<40 { code.reducer.reduce(&modern, RandomActions.any(using: &random)) }
      return modern
    }
    let state = LockboxState(logins: [.sample("a"), .sample("b", realm: "Staff")])
    for window in [WindowUUID.main, .side] {
      state.reduce(.window(.open(window)))
      state.reduce(.list(.open(LoginID("{b}")), window))
      state.reduce(.list(.copied(.username, of: LoginID("{b}"), at: .distantPast), window))
    }
    let slices = LockboxSlices()
    nonisolated(unsafe) let root = state
    let check = ParityCheck(slices.entries) { try Graph.copy(root) }
      .trying(values.map(\.theme), of: slices.theme)
      .trying(values.map(\.account), of: slices.account)
      .trying(values.map(\.navigation), of: slices.routes)
      .trying(values.map(\.library), of: slices.library)
      .trying(values.map { known($0.lists, in: state) }, of: slices.lists)
    let report = try check.run(.list([]))
    #expect(report.findings.isEmpty, "seed \(testSeed): \(report)")
  }

  @Test func theDeclaredTypesOfActionsAreThoseThatSlicesAnswerTo() {
    var random = SplitMix64(seed: testSeed)
    let code = ModernCode()
    var state = ModernState()
    var types: Set<String> = []
    var answered: [String: Set<String>] = [:]
    for _ in 0..<5_000 {
      let action = RandomActions.any(using: &random)
      types.insert(action.typeName)
      let before = state
      code.reducer.reduce(&state, action)
      let changed = [
        "theme": before.theme != state.theme, "account": before.account != state.account,
        "routes": before.navigation != state.navigation,
        "library": before.library != state.library, "lists": before.lists != state.lists,
      ]
      for (slice, isChanged) in changed where isChanged {
        answered[slice, default: []].insert(action.typeName)
      }
    }
    for (slice, declared) in LockboxSlices.actionTypes {
      #expect(answered[slice]?.subtracting(declared) == [], "\(slice), seed \(testSeed)")
      #expect(declared.subtracting(types) == [], "\(slice), seed \(testSeed)")
    }
  }
}
