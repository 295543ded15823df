// Drafted by `swift package landbridge-write draft-slice benches`, yours to change.
// Digest 3c9367400ce714b7: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import Workshop

@Suite struct BenchesValueTests {
  /// A state with content in every place of the slice.
  static func filledState() -> WorkshopState {
    let state = WorkshopState()
    BenchesValue.projection.write(state, .sample(1))
    return state
  }

  @Test func theProjectionObeysItsLaws() throws {
    let violations = try BenchesValue.projection.checkLaws(
      on: Self.filledState(), values: [.sample(2), .sample(3)],
      within: ["benches"])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func aCopyKeepsEverything() throws {
    try Graph.verifyCopy(of: Self.filledState())
  }

  /// Fails until the reducer does what the blocks do; then delete the trait.
  @Test(.disabled("the reducer is a draft")) func bothSidesAgree() throws {
    let check = ParityCheck(WorkshopSlices.benches) { Self.filledState() }
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

extension BenchesValue {
  fileprivate static func sample(_ number: Int) -> BenchesValue {
    BenchesValue(
      benches: (number * 10 + 1...number * 10 + 2).map { BenchValue.sample($0) })
  }
}

extension BenchValue {
  fileprivate static func sample(_ number: Int) -> BenchValue {
    BenchValue(
      id: Int(number),
      currentID: nil,
      height: Float(number) + 0.5)
  }
}
