import Foundation
import ReduxBridge
import ReduxBridgeTesting
import StoreContract
import Testing
@testable import BridgeTestApps

/// How many actions the guided search needs until it finds a difference, and random lists.
///
/// The difference shows when certain kinds of actions have occurred in order, among others that change a
/// made-up shop.
@Suite struct GuidedBenchmarkTests {
  @Test(.enabled(if: TestVolume.isSoak)) func guidedAgainstRandomLists() throws {
    for difference in ShopDifference.all {
      let seeds = 0..<5
      let random = Self.median(seeds.map { difference.actionsOfRandomLists(seed: $0) })
      let guided = Self.median(try seeds.map { try difference.actionsOfSearch(seed: $0) })
      let ratio = Double(random) / Double(guided)
      print(
        "\(difference): random \(random), guided \(guided), "
          + "ratio \((ratio * 10).rounded() / 10)")
      guard difference.progress != .hidden else { continue }
      if difference.steps.count >= 5, random > 50_000 {
        #expect(ratio >= 10, "\(difference)")
      } else {
        #expect(guided <= 2 * random + 200, "\(difference)")
      }
    }
  }

  /// A wrong action hides how far the right ones came, and each state is one of thousands of classes.
  @Test func whatIsSeldomSeenIsTriedOften() throws {
    let difference = try #require(
      ShopDifference.all.first { $0.steps.count == 8 && $0.wrong == .resets })
    #expect(try difference.actionsOfSearch(seed: 0) < 100_000)
  }

  private static func median(_ values: [Int]) -> Int {
    values.sorted()[values.count / 2]
  }

  @Test func aRandomListMeetsTheDifferenceWhereTheModelSaysSo() throws {
    var random = SeededGenerator("aRandomListMeetsTheDifferenceWhereTheModelSaysSo")
    for difference in [ShopDifference.all[0], ShopDifference.all[1], ShopDifference.all[2]] {
      let list = (0..<3_000).map { _ in Int.random(in: 0..<difference.kinds, using: &random) }
      let shop = Shop()
      let first = list.firstIndex { difference.reduce(shop, $0) }
      var progress = 0
      #expect(first == list.firstIndex { difference.advances(&progress, by: $0) })
    }
  }
}

/// A state that many kinds of actions change, and how far a difference has come.
final class Shop: Codable {
  enum Till: String, Codable, CaseIterable { case closed, open, counting }

  enum Stage: String, Codable, CaseIterable {
    case zero, one, two, three, four, five, six, seven, eight, nine, ten
  }

  var stage = Stage.zero
  /// A text of one length, which is in one class of states throughout.
  var code = "00"
  var isOpen = false
  var isLit = false
  var till = Till.closed
  var cart: [Int] = []
  var customers = 0
  var note: String?
}

/// A difference that needs some kinds of actions in order.
struct ShopDifference: Sendable, CustomStringConvertible {
  /// How a wrong action changes the progress.
  enum Wrong: String, CaseIterable, Sendable { case keeps, undoes, resets }
  /// Where the progress shows.
  enum Progress: String, Sendable { case visible, hidden }

  let kinds: Int
  let steps: [Int]
  let wrong: Wrong
  let progress: Progress

  var description: String {
    "\(steps.count) of \(kinds) kinds, a wrong one \(wrong.rawValue), \(progress.rawValue)"
  }

  static let all: [ShopDifference] = {
    var random = SeededGenerator(seed: 40)
    let shapes: [(count: Int, kinds: Int)] = [
      (2, 12), (2, 40), (3, 12), (3, 20), (4, 12), (4, 40), (5, 20), (6, 12), (6, 40), (8, 20),
      (10, 12), (10, 40),
    ]
    let visible = shapes.flatMap { shape in
      Wrong.allCases.map { (shape.count, shape.kinds, $0, Progress.visible) }
    }
    let hidden = [(2, 12), (3, 20), (4, 12), (6, 40)].map {
      ($0.0, $0.1, Wrong.keeps, Progress.hidden)
    }
    return (visible + hidden).map { count, kinds, wrong, progress in
      ShopDifference(
        kinds: kinds, steps: (0..<count).map { _ in Int.random(in: 0..<kinds, using: &random) },
        wrong: wrong, progress: progress)
    }
  }()

  /// Advances the progress; whether the difference shows.
  func advances(_ progress: inout Int, by kind: Int) -> Bool {
    if steps[progress] == kind {
      progress += 1
    } else {
      switch wrong {
      case .keeps: break
      case .undoes: progress = max(0, progress - 1)
      case .resets: progress = 0
      }
    }
    guard progress == steps.count else { return false }
    progress = 0
    return true
  }

  /// Reduces an action; whether the difference shows.
  func reduce(_ shop: Shop, _ kind: Int) -> Bool {
    var progress =
      self.progress == .hidden
      ? Int(shop.code) ?? 0 : Shop.Stage.allCases.firstIndex(of: shop.stage) ?? 0
    let isFound = advances(&progress, by: kind)
    if self.progress == .hidden {
      shop.code = progress < 10 ? "0\(progress)" : "\(progress)"
    } else {
      shop.stage = Shop.Stage.allCases[progress]
    }
    switch kind % 10 {
    case 0: shop.isOpen.toggle()
    case 1: shop.isLit.toggle()
    case 2: shop.till = .open
    case 3: shop.till = shop.till == .open ? .counting : .closed
    case 4: shop.cart.append(kind)
    case 5: _ = shop.cart.popLast()
    case 6: shop.customers += 1
    case 7: shop.customers = max(0, shop.customers - 1)
    case 8: shop.note = shop.note == nil ? "\(kind)" : nil
    default: break
    }
    return isFound
  }

  /// The number of actions of random lists of 100 until the difference shows; a million at most.
  func actionsOfRandomLists(seed: Int) -> Int {
    var random = SeededGenerator(seed: UInt64(seed) &* 77)
    var progress = 0
    for count in 1...1_000_000 {
      if (count - 1) % 100 == 0 { progress = 0 }
      if advances(&progress, by: Int.random(in: 0..<kinds, using: &random)) { return count }
    }
    return 1_000_000
  }

  /// The number of actions of the guided search until the difference shows; a million at most.
  func actionsOfSearch(seed: Int) throws -> Int {
    var random: any RandomNumberGenerator = SeededGenerator(seed: UInt64(seed) &* 91)
    var search = GuidedSearch<Shop, Int>(
      budget: 1_000_000, length: 100, typeName: { "\($0)" }, makeState: { Shop() },
      reduce: { shop, kind, _, _ in !reduce(shop, kind) })
    _ = try search.next(using: &random) { Int.random(in: 0..<kinds, using: &$0) }
    return search.spent
  }
}
