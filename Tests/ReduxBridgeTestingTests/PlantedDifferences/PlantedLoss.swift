import ReduxBridge
import Testing
@testable import BridgeTestApps

/// A difference that is planted in the shop, where it has to be found, and who has to be blamed.
///
/// To add one, add a line to one of the tables.
struct PlantedLoss: Sendable, CustomTestStringConvertible {
  /// What kind of difference it is: `w` are those that a comparison of projected values alone cannot
  /// see, `e` those that spoil the evidence, `r` those that are found and told wrongly.
  enum Fault: String, Sendable, CaseIterable {
    /// A field that stands in no projection.
    case w1
    /// A read outside of the slice that is not declared.
    case w2
    /// A write outside of the slice.
    case w3
    /// A block that is listed twice, or that belongs to two slices and is listed in one.
    case w4
    /// An aliasing that no projection carries.
    case w5
    /// A listener that is notified of one change twice or three times.
    case w6
    /// A window that both sides touch although the action is for another one.
    case w7
    /// Values that are unequal and that `==` holds to be equal.
    case w8
    /// An order of blocks that changes as slices are joined.
    case w9
    /// A name that no slice and no action has.
    case w10
    /// A completion handler that writes to an object it kept.
    case w11
    /// Differences hidden behind excused ones.
    case e
    /// Differences whose report blames the wrong side.
    case r
    /// A difference that a comparison of values sees, while slices read each other.
    case value, block, projection, effect, signal
  }

  /// The side that has to be blamed.
  enum Blame: Sendable, Equatable {
    /// The blocks of a slice.
    case blocks(ShopSlice)
    /// The blocks that no slice has claimed.
    case unclaimed
    /// The reducer of a slice.
    case reducer(ShopSlice)
    /// The blocks and the reducer of a slice, which agree.
    case both(ShopSlice)
    /// The projection of a slice.
    case projection(ShopSlice)
    /// Code that runs outside of the blocks, and writes to a slice.
    case outside(ShopSlice)
    /// What notifies the listeners of one side of a slice.
    case listener(ShopSlice, Side)
    /// The list of entries, or the options.
    case configuration
    /// Nobody: the input does not determine the answer.
    case noise(ShopSlice)
  }

  let name: String
  let fault: Fault
  /// Where it has to be found: the slice, and the path in it; `*` stands for any one component.
  let path: String
  let blame: Blame
  /// What is read or shared there, in the same form.
  let other: String?
  let plant: @Sendable (inout ShopParts) -> Void

  init(
    _ fault: Fault, _ name: String, at path: String, blame: Blame, other: String? = nil,
    _ plant: @escaping @Sendable (inout ShopParts) -> Void
  ) {
    self.name = name
    self.fault = fault
    self.path = path
    self.blame = blame
    self.other = other
    self.plant = plant
  }

  var testDescription: String { "\(fault.rawValue): \(name)" }

  var parts: ShopParts {
    var parts = ShopParts()
    plant(&parts)
    return parts
  }

  static let all =
    inFields + inReads + inWrites + inLists + inAliases + inListeners + inWindows + inSpelling
    + inOrder + inNames + inHandlers + inEvidence + inReports + inReducers + inBlocks
    + inProjections + inEffects + inSignals

  /// Whether a path is a wanted one or leads to a part of it.
  func isLike(_ path: String, _ wanted: String) -> Bool {
    let parts = path.split(separator: ".")
    let wanted = wanted.split(separator: ".")
    return parts.count >= wanted.count
      && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" }
  }
}
