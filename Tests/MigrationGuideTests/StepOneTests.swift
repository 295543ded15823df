import Foundation
import ObjectGraph
import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux

// region: archived
/// A property whose class is not `Codable` yet, coded as it archives itself.
struct Archived<Object: NSObject & NSCoding>: Codable {
  var object: Object

  init(_ object: Object) { self.object = object }

  init(from decoder: any Decoder) throws {
    let data = try decoder.singleValueContainer().decode(Data.self)
    let archive = try NSKeyedUnarchiver(forReadingFrom: data)
    archive.requiresSecureCoding = false
    let root = archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    guard let object = root as? Object else { throw CocoaError(.coderReadCorrupt) }
    self.object = object
  }

  func encode(to encoder: any Encoder) throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}
// endregion

final class Account: NSObject, NSCoding {
  var name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) { name = coder.decodeObject(forKey: "name") as? String ?? "" }

  func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
}

// region: restore
final class Basket: Codable {
  var prices: [Int] = [] { didSet { restore() } }
  private(set) var total = 0

  private enum CodingKeys: CodingKey { case prices }

  init() {}

  init(from decoder: any Decoder) throws {
    prices = try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .prices)
    restore()
  }

  private func restore() { total = prices.reduce(0, +) }
}
// endregion

private final class ShopState: Codable {
  var account = Archived(Account(name: "ann"))
  var basket = Basket()
}

// region: payload
struct AddPrice: ReduxAction {
  let identifier = "addPrice"
  let price: Int
  var payload: (any Sendable)? { price }
}

struct EmptyBasket: ReduxAction {
  let identifier = "emptyBasket"
}

let basketBlock: ReduceBlock<Basket, any ReduxAction> = { basket, action in
  switch action.identifier {
  case "addPrice": if let price = action.payload as? Int { basket.prices.append(price) }
  case "emptyBasket": basket.prices = []
  default: break
  }
}
// endregion

/// Runs the code of the page on step 1 in parts.
@Suite struct StepOneTests {
  @Test func aClassWithoutCodableIsCopiedWithTheOthers() throws {
    let state = ShopState()
    state.account.object.name = "bob"
    state.basket.prices = [2, 3]
    let copy = try Graph.copy(state)
    #expect(copy.account.object.name == "bob" && copy.account.object !== state.account.object)
    #expect(copy.basket.total == 5)
    copy.basket.prices.append(1)
    #expect((copy.basket.total, state.basket.total) == (6, 5))
    try Graph.verifyCopy(of: state.basket)
  }

  @Test func actionsWithAPayloadMigrate() throws {
    let slice = StateSlice<Basket, any ReduxAction, [Int]>(
      "prices", projection: Projection(\.prices), legacy: [basketBlock],
      reducer: Reducer { prices, action in
        switch action {
        case let action as AddPrice: prices.append(action.price)
        case is EmptyBasket: prices = []
        default: break
        }
      })
    let actions: [any ReduxAction] = [AddPrice(price: 2), AddPrice(price: 3), EmptyBasket()]
    let report = try ParityCheck([.slice(slice)]) { Basket() }.run(.list(actions))
    #expect(report.findings == [], "\(report)")
    #expect(report.ledger.entries["prices"]?.keys.sorted() == ["addPrice", "emptyBasket"])
  }

  @Test func aChainLosesTheRoot() throws {
    let store = OnTheClassStore.AppStore()
    store.dispatch(.addNote(id: 1, title: "milk"))
    let dropped = try store.currentState().library.notes
    #expect(dropped.allSatisfy { $0.library == nil })
    // region: chain
    let snapshot = try store.currentState()
    let libraries = snapshot.library.notes.map { $0.library }
    #expect(libraries.allSatisfy { $0 === snapshot.library })
    // endregion
  }
}
