import Foundation
import ObjectGraph
import ReduxBenchmarks
import Testing

private final class Bookshelf: Codable {
  var titles: [String]

  init(count: Int) {
    titles = (0..<count).map { "Volume \($0)" }
  }
}

/// The code in the article on measuring, run.
@Suite @MainActor struct BenchmarkArticleTests {
  @Test func aProgramOfTwoCasesListsThem() async throws {
    // region: group
    let snapshots = BenchmarkGroup(
      "Snapshots",
      cases: [
        BenchmarkCase("Bookshelf.snapshot(1000)", size: 1_000) {
          let shelf = Bookshelf(count: 1_000)
          return { try ObjectGraph.copy(shelf) }
        },
        BenchmarkCase("Bookshelf.json(1000)", size: 1_000) {
          let shelf = Bookshelf(count: 1_000)
          return {
            try JSONDecoder().decode(Bookshelf.self, from: JSONEncoder().encode(shelf))
          }
        },
      ],
      ratios: [
        RatioClaim(
          "a snapshot against JSON", of: "Bookshelf.snapshot(1000)", to: "Bookshelf.json(1000)",
          .atMost(0.5))
      ])
    // endregion
    for item in snapshots.cases { try item.setup().body() }
    // region: suite
    let command = BenchmarkCommand(BenchmarkSuite("Shelves", groups: [snapshots]))
    let status = await command.run(["--list"])
    // endregion
    #expect(status == 0)
  }
}
