import ReduxBridge
import ReferenceRedux
import StoreContract
import Testing
import ValueRedux
@testable import BridgeTestApps
@testable import ReduxBridgeTesting

/// Losses that the check of footprints has to find, and code that it has to leave alone.
@Suite struct FootprintTests {
  @Test(arguments: PlantedLoss.all)
  func whatIsPlantedIsFound(_ planted: PlantedLoss) throws {
    var random = SeededGenerator("find: \(planted.testDescription)")
    var reports: [ParityReport<ShopAction>] = []
    repeat {
      let list = reports.isEmpty ? ShopAction.tour : ShopAction.randomList(40, using: &random)
      reports.append(try planted.parts.check.run(.list(list)))
    } while !reports.contains { $0.findings.contains(where: planted.isSeen) } && reports.count < 8
    #expect(reports.last?.findings.contains(where: planted.isSeen) == true, "\(reports)")
  }

  @Test(arguments: [false, true])
  func nothingIsFoundWhereNothingWasPlanted(_ isReversed: Bool) throws {
    var parts = ShopParts()
    parts.isReversed = isReversed
    var random = SeededGenerator("nothingIsFoundWhereNothingWasPlanted")
    let report = try ParityCheck(parts.entries) { ShopState.sample() }.run(
      .list(
        ShopAction.tour
          + ShopAction.randomList(TestVolume.count(8, soak: 40), using: &random)))
    #expect(report.failures == [])
  }
}

/// Findings and what is none, of blocks that are made for the purpose.
@Suite struct MadeFootprintTests {
  private final class Item: Codable { var count = 0 }

  private final class Shelf: Codable {
    var items: [Item] = []
    var selected: Item?
    var counted = Item()
    var one = Item()
    var other = Item()
  }

  private func findings(_ entries: [MigrationEntry<Shelf, Int>]) throws -> [String] {
    try ParityCheck(entries) { Shelf() }.findings(after: [1, 0, 1, 0, 1])
      .filter { $0.isOfFootprint && $0.subject != .read }.map { "\($0.block ?? "none"): \($0)" }
  }

  private let selected = StateSlice<Shelf, Int, Int?>(
    "selected",
    projection: Projection(
      read: { shelf in shelf.items.firstIndex { $0 === shelf.selected } },
      write: { shelf, index in
        shelf.selected = index.flatMap { shelf.items.indices.contains($0) ? shelf.items[$0] : nil }
      }),
    legacy: [
      { shelf, index in if index < shelf.items.count { shelf.selected = shelf.items[index] } }
    ],
    reducer: Reducer { _, _ in })

  /// The selection is written first, to a new state without items.
  @Test func aProjectionMayLookForObjectsOfALaterSlice() throws {
    let items = StateSlice<Shelf, Int, [Int]>(
      "items",
      projection: Projection(
        read: { $0.items.map(\.count) },
        write: { shelf, counts in
          shelf.items = Array(shelf.items.prefix(counts.count))
          while shelf.items.count < counts.count { shelf.items.append(Item()) }
          for (item, count) in zip(shelf.items, counts) { item.count = count }
        }),
      legacy: [{ shelf, _ in shelf.items.append(Item()) }], reducer: Reducer { _, _ in })
    let entries: [MigrationEntry<Shelf, Int>] = [.slice(items), .slice(selected)]
    let found = try findings(entries) + findings(entries.reversed())
    #expect(found == [])
  }

  /// X12: nothing is read, and the order of the slices decides.
  @Test func aRemovedObjectToWhichAnotherSliceLinksIsNamed() throws {
    let linked = StateSlice<Shelf, Int, Int?>(
      "linked",
      projection: Projection(
        read: { $0.selected?.count },
        write: { shelf, id in shelf.selected = shelf.items.first { $0.count == id } }),
      legacy: [
        { shelf, id in if id > 0 { shelf.selected = shelf.items.first { $0.count == id } } }
      ], reducer: Reducer { _, _ in })
    let items = StateSlice<Shelf, Int, [Int]>(
      "items",
      projection: Projection(
        read: { $0.items.map(\.count) },
        write: { shelf, ids in
          shelf.items = ids.map { id in
            let item = shelf.items.first { $0.count == id } ?? Item()
            item.count = id
            return item
          }
        }),
      legacy: [
        { shelf, id in
          shelf.items.removeAll { $0.count == -id }
          guard id > 0, !shelf.items.contains(where: { $0.count == id }) else { return }
          shelf.items.append(Item())
          shelf.items.last?.count = id
        }
      ], reducer: Reducer { _, _ in })
    let found = try ParityCheck([.slice(linked), .slice(items)]) { Shelf() }
      .findings(after: [1, 1, -1])
    #expect(found.filter { $0.subject == .read && $0.block == "items.0" } == [])
    #expect(
      found.filter { $0.subject == .brokenLink }.map(\.description) == [
        "items: block items.0 removes an object to which linked (before it in the list) still links, "
          + "at selected: the values alone do not carry the link, after Int"
      ])
  }

  @Test(arguments: [false, true]) func whatIsSharedAndUnclaimedIsFoundOnce(_ isOfSlice: Bool) throws
  {
    let share: ReduceBlock<Shelf, Int> = { shelf, _ in
      shelf.other = shelf.one
      shelf.counted.count += 1
    }
    let count = StateSlice<Shelf, Int, Int>(
      "count", projection: Projection(\.counted.count), legacy: isOfSlice ? [share] : [],
      reducer: Reducer { _, _ in })
    let found = try findings(isOfSlice ? [.slice(count)] : [.blocks([share])])
    let shared = "no projection carries how other and one share an object, after Int"
    #expect(found == [isOfSlice ? "count.0: count: \(shared)" : "none: unclaimed: \(shared)"])
    let twice = try ParityCheck([.blocks([share, share])]) { Shelf() }.findings(after: [0])
    #expect(twice.map(\.subject) == [.aliasing, .listedTwice])
  }
}

