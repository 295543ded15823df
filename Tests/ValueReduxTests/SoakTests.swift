import Foundation
import StoreContract
import Testing
import ValueRedux

/// Eight threads, with subscribers, streams, work and cancellation: nothing is lost or doubled.
@MainActor @Suite struct SoakTests {
  struct Count: Sendable, Equatable {
    /// How many actions of each thread were reduced; each must come in its order.
    var byThread = Array(repeating: 0, count: 8)
    var total = 0
    var answers = 0
    var isInOrder = true
  }

  enum Action: Sendable {
    /// The number of a thread, and which of its actions this is.
    case count(Int, Int)
    case answer
  }

  /// Counts what happens on many threads.
  private final class Tally: Sendable {
    private let counts = NSLock()
    private nonisolated(unsafe) var content: [String: Int] = [:]

    func add(_ name: String, _ count: Int = 1) {
      counts.withLock { content[name, default: 0] += count }
    }

    subscript(name: String) -> Int { counts.withLock { content[name] ?? 0 } }
  }

  private let reducer = Reducer<Count, Action> { state, action in
    switch action {
    case .count(let thread, let number):
      if state.byThread[thread] != number { state.isInOrder = false }
      state.byThread[thread] = number + 1
      state.total += 1
    case .answer: state.answers += 1
    }
  }

  /// Answers each hundredth action from work, of which each second is cancelled by the next.
  private func answering(_ tally: Tally) -> Middleware<Count, Action> {
    Middleware { state, action, context in
      guard case .count(let thread, let number) = action, number % 100 == 99 else { return }
      let isOverlapping = thread % 2 == 0
      context.run(id: thread, overlap: isOverlapping ? .runAll : .cancelPrevious) { send in
        if await send(.answer) { tally.add("answers") }
      }
    }
  }

  @Test func eightThreadsLoseNothing() async {
    let count = TestVolume.count(2_000, soak: 50_000)
    let tally = Tally()
    let store = ValueStore(
      initialState: Count(), reducer: reducer, middlewares: [answering(tally)])
    let total = 8 * count
    var seen = 0
    var chain = 0
    var isChained = true
    let everything = store.subscribe(\.total) { _ in seen += 1 }
    let chained = store.subscribe(transitions: Selection(\.total)) { old, new in
      if let old, old != chain { isChained = false }
      chain = new
    }
    let stream = store.values(\.total, bufferingPolicy: .unbounded)
    let reader = Task.detached {
      var values = 0
      for await value in stream {
        values += 1
        if value == total { break }
      }
      return values
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { [store] in
          await Self.produce(count, on: thread, for: store, tally)
        }
      }
    }
    await store.settle()
    let values = await reader.value
    #expect(store.state.total == total)
    #expect(store.state.isInOrder)
    #expect(store.state.byThread == Array(repeating: count, count: 8))
    #expect(store.state.answers == tally["answers"])
    #expect(tally["answers"] >= 4 * (count / 100))
    #expect(seen == total + 1)
    #expect(values == total + 1)
    #expect(isChained && chain == total)
    #expect(tally["after the end"] == 0)
    #expect(store.actionNumber.rawValue == UInt64(total + tally["answers"]))
    everything.cancel()
    chained.cancel()
    // That of the stream is left, which ends when the stream is released.
    #expect(store.subscriptionCount <= 1)
  }

  /// Enqueues, waits at times, and ends subscriptions on this thread.
  private nonisolated static func produce(
    _ count: Int, on thread: Int, for store: ValueStore<Count, Action>, _ tally: Tally
  ) async {
    for number in 0..<count {
      if number % 500 == 250 {
        let isOver = Flag()
        let token = await store.subscribe(\.total) { _ in
          if isOver.isRaised { tally.add("after the end") }
        }
        await store.enqueueAndWait(.count(thread, number))
        token.cancel()
        // A delivery that had started then has ended when the main actor has a turn for this.
        await MainActor.run { isOver.raise() }
      } else if number % 50 == 49 {
        await store.enqueueAndWait(.count(thread, number))
      } else {
        store.enqueue(.count(thread, number))
      }
    }
  }

  /// Is raised once.
  private final class Flag: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var value = false

    var isRaised: Bool { lock.withLock { value } }

    func raise() { lock.withLock { value = true } }
  }
}
