import Foundation
import ObjectGraph
import ReaderBefore
import ReaderOnMain
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux

@testable import ReduxBridge
@testable import ReduxBridgeTesting

/// The writers of the objects of a store of the main actor: its threads, other code, blocks and projections.
extension MainMigrationStoreTests {
  @Test func observedObjectsReceiveNoValueThatTheyHave() throws {
    let writes = LegacyRecorder<String>()
    let accounts = ReaderSlices.accounts.projection
    let slice = StateSlice<Reader, ReaderAction, AccountsValue>(
      "accounts",
      projection: Projection(read: accounts.read) { reader, value in
        writes.record(value.accounts[0].name)
        accounts.write(reader, value)
      }, legacy: [],
      reducer: Reducer { value, action in
        if case .rename(_, let name) = action { value.accounts[0].name = name }
      })
    let store = Self.makeStore(entries: [.slice(slice)])
    try store.setStage(.migrated, of: slice)
    for name in ["a", "b", "b", "c"] { store.dispatch(.rename(account: "a", to: name)) }
    try store.setStage(.legacy, of: slice)
    #expect(writes.values == ["b", "c"])
  }

  @MainActor private final class Slot: Codable {
    var account: ReaderOnMain.Account? { didSet { assignments += 1 } }
    var assignments = 0
  }

  @Test func anObjectThatIsAbsentIsAssignedOnlyWhereItChanges() {
    let projection = Projection<Slot, String?>.optional(
      onMainActor: \.account, Projection(onMainActor: \.nameForDisplay)
    ) { ReaderOnMain.Account(accountID: "a", name: $0) }
    let slot = Slot()
    for (value, count) in [(nil, 0), ("a", 1), ("b", 1), (nil, 2), (nil, 2)] as [(String?, Int)] {
      projection.write(slot, value)
      #expect(projection.read(slot) == value)
      #expect(slot.assignments == count)
    }
  }
}
