import ReduxBenchmarks
import Testing

@testable import MutationVsCopy

@MainActor @Suite struct CatalogTests {
  @Test func everyGroupIsValidAndEveryNameIsUnique() throws {
    let suite = Catalog.suite
    for group in suite.groups { try group.validate() }
    #expect(Set(suite.names).count == suite.names.count)
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
