import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
@testable import BridgeTestApps

/// What the check of footprints has to find, and to leave alone.
@Suite struct FootprintTests {
  @Test(
    arguments: [
      PlantedLoss.inFields, PlantedLoss.inWrites, PlantedLoss.inLists, PlantedLoss.inAliases,
    ].flatMap(\.tested))
  func whatIsPlantedIsFound(_ planted: PlantedLoss) throws { try find(planted) }

  @Test(arguments: PlantedLoss.inReads.tested)
  func anUndeclaredReadIsFound(_ planted: PlantedLoss) throws { try find(planted, values: 8) }

  private func find(_ planted: PlantedLoss, values: Int = 0) throws {
    var random = SeededGenerator("find: \(planted.testDescription)")
    var reports: [FootprintReport] = []
    repeat {
      let list = reports.isEmpty ? ShopAction.tour : ShopAction.randomList(40, using: &random)
      reports.append(try planted.parts.check.run(list, values: values, announcing: { _ in }))
    } while !reports.contains { $0.findings.contains(where: planted.isExplained) }
      && reports.count < 8
    #expect(reports.last?.findings.contains(where: planted.isExplained) == true, "\(reports)")
  }

  @Test func nothingIsFoundWhereNothingWasPlanted() throws {
    var random = SeededGenerator("nothingIsFoundWhereNothingWasPlanted")
    let report = try MigrationCheck(
      ShopParts().entries,
      unchanged: ["orders.failure": "a signal, which the projection does not read"]
    ) { ShopState.sample() }.run(
      ShopAction.tour + ShopAction.randomList(40, using: &random), values: 2,
      announcing: { _ in })
    #expect(report.failures == [])
  }
}

extension PlantedLoss {
  /// Whether a finding is at the right place, and blames the right side.
  func isExplained(by finding: FootprintReport.Finding) -> Bool {
    guard finding.slice == blamed, isLike(finding.path, path) else { return false }
    switch fault {
    case .field: return finding.kind == .uncovered
    case .read: return finding.kind == .read && finding.other?.hasPrefix(other ?? "") == true
    case .write: return [.write, .uncovered].contains(finding.kind)
    case .list: return finding.kind == (other == nil ? .write : .listedTwice)
    case .alias: return finding.kind == .aliasing && isLike(finding.other ?? "", other ?? "")
    case .projection: return finding.kind == .uncovered
    default: return false
    }
  }
}
