import StoreContract
import Testing
import ValueRedux

/// The order of events of a store, for every short list of operations, against a model of a few lines.
@MainActor @Suite struct EventOrderTests {
  /// Every list of four operations; of six in a run in full.
  @Test func everyShortListHasTheOrderOfTheModel() {
    let limit = TestVolume.count(1_300, soak: 50_000)
    let count = StoreOperation.allCases.count
    var (lists, length) = (1, 0)
    while lists * count <= limit { (lists, length) = (lists * count, length + 1) }
    #expect(length >= 4)
    var nested = 0
    for number in 0..<lists {
      var rest = number
      let subject = ObservedEvents()
      let model = EventModel()
      var list: [StoreOperation] = []
      for _ in 0..<length {
        list.append(StoreOperation.allCases[rest % count])
        rest /= count
      }
      for operation in list {
        subject.perform(operation)
        model.perform(operation)
      }
      guard subject.events == model.events else {
        Issue.record("\(list): \(subject.events), not \(model.events)")
        return
      }
      nested += model.events.count { $0.hasPrefix("middleware") }
    }
    #expect(nested > lists)
  }
}

enum StoreOperation: CaseIterable {
  case dispatch, dispatchWithAnother, subscribe, subscribeDispatching, subscribeCanceling, cancel
}

/// What a subscriber does with a value, besides noting it.
private enum Role {
  case plain
  /// Dispatches once more after each value that is divisible by 5.
  case dispatching
  /// Cancels the latest subscription at a value that is divisible by 3.
  case canceling
}

/// The events of a store.
@MainActor private final class ObservedEvents {
  private(set) var events: [String] = []
  private var tokens: [SubscriptionToken] = []
  private let store: ValueStore<Int, Int>

  init() {
    store = ValueStore(
      initialState: 0, reducer: Reducer { $0 += $1 },
      middlewares: [
        Middleware { state, action, context in
          context.dispatchesAnother(after: action)
          Self.current?.events.append("middleware \(state)")
        }
      ])
  }

  /// The subject whose store reduces.
  private static weak var current: ObservedEvents?

  func perform(_ operation: StoreOperation) {
    Self.current = self
    switch operation {
    case .dispatch: store.dispatch(1)
    case .dispatchWithAnother: store.dispatch(2)
    case .subscribe: subscribe(.plain)
    case .subscribeDispatching: subscribe(.dispatching)
    case .subscribeCanceling: subscribe(.canceling)
    case .cancel: if !tokens.isEmpty { tokens.removeFirst().cancel() }
    }
    events.append("returned")
  }

  private func subscribe(_ role: Role) {
    let name = "subscriber \(events.count)"
    let token = store.subscribe({ $0 }) { [unowned self] value in
      events.append("\(name): \(value)")
      switch role {
      case .dispatching where value % 5 == 0 && value > 0: store.dispatch(1)
      case .canceling where value % 3 == 0 && value > 0: tokens.popLast()?.cancel()
      default: break
      }
    }
    tokens.append(token)
  }
}

extension MiddlewareContext<Int, Int> {
  fileprivate func dispatchesAnother(after action: Int) {
    if action == 2 { dispatch(1) }
  }
}

/// The same without a store: a queue, the state, and the subscribers in their order.
private final class EventModel {
  private final class Subscriber {
    let name: String
    let role: Role
    var isActive = true

    init(_ name: String, _ role: Role) {
      (self.name, self.role) = (name, role)
    }
  }

  private(set) var events: [String] = []
  private var state = 0
  private var queue: [Int] = []
  private var subscribers: [Subscriber] = []
  private var isReducing = false
  /// Those that were not canceled yet.
  private var tokens: [Subscriber] = []

  func perform(_ operation: StoreOperation) {
    switch operation {
    case .dispatch: dispatch(1)
    case .dispatchWithAnother: dispatch(2)
    case .subscribe: subscribe(.plain)
    case .subscribeDispatching: subscribe(.dispatching)
    case .subscribeCanceling: subscribe(.canceling)
    case .cancel: if !tokens.isEmpty { tokens.removeFirst().isActive = false }
    }
    events.append("returned")
  }

  private func dispatch(_ action: Int) {
    queue.append(action)
    drain()
  }

  private func drain() {
    guard !isReducing else { return }
    isReducing = true
    while !queue.isEmpty {
      let action = queue.removeFirst()
      state += action
      if action == 2 { queue.append(1) }
      events.append("middleware \(state)")
      for subscriber in subscribers where subscriber.isActive { deliver(to: subscriber) }
    }
    isReducing = false
  }

  private func deliver(to subscriber: Subscriber) {
    events.append("\(subscriber.name): \(state)")
    switch subscriber.role {
    case .dispatching where state % 5 == 0 && state > 0: dispatch(1)
    case .canceling where state % 3 == 0 && state > 0: tokens.popLast()?.isActive = false
    default: break
    }
  }

  private func subscribe(_ role: Role) {
    let subscriber = Subscriber("subscriber \(events.count)", role)
    subscribers.append(subscriber)
    // A dispatch waits until the first value is delivered.
    isReducing = true
    deliver(to: subscriber)
    isReducing = false
    // The store has nothing left to do when it returns the token.
    drain()
    tokens.append(subscriber)
  }
}
