package import Foundation
package import ObjectGraph
package import ReferenceRedux

/// The interface of a store that `LegacyStoreContract` can test.
///
/// It posts `Notification.Name.RDXStateDidChange` to the default center, with itself as the object.
package protocol LegacyStore: AnyObject, Sendable {
  /// Queues `action` to be reduced, and returns at once.
  func dispatch(_ action: LegacyAction)
  /// Returns a deep copy of the state, after everything that the caller dispatched is reduced.
  func currentState() throws -> sending LegacyState
  /// Waits until everything that the caller dispatched is reduced.
  func flush()
  /// Waits until everything that the caller dispatched is reduced and observers are notified.
  func settle() async
}

extension ReferenceStore: LegacyStore where State == LegacyState, Action == LegacyAction {}

/// Makes a store of the kind under test.
package typealias LegacyStoreMaker =
  @Sendable (sending LegacyState, [ReduceBlock<LegacyState, LegacyAction>]) -> any LegacyStore

/// The action of the contract.
package struct LegacyAction: Sendable, CustomStringConvertible {
  package let name: String
  package let number: Int
  /// An object whose identity and lifetime a claim checks.
  package let token: LegacyToken?

  package init(_ name: String, _ number: Int = 0, token: LegacyToken? = nil) {
    self.name = name
    self.number = number
    self.token = token
  }

  package var description: String { "\(name) \(number)" }
}

/// An object that reports its release.
package final class LegacyToken: Sendable {
  private let onDeinit: @Sendable () -> Void

  package init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}

/// The reference state of the contract: it has each feature that a snapshot must keep.
package final class LegacyState: Codable {
  /// The names of reduced actions, for the claims on order.
  package var log: [String] = []
  /// Always equal to `right` between two actions.
  package var left = 0
  /// Always equal to `left` between two actions.
  package var right = 0
  /// Some of them are subclass instances, one is `favorite`.
  package var items: [LegacyItem] = []
  /// The same object as one of `items`.
  package var favorite: LegacyItem?
  /// Never set.
  package var missing: LegacyItem?
  package var date = Date(timeIntervalSinceReferenceDate: 1.000000000000002)
  package var tiny = Double.leastNonzeroMagnitude

  /// An object in the live state that a copy does not contain.
  package var uncoded: LegacyItem?

  private enum CodingKeys: CodingKey {
    case log, left, right, items, favorite, missing, date, tiny
  }

  package init() {}

  /// Makes a state with shared references, cycles and an instance of a subclass.
  package static func graph() -> sending LegacyState {
    let state = LegacyState()
    state.items = [LegacyItem(title: "plain"), LegacyFolder(title: "folder", color: "red")]
    state.favorite = state.items[0]
    for item in state.items { item.owner = state }
    state.items[0].partner = state.items[1]
    state.items[1].partner = state.items[0]
    state.favorite?.itself = state.favorite
    state.uncoded = LegacyItem(title: "outside")
    state.items[1].stranger = state.uncoded
    return state
  }
}

package class LegacyItem: Codable {
  package var title: String
  /// A cycle with the root.
  @BackReference package var owner: LegacyState?
  /// A mutual cycle.
  @BackReference package var partner: LegacyItem?
  /// A cycle of one.
  @BackReference package var itself: LegacyItem?
  /// Refers to an object that no coded property contains.
  @BackReference package var stranger: LegacyItem?

  package init(title: String) {
    self.title = title
  }
}

/// A subclass with a property of its own, which a copy without the dynamic class loses.
package final class LegacyFolder: LegacyItem {
  package var color: String

  package init(title: String, color: String) {
    self.color = color
    super.init(title: title)
  }

  private enum CodingKeys: CodingKey {
    case color
  }

  package required init(from decoder: any Decoder) throws {
    color = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .color)
    try super.init(from: decoder)
  }

  package override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(color, forKey: .color)
  }
}
