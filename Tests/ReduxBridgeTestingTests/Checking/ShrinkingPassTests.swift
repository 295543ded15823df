import ReduxBridge
import ReduxBridgeTesting
import ReferenceRedux
import Testing
import ValueRedux
@testable import BridgeTestApps

/// Each way to make a list smaller, on lists that no other way makes smaller.
@Suite struct ShrinkingPassTests {
  enum Act: Codable, Hashable, Sendable {
    case open, close, keep, add
    case note(String)
    case use(Int)
    case begin(Int)
    case end(Int)
    case name(String)
    case call(String)
    case check(Bool)
    case all([Int])
    case tag(Int, String)
  }

  final class Log: Codable {
    var acts: [Act] = []
    var isWrong = false
  }

  /// The smallest list that has a property after its last action, of those that are tried.
  private func smallest(_ list: [Act], _ isWrong: @escaping @Sendable ([Act]) -> Bool) throws
    -> [Act]
  {
    let slice = StateSlice<Log, Act, Bool>(
      "log", projection: Projection(\Log.isWrong),
      legacy: [
        { log, act in
          log.acts.append(act)
          log.isWrong = isWrong(log.acts)
        }
      ], reducer: Reducer { value, _ in value = false })
    let found = try ParityCheck(slice) { Log() }.counterexample(in: list)
    return try #require(found).actions
  }

  @Test func twoActionsFarApartAreLeftOutTogether() throws {
    let list = [Act.open, .note("a"), .close, .keep]
    let found = try smallest(list) { acts in
      acts.last == .keep && acts.contains(.note("a"))
        && acts.filter { $0 == .open }.count == acts.filter { $0 == .close }.count
    }
    #expect(found == [.note("a"), .keep])
  }

  @Test func numbersBecomeLowerAsAnActionIsLeftOut() throws {
    let list = [Act.use(1)] + "abcde".map { .note("\($0)") } + [.use(5)]
    let found = try smallest(list) { acts in
      guard case .use(let id) = acts.last else { return false }
      return id > 1 && acts.filter { if case .note = $0 { true } else { false } }.count == id
    }
    #expect(found.count == 3)
    #expect(found.last == .use(2))
  }

  @Test func repeatsAreLeftOutAsAnotherActionBecomesSimpler() throws {
    let list = [Act.use(1)] + Array(repeating: .add, count: 6) + [.use(6)]
    let found = try smallest(list) { acts in
      guard case .use(let id) = acts.last else { return false }
      return id > 1 && id % 3 == 0 && acts.filter { $0 == .add }.count == id
    }
    #expect(found == [.add, .add, .add, .use(3)])
  }

  @Test(arguments: [2, 3, 6]) func aNumberBecomesSmallerInAllActions(_ least: Int) throws {
    let found = try smallest([.begin(7), .use(2), .end(7)]) { acts in
      guard case .end(let id) = acts.last else { return false }
      return id >= least && acts.contains(.begin(id))
    }
    #expect(found == [.begin(least), .end(least)])
  }

  /// Beyond a million all numbers count as of one size: none is smaller.
  @Test func aNumberThatIsNoSmallerStays() throws {
    let found = try smallest([.use(3_000_000)]) { acts in
      if case .use(let id)? = acts.last { id > 2_000_000 } else { false }
    }
    #expect(found == [.use(3_000_000)])
  }

  @Test func aTextBecomesShorterInOneAction() throws {
    for (text, least) in [("re", 1), ("report", 1), ("report", 5)] {
      let found = try smallest([.name(text), .call(text)]) { acts in
        guard case .name(let name) = acts.first else { return false }
        return name.count >= least && acts.last == .call(text)
      }
      #expect(found == [.name(String(text.prefix(least))), .call(text)])
    }
  }

  /// Every pair is tried, and none can be left out.
  @Test func simplerListsAreTriedUpToALimit() throws {
    let list = (0..<100).map { _ in Act.add } + [.keep]
    let reduced = Counter()
    let found = try smallest(list) { acts in
      reduced.increment()
      return acts.count == 101 && acts.last == .keep
    }
    #expect(found.count == 101)
    #expect((190_000..<250_000).contains(reduced.value), "\(reduced.value)")
  }

