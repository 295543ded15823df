public import Foundation
public import ObjectGraph

/// The reference state of the contract: it has each feature that a snapshot must keep.
public final class LegacyState: Codable {
  /// The names of reduced actions, for the claims on order.
  public var log: [String] = []
  /// Always equal to `right` between two actions.
  public var left = 0
  /// Always equal to `left` between two actions.
  public var right = 0
  /// Some of them are subclass instances, one is `favourite`.
  public var items: [LegacyItem] = []
  /// The very object that `items` holds, too.
  public var favourite: LegacyItem?
  /// Never set.
  public var missing: LegacyItem?
  /// Dates are kept to the bit.
  public var date = Date(timeIntervalSinceReferenceDate: 1.000000000000002)
  /// Doubles are kept to the bit.
  public var tiny = Double.leastNonzeroMagnitude

  /// Held by the store, and no part of what is coded.
  public var uncoded: LegacyItem?

  private enum CodingKeys: CodingKey {
    case log, left, right, items, favourite, missing, date, tiny
  }

  /// Makes an empty state.
  public init() {}

  /// Makes a state with shared references, cycles and an instance of a subclass.
  public static func graph() -> sending LegacyState {
    let state = LegacyState()
    state.items = [LegacyItem(title: "plain"), LegacyFolder(title: "folder", colour: "red")]
    state.favourite = state.items[0]
    for item in state.items { item.owner = state }
    state.items[0].partner = state.items[1]
    state.items[1].partner = state.items[0]
    state.favourite?.itself = state.favourite
    state.uncoded = LegacyItem(title: "outside")
    state.items[1].stranger = state.uncoded
    return state
  }
}

/// A node of the state that may be shared.
open class LegacyItem: Codable {
  /// Mutable, in the store and in a copy.
  public var title: String
  /// A cycle with the root.
  @BackReference public var owner: LegacyState?
  /// A mutual cycle.
  @BackReference public var partner: LegacyItem?
  /// A cycle of one.
  @BackReference public var itself: LegacyItem?
  /// Refers to an object that no coded property leads to.
  @BackReference public var stranger: LegacyItem?

  /// Makes an item.
  public init(title: String) {
    self.title = title
  }
}

/// A subclass with a field of its own.
public final class LegacyFolder: LegacyItem {
  /// Lost by a copier that forgets the dynamic class.
  public var colour: String

  /// Makes a folder.
  public init(title: String, colour: String) {
    self.colour = colour
    super.init(title: title)
  }

  private enum CodingKeys: CodingKey {
    case colour
  }

  /// Reads the folder after the fields of its superclass.
  public required init(from decoder: any Decoder) throws {
    colour = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .colour)
    try super.init(from: decoder)
  }

  /// Writes the folder after the fields of its superclass.
  public override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(colour, forKey: .colour)
  }
}
