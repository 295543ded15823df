import Foundation
import ObjectGraph
import ReferenceRedux
import Testing

// region: archived
/// A property whose class is not `Codable` yet, coded as it archives itself.
struct Archived<Object: NSObject & NSCoding>: Codable {
  var object: Object

  init(_ object: Object) { self.object = object }

  init(from decoder: any Decoder) throws {
    let data = try decoder.singleValueContainer().decode(Data.self)
    let archive = try NSKeyedUnarchiver(forReadingFrom: data)
    archive.requiresSecureCoding = false
    archive.decodingFailurePolicy = .setErrorAndReturn
    let root = archive.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = archive.error { throw error }
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

  /// Foundation on Linux does not read its own archive of such a text: an error, and not the end of the process.
  @Test func anObjectThatCannotBeReadIsAnError() throws {
    final class Page: Codable { var title = Archived(NSAttributedString(string: "sale")) }
    #if os(Linux)
      #expect(throws: (any Error).self) { try Graph.copy(Page()) }
    #endif
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
