// Drafted by `swift package landbridge-write draft-slice preferences`, yours to change.
// Digest f23beaa2271b70da: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import Workshop

@Suite struct PreferencesValueTests {
  /// A state with content in every place of the slice.
  static func filledState() -> WorkshopState {
    let state = WorkshopState()
    PreferencesValue.projection.write(state, .sample(1))
    return state
  }

  @Test func theProjectionObeysItsLaws() throws {
    let violations = try PreferencesValue.projection.checkLaws(
      on: Self.filledState(), values: [.sample(2), .sample(3)],
      within: ["preferences"])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func aCopyKeepsEverything() throws {
    try Graph.verifyCopy(of: Self.filledState())
  }

  /// Fails until the reducer does what the blocks do; then delete the trait.
  @Test(.disabled("the reducer is a draft")) func bothSidesAgree() throws {
    let check = ParityCheck(WorkshopSlices.preferences) { Self.filledState() }
    var generator: any RandomNumberGenerator = DraftedActions.Generator(seed: 1)
    let found = try check.explore(lists: 50, length: 50, using: &generator) {
      DraftedActions.random(using: &$0)
    }
    #expect(found == nil, "\(String(describing: found))")
    // Every list of few actions; deeper where that takes no time.
    let search = try check.exhaust(DraftedActions.domain, depth: 3)
    #expect(search.failures.isEmpty, "\(search)")
  }
}

extension PreferencesValue {
  fileprivate static func sample(_ number: Int) -> PreferencesValue {
    PreferencesValue(
      isDark: (number).isMultiple(of: 2),
      accent: ((number).isMultiple(of: 2) ? Accent.mixed(((number).isMultiple(of: 2) ? Accent.mixed(Accent.plain, Accent.plain) : Accent.plain), ((number).isMultiple(of: 2) ? Accent.mixed(Accent.plain, Accent.plain) : Accent.plain)) : Accent.plain),
      name: "text \(number)",
      volume: Int(number),
      first: Int(number),
      second: Double(number) + 0.5,
      in: "text \(number)",
      limits: ["text \(number)": Int(number)],
      tags: ["text \(number)"],
      updated: Date(timeIntervalSince1970: Double(number)),
      window: WindowFrame(x: Double(number) + 0.5, y: Double(number) + 0.5))
  }
}