/// A difference that is planted in the shop, where it has to be found, and which slice has to be blamed.
///
/// To add one, add a line to the table.
struct PlantedLoss: Sendable, CustomTestStringConvertible {
  /// The kind of the difference.
  enum Fault: String, Sendable {
    /// A field that is in no projection.
    case field
    /// A read outside of the slice that is not declared.
    case read
    /// A write outside of the slice.
    case write
    /// A block that is listed twice, or that belongs to two slices and is listed in one.
    case list
    /// An aliasing that no projection carries.
    case alias
  }

  let name: String
  let fault: Fault
  /// Where it has to be found: the slice, and the path in it; `*` stands for any one component.
  let path: String
  /// The slice that has to be blamed; "unclaimed" stands for what is in none.
  let blamed: String
  /// The path that is read or shared there, in the same form.
  let other: String?
  let plant: @Sendable (inout ShopParts) -> Void

  init(
    _ fault: Fault, _ name: String, at path: String, blame blamed: String? = nil,
    other: String? = nil, _ plant: @escaping @Sendable (inout ShopParts) -> Void
  ) {
    (self.fault, self.name, self.path, self.other, self.plant) = (fault, name, path, other, plant)
    self.blamed = blamed ?? path.split(separator: ".").first.map(String.init) ?? ""
  }

  var testDescription: String { "\(fault.rawValue): \(name)" }

  var parts: ShopParts {
    var parts = ShopParts()
    plant(&parts)
    return parts
  }

  /// Whether a path is a wanted one or leads to a part of it.
  func isLike(_ path: String, _ wanted: String) -> Bool {
    let parts = path.split(separator: ".")
    let wanted = wanted.split(separator: ".")
    return parts.count >= wanted.count
      && zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" }
  }
}

extension PlantedLoss {
  /// Whether a finding is at the right place, and blames the right side.
  func isSeen(by finding: Finding) -> Bool {
    guard finding.slice == blamed, isLike(finding.path, path) else { return false }
    switch fault {
    case .field: return finding.subject == .uncovered
    case .read: return finding.subject == .read && finding.other?.hasPrefix(other ?? "") == true
    case .write: return [.outsideWrite, .uncovered].contains(finding.subject)
    case .list:
      guard let other else { return finding.subject == .outsideWrite }
      return finding.subject == .listedTwice && finding.other == other
    case .alias: return finding.subject == .aliasing && isLike(finding.other ?? "", other ?? "")
    }
  }
}

/// Losses that a check of footprints has to find in a whole app; the suites about made-up blocks have the rest.
extension PlantedLoss {
  static let all: [PlantedLoss] = [
    .init(.field, "a property of a dictionary's values", at: "cart.panes.*.offset") {
      $0.cart.drop { value, other in
        for key in value.panes.keys { value.panes[key]?.offset = other.panes[key]?.offset ?? 0 }
      }
    },
    .init(.field, "a reference", at: "orders.selected") {
      $0.orders.drop { $0.selectedID = $1.selectedID }
    },
    .init(.read, "of an earlier slice, not declared", at: "settings.name", other: "cart") {
      $0.isReversed = true
      $0.settings.block("rename") { $0.settings.name = "\($0.cart.lines.count)" }
    },
    .init(.write, "by what is unclaimed", at: "settings.changes", blame: "unclaimed") {
      $0.unclaimed.append { if $1 == .stamp { $0.settings.changes += 1 } }
    },
    .init(.list, "a block of a slice is unclaimed, too", at: "unclaimed.1", other: "settings.0") {
      $0.unclaimed.append(ShopLegacy.settings)
    },
    .init(.list, "one block of two slices", at: "orders.lastTotal", blame: "cart") { parts in
      let all = parts.cart.blocks + parts.orders.blocks
      parts.cart.blocks = [{ state, action in for block in all { block(state, action) } }]
      parts.orders.blocks = []
    },
    .init(.alias, "within a dictionary", at: "cart.panes.*", other: "cart.panes.*") {
      $0.cart.block("scroll") { $0.cart.panes["B"] = $0.cart.panes["A"] }
    },
    .init(.alias, "that is lost", at: "orders.selected", other: "orders.placed.*") {
      $0.orders.block("select") { state in
        guard let selected = state.orders.selected else { return }
        let copy = OrderObject(id: selected.id)
        (copy.total, copy.isShipped) = (selected.total, selected.isShipped)
        copy.memo = selected.memo
        state.orders.selected = copy
      }
    },
  ]
}
