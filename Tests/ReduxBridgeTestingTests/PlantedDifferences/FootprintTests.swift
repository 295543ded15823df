import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
@testable import BridgeTestApps

/// What the check of footprints has to find, and to leave alone.
@Suite struct FootprintTests {
  @Test(arguments: PlantedLoss.inFields.tested)
  func aFieldInNoProjectionIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inReads.tested)
  func anUndeclaredReadIsFound(_ planted: PlantedLoss) throws { try find(planted, values: 8) }

  @Test(arguments: PlantedLoss.inWrites.tested)
  func aWriteOutsideOfTheSliceIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inLists.tested)
  func aBlockInTheWrongListIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inAliases.tested)
  func anAliasingThatNoProjectionCarriesIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inOrder.tested)
  func aChangedOrderIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inHandlers.tested)
  func aHandlerThatWritesBetweenActionsIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  private func find(_ planted: PlantedLoss, values: Int = 0) throws {
    var random = SeededGenerator("find: \(planted.testDescription)")
    let parts = planted.parts
    var reports: [FootprintReport] = []
    repeat {
      let list = reports.isEmpty ? ShopAction.tour : ShopAction.randomList(40, using: &random)
      let actions = list.lazy.map { action in
        parts.handlers.callAll()
        return action
      }
      reports.append(try parts.check.run(actions, values: values, announcing: { _ in }))
    } while !reports.contains { $0.findings.contains(where: planted.isExplained) }
      && reports.count < 8
    #expect(reports.last?.findings.contains(where: planted.isExplained) == true, "\(reports)")
  }

  @Test func nothingIsFoundWhereNothingWasPlanted() throws {
    var random = SeededGenerator("nothingIsFoundWhereNothingWasPlanted")
    let report = try ShopParts().check.run(
      ShopAction.tour + ShopAction.randomList(40, using: &random), values: 2,
      announcing: { _ in })
    #expect(report.failures == [])
  }
}

extension PlantedLoss {
  /// Whether a finding is at the right place, and blames the right side.
  func isExplained(by finding: FootprintReport.Finding) -> Bool {
    guard finding.slice == blamedSlice, isLike(finding.path, path) else { return false }
    switch fault {
    case .w1: return finding.kind == .uncovered
    case .w2: return finding.kind == .read && finding.other?.hasPrefix(other ?? "") == true
    case .w3: return [.write, .uncovered].contains(finding.kind)
    case .w4: return finding.kind == (other == nil ? .write : .listedTwice)
    case .w5: return finding.kind == .aliasing && isLike(finding.other ?? "", other ?? "")
    case .w9: return finding.kind == .order
    case .w11: return finding.kind == .writeBetweenActions
    case .projection: return finding.kind == .uncovered
    default: return false
    }
  }

  private var blamedSlice: String {
    switch blame {
    case .blocks(let slice), .both(let slice), .reducer(let slice), .projection(let slice),
      .outside(let slice), .noise(let slice), .listener(let slice, _):
      slice.rawValue
    case .unclaimed: "unclaimed"
    case .configuration:
      fault == .w9 ? "the list" : path.split(separator: ".").first.map(String.init) ?? ""
    }
  }
}
