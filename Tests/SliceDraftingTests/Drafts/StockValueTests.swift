// Drafted by `swift package landbridge-write draft-slice Stock`, yours to change.
// Digest e3229212b5778b60: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import Workshop

@Suite struct StockValueTests {
  /// A state with content in every place of the slice.
  static func filledState() -> WorkshopState {
    let state = WorkshopState()
    StockValue.projection.write(state, .sample(1))
    return state
  }

  @Test func theProjectionObeysItsLaws() throws {
    let violations = try StockValue.projection.checkLaws(
      on: Self.filledState(), values: [.sample(2), .sample(3)],
      within: ["stock"])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func aCopyKeepsEverything() throws {
    try Graph.verifyCopy(of: Self.filledState())
  }

  /// Fails until the reducer does what the blocks do; then delete the trait.
  @Test(.disabled("the reducer is a draft")) func bothSidesAgree() throws {
    let check = ParityCheck(WorkshopSlices.stock) { Self.filledState() }
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

extension StockValue {
  fileprivate static func sample(_ number: Int) -> StockValue {
    StockValue(
      crates: (number * 10 + 1...number * 10 + 2).map { CrateBoxValue.sample($0) },
      spareID: Int((number * 10 + 1)),
      count: IntCounterValue.sample(number))
  }
}

extension CrateBoxValue {
  fileprivate static func sample(_ number: Int) -> CrateBoxValue {
    CrateBoxValue(
      id: Int(number),
      item: CrateValue.sample(number),
      history: ["text \(number)"])
  }
}

extension CrateValue {
  fileprivate static func sample(_ number: Int) -> CrateValue {
    CrateValue(
      weight: Int(number))
  }
}

extension IntCounterValue {
  fileprivate static func sample(_ number: Int) -> IntCounterValue {
    IntCounterValue(
      value: Int(number))
  }
}
