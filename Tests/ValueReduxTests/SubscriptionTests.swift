import Testing
import ValueRedux

@MainActor @Suite struct SubscriptionTests {
  struct State: Sendable, Equatable {
    var number = 0
    var other = 0
  }

  private func makeStore() -> ValueStore<State, Int> {
    ValueStore(initialState: State()) { state, action in
      if action < 0 { state.other += 1 } else { state.number = action }
    }
  }

  @Test func theWholeStateIsDeliveredWithoutRepeatsIfItIsEquatable() {
    let store = makeStore()
    var seen: [State] = []
    let token = store.subscribe(\.self) { seen.append($0) }
    store.dispatch(0)
    store.dispatch(3)
    #expect(seen == [State(), State(number: 3)])
    token.cancel()
  }

  @Test func transitionsChain() {
    let store = makeStore()
    var pairs: [[Int?]] = []
    let token = store.subscribe(transitions: Selection(\.number)) { [unowned store] old, new in
      pairs.append([old, new])
      if new == 1 { store.dispatch(5) }
    }
    store.dispatch(1)
    store.dispatch(-1)
    store.dispatch(7)
    #expect(pairs == [[nil, 0], [0, 1], [1, 5], [5, 7]])
    token.cancel()
  }

  @Test func aRuleForRepeatsReplacesEquality() {
    let store = makeStore()
    var seen: [Int] = []
    let byTens = Selection<State, Int>(\.number).skippingRepeats { $0 / 10 == $1 / 10 }
    let tokens = [
      store.subscribe(to: byTens) { seen.append($0) },
      store.subscribe(to: byTens.includingRepeats()) { _ in seen.append(-1) },
    ]
    seen = []
    for number in [5, 12, 19, 20] { store.dispatch(number) }
    #expect(seen == [-1, 12, -1, -1, 20, -1])
    withExtendedLifetime(tokens) {}
  }

  final class Screen: StoreSubscriber {
    var seen: [Int] = []
    func newState(state: Int) { seen.append(state) }
  }

  final class WholeScreen: StoreSubscriber {
    var seen: [State] = []
    func newState(state: State) { seen.append(state) }
  }

  @Test func storeSubscribersReceiveTheirPartsUntilTheyUnsubscribe() {
    let store = makeStore()
    let (screen, whole) = (Screen(), WholeScreen())
    store.subscribe(screen, to: Selection(\.number))
    store.subscribe(screen, to: Selection(\.other))
    store.subscribe(whole, to: Selection(\.self))
    store.dispatch(4)
    store.dispatch(-1)
    store.unsubscribe(screen)
    store.dispatch(9)
    #expect(screen.seen == [0, 0, 4, 1])
    #expect(whole.seen.map(\.number) == [0, 4, 4, 9])
  }

  @Test func aSubscriptionMadeByAMiddlewareReceivesThatActionOnce() {
    var tokens: [SubscriptionToken] = []
    var seen: [Int] = []
    let box = StoreBox()
    let store = ValueStore<State, Int>(
      initialState: State(),
      middlewares: [
        Middleware { _, action in
          guard action == 1, let store = box.store else { return }
          tokens.append(
            store.subscribe(to: Selection(\.number).includingRepeats()) { seen.append($0) })
        }
      ]
    ) { state, action in state.number = action }
    box.store = store
    store.dispatch(1)
    store.dispatch(2)
    #expect(seen == [1, 2])
  }

  @MainActor final class StoreBox {
    weak var store: ValueStore<State, Int>?
  }

  @Test func theLoggerSeesEachActionBeforeTheMiddlewares() {
    var log: [String] = []
    let store = ValueStore<State, Int>(
      initialState: State(), middlewares: [Middleware { _, action in log.append("m\(action)") }]
    ) { state, action in state.number = action }
    store.dispatch(1)
    store.logger = { log.append("\($0.description) \($0.state.number)") }
    store.dispatch(2)
    store.logger = nil
    store.dispatch(3)
    #expect(log == ["m1", "#2 Int 2", "m2", "m3"])
  }

  enum Secretive: CustomStringConvertible {
    case open, setPassword(String)

    var description: String { "s3cret" }
  }

  enum Plain: Sendable {
    case open, setPassword(String)
  }

  @Test func theTextsOfALoggedActionShowNoPayload() {
    var log = ""
    func run<Action: Sendable>(_ actions: [Action]) {
      let store = ValueStore<String, Action>(initialState: "s3cret") { _, _ in }
      store.logger = {
        print($0, String(reflecting: $0), to: &log)
        dump($0, to: &log)
      }
      actions.forEach { store.dispatch($0) }
    }
    run([Plain.open, .setPassword("s3cret")])
    run([Secretive.open, .setPassword("s3cret")])
    #expect(log.contains("#1 Plain.open"))
    #expect(log.contains("#2 Plain.setPassword"))
    #expect(!log.contains("s3cret"))
  }

  @Test(arguments: [false, true])
  func aSubscriptionThatItsOwnSelectorEndsIsNotNotified(isFilter: Bool) {
    let store = ValueStore(initialState: 0) { (state: inout Int, action: Int) in state = action }
    let object = Notified()
    let end: @MainActor () -> Void = { if object.ends { store.unsubscribe(object) } }
    var selection = Selection { (state: Int) in
      if !isFilter { end() }
      return state
    }
    if isFilter {
      selection = selection.when { _, _ in
        end()
        return true
      }
    }
    var seen: [Int] = []
    store.subscribe(object, to: selection) { seen.append($1) }
    object.ends = true
    store.dispatch(1)
    #expect(seen == [0])
    #expect(store.subscriptionCount == 0)
  }
}

@MainActor private final class Notified { var ends = false }