  @Test func aTextBecomesShorterInAllActions() throws {
    for text in ["report", "re"] {
      let found = try smallest([.name(text), .call(text)]) { acts in
        guard case .call(let name) = acts.last else { return false }
        return acts.contains(.name(name))
      }
      #expect(found == [.name("r"), .call("r")])
    }
  }

  @Test func oneActionBecomesSimpler() throws {
    let found = try smallest([.check(true), .note("report"), .use(9), .use(3)]) { acts in
      guard case .use = acts.last, acts.count == 4 else { return false }
      if case .note(let text) = acts[1] { return text.count > 2 }
      return false
    }
    #expect(found == [.check(false), .note("rep"), .use(3), .use(3)])
    // Not in all actions: the other one is as it must be.
    let list = try smallest([.all([5, 4]), .use(5)]) { acts in
      guard case .all(let numbers) = acts.first, acts.count == 2 else { return false }
      return numbers.count == 2 && acts[1] == .use(5)
    }
    #expect(list == [.all([4, 4]), .use(5)])
  }

  @Test func whatIsAddedTextAndNumberBecomeSmallTogether() throws {
    let list = [Act.use(1)] + Array(repeating: .add, count: 40) + [.tag(37, "a very long word")]
    let found = try smallest(list) { acts in
      guard case .tag(let id, let word) = acts.last else { return false }
      return id > 2 && word.count > 4 && acts.filter { $0 == .add }.count >= id
    }
    #expect(found == [.add, .add, .add, .tag(3, "a ver")])
  }

  /// An action that carries an object which knows its parent.
  private final class Branch: Codable, @unchecked Sendable {
    var parent: Branch?
    var children: [Branch] = []
  }

  @Test func anActionThatCarriesACycleShrinksByListOnly() throws {
    struct Grow: Codable, Sendable { var branch: Branch? }
    let (root, leaf) = (Branch(), Branch())
    root.children = [leaf]
    leaf.parent = root
    defer { leaf.parent = nil }
    let slice = StateSlice<Log, Grow, Bool>(
      "log", projection: Projection(\Log.isWrong),
      legacy: [{ log, action in log.isWrong = action.branch != nil }], reducer: Reducer { _, _ in })
    let found = try #require(
      try ParityCheck(slice) { Log() }
        .counterexample(in: [Grow(), Grow(branch: root), Grow(), Grow(branch: leaf)]))
    #expect(found.actions.count == 1)
    #expect(found.actions.first?.branch === root)
  }

  /// The blocks keep an object beyond their state.
  @Test func aDifferenceThatASecondRunDoesNotShowSaysSo() throws {
    let kept = Counter()
    let slice = StateSlice<Log, Act, Bool>(
      "log", projection: Projection(\Log.isWrong),
      legacy: [
        { log, action in
          if action == .close { kept.increment() }
          // Only the first time.
          log.isWrong = kept.value == 1 && action == .keep
        }
      ], reducer: Reducer { _, _ in })
    let found = try #require(
      try ParityCheck(slice) { Log() }.counterexample(in: [.add, .close, .add, .keep]))
    #expect(!found.isReproducible)
    #expect(found.description.contains("not reproduced: a second run from a new state"))
    let source = found.testSource(slice: "log", initialState: "Log()")
    #expect(source.contains("  // Not reproduced: a second run from a new state"))
  }

  // MARK: Where a list starts

  @Test func aTraceStartsWithTheValuesThatWereRead() throws {
    var parts = ShopParts()
    parts.orders.reduce = { ShopValues.orders(&$0, OrdersReads(cart: $1.cart), $2, $3) }
    let (slices, orders) = (Shop.slices, parts.slices.orders)
    let store = ShopStore(
      state: ShopState(),
      entries: [.slice(slices.settings), .slice(slices.cart), .slice(orders)],
      parity: ParityOptions(tracedActions: 2))
    store.dispatch(.setCurrency("USD"))
    try store.setStage(.shadow, of: orders)
    for id in 1...4 { store.dispatch(.put(id: id)) }
    store.reduce([.checkout])
    let trace = try #require(store.trace(of: orders))
    // Without the settings of that time, both sides agree.
    let found = try ParityCheck(orders) { ShopState() }.counterexample(in: trace)
    #expect(found?.actions == [.checkout])
  }
}
