import Foundation
import ObjectGraph
import ReduxBenchmarks
import Testing
import ValueRedux

private final class Bookshelf: Codable {
  var titles: [String]

  init(count: Int) {
    titles = (0..<count).map { "Volume \($0)" }
  }

  func copied() -> Bookshelf {
    let copy = Bookshelf(count: 0)
    copy.titles = titles
    return copy
  }

  static func block(_ shelf: Bookshelf, _ action: BookAction) {
    if case .rename(let index, let title) = action { shelf.titles[index] = title }
  }
}

private enum BookAction { case rename(Int, String) }

private struct Books: Equatable {
  var titles: [String]

  static let reducer = Reducer<Books, BookAction> { books, action in
    if case .rename(let index, let title) = action { books.titles[index] = title }
  }
}

/// Runs the code in the article on measuring.
@Suite @MainActor struct BenchmarkArticleTests {
  @Test func aComparisonTakesACopyMadeByHand() throws {
    // region: comparison
    var comparison = StateComparison(
      state: Bookshelf(count: 100), blocks: [Bookshelf.block],
      value: Books(titles: Bookshelf(count: 100).titles), reducer: Books.reducer,
      actions: [.rename(0, "A"), .rename(0, "B")], subject: "Bookshelf", size: 100)
    comparison.additional = [
      comparison.snapshots("byHand", label: "copied by hand") { $0.copied() }
    ]
    // endregion
    #expect(comparison.strategies.map(\.label).last == "copied by hand")
    for item in comparison.group.cases { try item.setup().body() }
  }

  @Test func aProgramOfTwoCasesListsThem() async throws {
    // region: group
    let snapshots = BenchmarkGroup(
      "Snapshots",
      cases: [
        BenchmarkCase("Bookshelf.snapshot(1000)", size: 1_000) {
          let shelf = Bookshelf(count: 1_000)
          return { try Graph.copy(shelf) }
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
    #expect(snapshots.ratios.flatMap(\.caseNames) == snapshots.cases.map(\.name))
    for item in snapshots.cases { try item.setup().body() }
    // region: suite
    let command = BenchmarkCommand(BenchmarkSuite("Shelves", groups: [snapshots]))
    let status = await command.run(["--list"])
    // endregion
    #expect(status == 0)
  }
}
