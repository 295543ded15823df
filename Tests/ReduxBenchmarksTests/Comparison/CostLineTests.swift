import Testing

@testable import ReduxBenchmarks

@Suite struct CostLineTests {
  private let snapshots = CostLine(noReads: 10, oneRead: 110, furtherRead: 100)

  @Test func fewerReadsThanChangesCostTheirShare() {
    #expect(snapshots.cost(reads: 0) == 10)
    #expect(snapshots.cost(reads: 0.5) == 60)
    #expect(snapshots.cost(reads: 1) == 110)
    #expect(snapshots.cost(reads: 10) == 1_010)
  }

  @Test func theBreakEvenMayLieBelowOneRead() {
    let copied = CostLine(noReads: 35, oneRead: 35, furtherRead: 0)
    #expect(snapshots.readsToExceed(copied) == 0.25)
  }

  @Test func theBreakEvenMayLieAboveOneRead() {
    let copied = CostLine(noReads: 510, oneRead: 510, furtherRead: 0)
    #expect(snapshots.readsToExceed(copied) == 5)
  }

  @Test func bothSidesCostTheSameAtTheBreakEven() throws {
    let other = CostLine(noReads: 40, oneRead: 300, furtherRead: 20)
    let reads = try #require(snapshots.readsToExceed(other))
    #expect(abs(snapshots.cost(reads: reads) - other.cost(reads: reads)) < 1e-9)
  }

  @Test func someNeverBreakEvenAndSomeAlwaysCostMore() {
    let dear = CostLine(noReads: 20, oneRead: 220, furtherRead: 200)
    #expect(snapshots.readsToExceed(dear) == nil)
    #expect(dear.readsToExceed(snapshots) == 0)
  }
}
