import Foundation
import Testing
import ValueRedux

private struct Tally: Sendable, Equatable {
  var count = 0
  var alert: Signal<String>?
}

private enum TallyAction: Sendable, Equatable {
  case add, alert
}

@MainActor private final class Listener: StoreSubscriber {
  var told: [Int] = []

  func newState(state: Int) { told.append(state) }
}

@MainActor private final class WholeListener: StoreSubscriber {
  var told: [Tally] = []

  func newState(state: Tally) { told.append(state) }
}

/// What an app may call of the store of ValueRedux, called once, with no more than `public` gives.
@Suite @MainActor struct ValueStoreInterfaceTests {
  private static let reducer = Reducer<Tally, TallyAction>(numbered: { state, action, number in
    switch action {
    case .add: state.count += 1
    case .alert: state.alert = Signal("full", at: number)
    }
  })

  private static func makeStore() -> ValueStore<Tally, TallyAction> {
    ValueStore(initialState: Tally(), reducer: reducer, middlewares: [], continuingAfter: .zero)
  }

  @Test func making() {
    let inPlace = ValueStore<Int, TallyAction>(initialState: 1) { count, _ in count += 1 }
    let consuming = ValueStore<Int, TallyAction>(
      initialState: 1, consuming: { count, _ in count + 1 })
    inPlace.dispatch(.add)
    consuming.dispatch(.add)
    #expect(inPlace.state == consuming.state)
    #expect(inPlace.actionNumber == ActionNumber(1))
  }

  @Test func subscribing() {
    let store = Self.makeStore()
    var told: [Int] = []
    let tokens = [
      store.subscribe { told.append($0.count) },
      store.subscribe(\.count) { told.append($0) },
      store.subscribe({ $0.count }) { told.append($0) },
      store.subscribe(to: Selection { $0.count }.skippingRepeats { $0 == $1 }) {
        told.append($0)
      },
      store.subscribe(transitions: Selection { $0.count }.when { $0 < $1 }) { told.append($1) },
      store.subscribe(to: Selection { $0.count }.includingRepeats()) { told.append($0) },
    ]
    store.dispatch(.add)
    #expect(told == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
    tokens.forEach { $0.cancel() }
    store.dispatch(.add)
    #expect(told.count == 12)
  }

  @Test func subscribingObjects() {
    let store = Self.makeStore()
    let (listener, whole) = (Listener(), WholeListener())
    store.subscribe(listener, select: { $0.count })
    store.subscribe(listener, to: Selection { $0.count })
    store.subscribe(listener, to: Selection { $0.count }) { $0.told.append($1) }
    store.subscribe(whole)
    store.dispatch(.add)
    store.unsubscribe(listener)
    store.dispatch(.add)
    #expect(listener.told == [0, 0, 0, 1, 1, 1])
    #expect(whole.told.map(\.count) == [0, 1, 2])
  }

  @Test func signalling() {
    let store = Self.makeStore()
    let consumer = SignalConsumer<String>(after: .zero)
    var events: [String] = []
    let token = store.subscribe(signal: { $0.alert }, consumer: consumer) { events.append($0) }
    store.dispatch(.alert)
    #expect(events == ["full"])
    #expect(consumer.lastConsumed == store.state.alert?.number)
    #expect(consumer.consume(store.state.alert) == nil)
    #expect(store.state.alert?.event == "full")
    token.cancel()
  }

  @Test func fromElsewhere() async {
    let store = Self.makeStore()
    var values = store.values { $0.count }.makeAsyncIterator()
    let every = store.values(of: Selection { $0.count }, bufferingPolicy: .bufferingNewest(1))
    await Task.detached { store.enqueue(.add) }.value
    await store.settle()
    #expect(await values.next() == 0)
    #expect(await values.next() == 1)
    #expect(store.runningWork == 0)
    withExtendedLifetime(every) {}
  }

  @Test func observing() {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let store = Self.makeStore()
    let observed: ObservedValue<Int> = store.observed { $0.count }
    store.dispatch(.add)
    #expect(observed.value == 1)
  }

  @Test func logging() {
    let store = Self.makeStore()
    var lines: [String] = []
    store.logger = { logged in
      lines.append("\(logged) \(logged.number) \(logged.action) \(logged.state.count)")
    }
    store.dispatch(.add)
    #expect(lines == ["#1 add #1 add 1"])
  }

  @Test func middlewares() async {
    let both: [Middleware<Tally, TallyAction>] = [
      Middleware { state, action in _ = (state, action) },
      Middleware { state, action, context in
        guard state.count == 1, action == .add else { return }
        context.dispatch(.add)
        context.run(id: "alert") { send in _ = await send(.alert) }
        context.run(
          id: "failing", priority: .low, operation: { _ in throw CancellationError() },
          failure: { _ in .alert })
        context.run(id: "cancelled") { _ in }
        context.cancel(id: "cancelled")
        #expect(context.actionNumber == ActionNumber(1))
      },
      Middleware { _, action, context in if action == .alert { context.cancelAll() } },
    ]
    let store = ValueStore(initialState: Tally(), reducer: Self.reducer, middlewares: both)
    store.dispatch(.add)
    await store.settle()
    #expect(store.state.count == 2)
    #expect(store.state.alert?.event == "full")
  }
}
