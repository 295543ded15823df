// Drafted by `swift package landbridge-write draft-slice catalog`, yours to change.
// Digest ab644f0b373a16e6: a file with another text is not written again.
// swift-format-ignore-file
import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import Workshop

@Suite struct CatalogValueTests {
  /// A state with content in every place of the slice.
  static func filledState() -> WorkshopState {
    let state = WorkshopState()
    CatalogValue.projection.write(state, .sample(1))
    return state
  }

  @Test func theProjectionObeysItsLaws() throws {
    let violations = try CatalogValue.projection.checkLaws(
      on: Self.filledState(), values: [.sample(2), .sample(3)],
      within: ["catalog"])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func aCopyKeepsEverything() throws {
    try Graph.verifyCopy(of: Self.filledState())
  }

  /// Fails until the reducer does what the blocks do; then delete the trait.
  @Test(.disabled("the reducer is a draft")) func bothSidesAgree() throws {
    let check = ParityCheck(WorkshopSlices.catalog) { Self.filledState() }
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

extension CatalogValue {
  fileprivate static func sample(_ number: Int) -> CatalogValue {
    CatalogValue(
      tools: (number * 10 + 1...number * 10 + 2).map { ToolValue.sample($0) },
      featuredID: Int((number * 10 + 1)),
      favoriteIDs: [Int((number * 10 + 1))],
      isLoading: (number).isMultiple(of: 2))
  }
}

extension PlainToolValue {
  fileprivate static func sample(_ number: Int) -> PlainToolValue {
    PlainToolValue(
      id: Int(number),
      name: "text \(number)",
      price: Price(cents: Int(number), currency: ((number).isMultiple(of: 2) ? Account.Currency.pound : Account.Currency.euro)),
      parts: (number * 10 + 1...number * 10 + 2).map { PartValue.sample($0) })
  }
}

extension PartValue {
  fileprivate static func sample(_ number: Int) -> PartValue {
    PartValue(
      serial: "text \(number)",
      isWorn: (number).isMultiple(of: 2))
  }
}

extension PlainPowerToolValue {
  fileprivate static func sample(_ number: Int) -> PlainPowerToolValue {
    PlainPowerToolValue(
      id: Int(number),
      name: "text \(number)",
      price: Price(cents: Int(number), currency: ((number).isMultiple(of: 2) ? Account.Currency.pound : Account.Currency.euro)),
      parts: (number * 10 + 1...number * 10 + 2).map { PartValue.sample($0) },
      watts: Int(number))
  }
}

extension CordlessToolValue {
  fileprivate static func sample(_ number: Int) -> CordlessToolValue {
    CordlessToolValue(
      id: Int(number),
      name: "text \(number)",
      price: Price(cents: Int(number), currency: ((number).isMultiple(of: 2) ? Account.Currency.pound : Account.Currency.euro)),
      parts: (number * 10 + 1...number * 10 + 2).map { PartValue.sample($0) },
      watts: Int(number),
      battery: BatteryValue.sample(number))
  }
}

extension BatteryValue {
  fileprivate static func sample(_ number: Int) -> BatteryValue {
    BatteryValue(
      charge: Double(number) + 0.5)
  }
}

extension ToolValue {
  fileprivate static func sample(_ number: Int) -> ToolValue {
    switch number % 3 {
    case 0: .tool(PlainToolValue.sample(number))
    case 1: .powerTool(PlainPowerToolValue.sample(number))
    default: .cordlessTool(CordlessToolValue.sample(number))
    }
  }
}
