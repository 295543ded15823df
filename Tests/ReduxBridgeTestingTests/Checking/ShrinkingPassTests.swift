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

  /// A list, and the smallest one that is wrong after its last action, of those that are tried.
  struct Pass: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let list: [Act]
    let smallest: [Act]
    let isWrong: @Sendable ([Act]) -> Bool

    init(
      _ name: String, _ list: [Act], to smallest: [Act],
      isWrong: @escaping @Sendable ([Act]) -> Bool
    ) {
      (testDescription, self.list, self.smallest, self.isWrong) = (name, list, smallest, isWrong)
    }
  }

  /// A slice whose old side is wrong after some lists.
  private static func slice(
    _ isWrong: @escaping @Sendable ([Act]) -> Bool
  ) -> StateSlice<Log, Act, Bool> {
    StateSlice(
      "log", projection: Projection(\Log.isWrong),
      legacy: [
        { log, act in
          log.acts.append(act)
          log.isWrong = isWrong(log.acts)
        }
      ], reducer: Reducer { value, _ in value = false })
  }

  static let passes: [Pass] =
    [
      Pass(
        "two actions far apart are left out together", [.open, .note("a"), .close, .keep],
        to: [.note("a"), .keep]
      ) { acts in
        acts.last == .keep && acts.contains(.note("a"))
          && acts.filter { $0 == .open }.count == acts.filter { $0 == .close }.count
      },
      Pass(
        "numbers become lower as an action is left out",
        [.use(1)] + "abcde".map { .note("\($0)") } + [.use(5)],
        to: [.note("d"), .note("e"), .use(2)]
      ) { acts in
        guard case .use(let id) = acts.last else { return false }
        return id > 1 && acts.filter { if case .note = $0 { true } else { false } }.count == id
      },
      // There is no number before the least one to try in its place.
      Pass("the least number stays", [.keep, .use(.min)], to: [.use(.min)]) { acts in
        acts.last == .use(.min)
      },
      // Beyond a million all numbers count as of one size: none is smaller.
      Pass("a number that is no smaller stays", [.use(3_000_000)], to: [.use(3_000_000)]) { acts in
        if case .use(let id)? = acts.last { id > 2_000_000 } else { false }
      },
      Pass(
        "one action becomes simpler", [.check(true), .note("report"), .use(9), .use(3)],
        to: [.check(false), .note("rep"), .use(3), .use(3)]
      ) { acts in
        guard case .use = acts.last, acts.count == 4 else { return false }
        if case .note(let text) = acts[1] { return text.count > 2 }
        return false
      },
      Pass(
        "not in all actions: the other one is as it must be", [.all([5, 4]), .use(5)],
        to: [.all([4, 4]), .use(5)]
      ) { acts in
        guard case .all(let numbers) = acts.first, acts.count == 2 else { return false }
        return numbers.count == 2 && acts[1] == .use(5)
      },
      Pass(
        "what is added, text and number become small together",
        [.use(1)] + Array(repeating: .add, count: 40) + [.tag(37, "a very long word")],
        to: [.add, .add, .add, .tag(3, "a ver")]
      ) { acts in
        guard case .tag(let id, let word) = acts.last else { return false }
        return id > 2 && word.count > 4 && acts.filter { $0 == .add }.count >= id
      },
    ]
    + [(1, 0), (7, 2), (7, 3), (7, 6)].map { number, least in
      Pass(
        "\(number) becomes \(least) in all actions",
        [.begin(number), .use(min(least, 2)), .end(number)], to: [.begin(least), .end(least)]
      ) { acts in
        guard case .end(let id) = acts.last else { return false }
        return id >= least && acts.contains(.begin(id))
      }
    }
    + [("re", 1), ("report", 1), ("report", 5)].map { text, least in
      Pass(
        "\(text) becomes shorter in one action", [.name(text), .call(text)],
        to: [.name(String(text.prefix(least))), .call(text)]
      ) { acts in
        guard case .name(let name) = acts.first else { return false }
        return name.count >= least && acts.last == .call(text)
      }
    }
    + ["report", "re"].map { text in
      Pass(
        "\(text) becomes shorter in all actions", [.name(text), .call(text)],
        to: [.name("r"), .call("r")]
      ) { acts in
        guard case .call(let name) = acts.last else { return false }
        return acts.contains(.name(name))
      }
    }

  @Test(arguments: passes) func aListBecomesSmaller(_ pass: Pass) throws {
    let check = ParityCheck([.slice(Self.slice(pass.isWrong))]) { Log() }
    let found = try check.counterexample(in: pass.list)
    #expect(found?.actions == pass.smallest)
  }

  /// X9: by halves, not one by one.
  @Test func oneActionIsSimplerAfterAtMost200Runs() throws {
    let actions: [(Act, Act, @Sendable (Act) -> Bool)] = [
      (.use(900_000), .use(500_124), { if case .use(let id) = $0 { id > 500_123 } else { false } }),
      (
        .note(String(repeating: "x", count: 9_000)), .note(String(repeating: "x", count: 3_001)),
        { if case .note(let text) = $0 { text.count > 3_000 } else { false } }
      ),
      (
        .all((0..<40).map { 1_000 + 17 * $0 }), .all([1]),
        { if case .all(let numbers) = $0 { !numbers.isEmpty } else { false } }
      ),
    ]
    for (action, smallest, isWrong) in actions {
      let reduced = Counter()
      let slice = Self.slice { acts in
        reduced.increment()
        return acts.last.map(isWrong) == true
      }
      let found = try ParityCheck([.slice(slice)]) { Log() }
        .counterexample(in: [.use(1), action])
      #expect(found?.actions == [smallest])
      // Besides 200 runs, those of noise and of footprints.
      #expect(reduced.value < 400, "\(reduced.value)")
    }
  }

  /// Every pair is tried, and none can be left out.
  @Test func simplerListsAreTriedUpToALimit() throws {
    let list = (0..<100).map { _ in Act.add } + [.keep]
    let reduced = Counter()
    let slice = Self.slice { acts in
      reduced.increment()
      return acts.count == 101 && acts.last == .keep
    }
    #expect(
      try ParityCheck([.slice(slice)]) { Log() }.counterexample(in: list)?.actions.count == 101)
    #expect((50_000..<80_000).contains(reduced.value), "\(reduced.value)")
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
    let found = try ParityCheck([.slice(slice)]) { Log() }
      .counterexample(in: [Grow(), Grow(branch: root), Grow(), Grow(branch: leaf)])
    #expect(found?.actions.map { $0.branch === root } == [true])
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
      try ParityCheck([.slice(slice)]) { Log() }.counterexample(in: [.add, .close, .add, .keep]))
    #expect(found.description.contains("not reproduced: a second run from a new state"))
    let source = found.testSource(slice: "log", initialState: "Log()")
    #expect(source.contains("  // Not reproduced: a second run from a new state"))
  }

  /// From the second action of the process on, each shows the difference: a second run shows it too early.
  @Test func aDifferenceThatASecondRunShowsAfterAnotherActionIsNotReproduced() throws {
    let kept = Counter()
    let slice = StateSlice<Log, Act, Bool>(
      "log", projection: Projection(\Log.isWrong),
      legacy: [
        { log, _ in
          kept.increment()
          log.isWrong = kept.value > 1
        }
      ], reducer: Reducer { _, _ in })
    let check = ParityCheck([.slice(slice)]) { Log() }
    #expect(try check.counterexample(in: [.keep, .keep])?.isReproducible == false)
  }

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
    let check = ParityCheck(parts.entries) { ShopState() }
    let found = try check.run(.trace(trace)).counterexample
    #expect(found?.actions == [.checkout])
    let right = ParityCheck(ShopParts().entries) { ShopState() }
    #expect(
      try right.run(.trace(trace)).failures == [
        "the difference of the trace does not show here, because it came from outside of the slice"
      ])
  }
}
