import Testing

@testable import ValueRedux

@MainActor @Suite struct SubscriptionTests {
  struct State: Sendable, Equatable {
    var number = 0
    var other = 0
    var double: Int { 2 * number }

    /// A store in which an action becomes the number, or counts if it is negative.
    @MainActor static func makeStore() -> ValueStore<State, Int> {
      ValueStore(
        initialState: State(),
        reducer: Reducer { state, action in
          if action < 0 { state.other += 1 } else { state.number = action }
        })
    }
  }

  private let makeStore = State.makeStore

  @Test func testsAddUpAndStayWhereRepeatsAreIncluded() {
    let store = makeStore()
    let grown = Selection<State, Int>(\.number).when { $1 > $0 }.when { $1.isMultiple(of: 2) }
    let forms = [
      grown, grown.includingRepeats(), Selection(\.number).when { _, _ in true },
      Selection(\.number).includingRepeats(),
    ]
    var (seen, all): ([[Int]], [Int]) = (forms.map { _ in [] }, [])
    // A closure without a selector receives the state after each action.
    let tokens =
      forms.indices.map { index in
        store.subscribe(to: forms[index]) { seen[index].append($0) }
      } + [store.subscribe { state in all.append(state.number) }]
    for number in [4, 3, 6, 7, 2, 8, 8, 12, 19, 20] { store.dispatch(number) }
    #expect(
      seen == [
        [0, 4, 6, 8, 12, 20], [0, 4, 6, 8, 12, 20], [0, 4, 3, 6, 7, 2, 8, 12, 19, 20],
        [0, 4, 3, 6, 7, 2, 8, 8, 12, 19, 20],
      ])
    #expect(all == [0, 4, 3, 6, 7, 2, 8, 8, 12, 19, 20])
    withExtendedLifetime(tokens) {}
  }

  private final class Kept: Sendable, Equatable {
    let number: Int
    let released: Releasing?

    init(_ number: Int, _ released: Releasing? = nil) {
      (self.number, self.released) = (number, released)
    }

    static func == (lhs: Kept, rhs: Kept) -> Bool { lhs.number == rhs.number }
  }

  /// The store kept the value last, and its release cancels the subscription.
  @Test(arguments: 0..<3)
  func noHandlerIsCalledAfterTheReleaseOfTheKeptValueCancelled(form: Int) {
    var token: SubscriptionToken?
    var seen: [Int] = []
    func makeStore() -> ValueStore<Kept, Int> {
      ValueStore(
        initialState: Kept(0, Releasing { token?.cancel() }), reducer: Reducer { $0 = Kept($1) })
    }
    let store = makeStore()
    let selection = Selection<Kept, Kept>(\.self)
    token =
      switch form {
      case 0: store.subscribe(\.self) { seen.append($0.number) }
      case 1: store.subscribe(to: selection) { seen.append($0.number) }
      default: store.subscribe(to: selection.when { _, _ in true }) { seen.append($0.number) }
      }
    store.dispatch(1)
    store.dispatch(2)
    #expect(seen == [0])
  }

  final class Screen: StoreSubscriber {
    var seen: [Int] = []
    func newState(state: Int) { seen.append(state) }
  }

  @Test func storeSubscribersReceiveTheirPartsUntilTheyUnsubscribe() {
    let store = makeStore()
    let (screen, other) = (Screen(), Screen())
    store.subscribe(screen, to: Selection(\.number))
    store.subscribe(screen, to: Selection(\.other))
    store.subscribe(other, to: Selection(\.number).includingRepeats())
    store.dispatch(4)
    store.dispatch(-1)
    #expect(store.core.access { $0.objects[ObjectIdentifier(screen)]?.lifetimes.count } == 2)
    store.unsubscribe(screen)
    #expect(store.core.access { $0.objects.count } == 1)
    store.dispatch(-1)
    store.dispatch(9)
    #expect(screen.seen == [0, 0, 4, 1])
    #expect(other.seen == [0, 4, 4, 4, 9])
  }

  @Test func dispatchInTheFirstDeliveryWaitsForItsEnd() {
    let store = makeStore()
    var log: [String] = []
    let token = store.subscribe(\.number) { [unowned store] number in
      log.append("> \(number)")
      if number < 2 { store.dispatch(number + 1) }
      log.append("< \(number)")
    }
    #expect(log == ["> 0", "< 0", "> 1", "< 1", "> 2", "< 2"])
    token.cancel()
  }

  /// The store lends its state to the selector, where no action may change it.
  @Test func dispatchInASelectorWaitsForTheFirstDelivery() {
    let store = makeStore()
    var seen: [[Int]] = [[], []]
    let select: @MainActor (State) -> [Int] = { [unowned store] state in
      if state.number < 2 { store.dispatch(state.number + 1) }
      return [state.number, store.state.number]
    }
    let tokens = [
      store.subscribe(select) { seen[0] += $0 },
      store.subscribe(to: Selection(select)) { seen[1] += $0 },
    ]
    #expect(seen == [[0, 0, 1, 1, 2, 2], [2, 2]])
    withExtendedLifetime(tokens) {}
  }

  /// A moment between two actions in which a subscription ends itself.
  enum Moment: CaseIterable {
    case selecting, comparing, filtering
  }

  enum Form: CaseIterable {
    case closure, selection, repeats, object
  }

  @Test(arguments: Moment.allCases, Form.allCases)
  func aSubscriptionThatEndsItselfIsNotNotified(_ moment: Moment, _ form: Form) {
    for number in [0, 1] {
      let store = ValueStore<Int, Int>(
        initialState: 0, reducer: Reducer { state, action in state = action })
      let object = Notified()
      var (token, seen): (SubscriptionToken?, [Int]) = (nil, [])
      func end(_ current: Moment) {
        guard object.ends, moment == current else { return }
        token = nil
        store.unsubscribe(object)
      }
      let select: @MainActor (Int) -> Watched = { state in
        end(.selecting)
        // The closure form has no filter, and one that includes repeats compares nothing.
        if form == .closure || form == .repeats { end(.filtering) }
        if form == .repeats { end(.comparing) }
        return Watched(number: state, willCompare: { end(.comparing) })
      }
      let selection = Selection<Int, Watched>(select).when { _, _ in
        end(.filtering)
        return true
      }
      switch form {
      case .closure: token = store.subscribe(select) { seen.append($0.number) }
      case .selection: token = store.subscribe(to: selection) { seen.append($0.number) }
      case .repeats:
        token = store.subscribe(to: Selection<Int, Watched>(select).includingRepeats()) {
          seen.append($0.number)
        }
      case .object: store.subscribe(object, to: selection) { seen.append($1.number) }
      }
      object.ends = true
      store.dispatch(number)
      store.dispatch(2)
      #expect(seen == [0])
      #expect(token == nil && store.subscriptionCount == 0)
    }
  }
}

/// A number whose comparison runs a closure.
private struct Watched: Equatable {
  let number: Int
  let willCompare: @MainActor () -> Void

  static func == (one: Watched, other: Watched) -> Bool {
    MainActor.assumeIsolated { one.willCompare() }
    return one.number == other.number
  }
}

@MainActor private final class Notified { var ends = false }
