import Foundation
import ObjectGraph
import ReduxBenchmarks
import Testing

@testable import MutationVsCopy

@MainActor @Suite struct CatalogueTests {
  @Test func everyCaseHasANameOfItsOwnInTheHouseForm() throws {
    let names = Catalogue.suite.groups.flatMap(\.cases).map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.wholeMatch(of: /[A-Z]\w+(\.\w+)+\(\d+\)/) != nil, "\(name)")
    }
  }

  @Test func everyRowComparesCasesOfItsGroup() {
    for group in Catalogue.suite.groups {
      let names = Set(group.cases.map(\.name))
      for row in group.ratios { #expect(names.isSuperset(of: row.caseNames), "\(row.name)") }
    }
  }

  @Test func rowsHaveNamesOfTheirOwn() {
    let groups = Catalogue.suite.groups
    let names = groups.flatMap(\.ratios).map(\.name) + groups.flatMap(\.trials).map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count == 31)
  }

  @Test(arguments: ["Bridge", "ReferenceStore", "ValueStore"])
  func everyCaseOfASubjectRuns(subject: String) throws {
    for item in Catalogue.suite.groups.flatMap(\.cases)
    where item.name.hasPrefix(subject + ".") && item.size <= 1_000 {
      try item.setup().body()
    }
  }

  @Test func theCopyByTheHookKeepsContentsAndSharing() throws {
    let item = HookedItem(3)
    let copy = try Graph.copy([item, item])
    #expect(copy[0] === copy[1])
    #expect(copy[0] !== item)
    #expect(copy[0].title == item.title && copy[0].tags == item.tags)
  }

  @Test func bothSidesOfTheShelfDoTheSame() {
    let shelf = Shelf(5)
    var value = ShelfValue(5)
    for action in [ShelfAction.count, .toggle(2), .toggle(2), .toggle(4)] {
      ShelfAction.block(shelf, action)
      ShelfAction.reduce(&value, action)
    }
    #expect(shelf.changes == value.changes)
    #expect(shelf.items.map { Login($0) } == value.items)
  }
}
