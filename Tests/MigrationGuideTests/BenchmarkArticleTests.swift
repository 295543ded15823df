import ReduxBenchmarks
import ReferenceRedux
import Testing
import ValueRedux

private final class Bookshelf: Codable {
  var titles: [String]

  init(count: Int) { titles = (0..<count).map { "Volume \($0)" } }

  func copied() -> Bookshelf {
    let copy = Bookshelf(count: 0)
    copy.titles = titles
    return copy
  }

  static let block: ReduceBlock<Bookshelf, BookAction> = { shelf, action in
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
  @Test func aComparisonTakesACopyMadeByHandAndAStrategyWithAStateAndTwoSteps() throws {
    // region: comparison
    var comparison = StateComparison(
      state: Bookshelf(count: 100), blocks: [Bookshelf.block],
      value: Books(titles: Bookshelf(count: 100).titles), reducer: Books.reducer,
      actions: [.rename(0, "A"), .rename(0, "B")], subject: "Bookshelf", size: 100)
    comparison.additional = [
      comparison.snapshots("byHand", label: "copied by hand") { $0.copied() }
    ]
    // endregion
    // region: strategy
    let cached = ComparisonStrategy(
      "cachedList", label: "a class that keeps a list for readers", paysForEveryRead: false
    ) {
      let shelf = Bookshelf(count: 100)
      var list: [String]?
      return ComparisonStrategy.Steps(
        change: {
          shelf.titles[0] = "A"
          list = nil
        },
        read: {
          list = list ?? shelf.titles.sorted()
          blackHole(list)
        })
    }
    comparison.additional.append(cached)
    // endregion
    #expect(comparison.additional.count == 2)
  }

  @Test func aProgramComparesSeveralSizes() async throws {
    // region: program
    let comparisons = [10, 1_000].map { count in
      StateComparison(
        state: Bookshelf(count: count), blocks: [Bookshelf.block],
        value: Books(titles: Bookshelf(count: count).titles), reducer: Books.reducer,
        actions: [.rename(0, "A"), .rename(0, "B")], subject: "Bookshelf", size: count)
    }
    let command = BenchmarkCommand("Shelves", comparing: comparisons)
    let status = await command.run(["--list"])
    // endregion
    #expect(status == 0)
    #expect(await command.run(["--case", "Bookshelf.nothing"]) == 2)
  }
}
