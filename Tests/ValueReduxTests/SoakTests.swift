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

  private let reducer = Reducer<Count, Action> { state, action in
    switch action {
    case .count(let thread, let number):
      if state.byThread[thread] != number { state.isInOrder = false }
      state.byThread[thread] = number + 1
      state.total += 1
    case .answer: state.answers += 1
    }
  }

  /// Answers each hundredth action from work, of which each second is canceled by the next.
  private func answering(_ answers: LockedValue<Int>) -> Middleware<Count, Action> {
    Middleware { state, action, context in
      guard case .count(let thread, let number) = action, number % 100 == 99 else { return }
      let isOverlapping = thread % 2 == 0
      context.run(id: thread, overlap: isOverlapping ? .runAll : .cancelPrevious) { send in
        if await send(.answer) { answers.withLock { $0 += 1 } }
      }
    }
  }

  @Test func eightThreadsLoseNothing() async {
    let count = TestVolume.count(2_000, soak: 50_000)
    let (answers, late) = (LockedValue(0), LockedValue(0))
    let store = ValueStore(
      initialState: Count(), reducer: reducer, middlewares: [answering(answers)])
    let total = 8 * count
    var seen = 0
    var chain = 0
    var isChained = true
    let pairs = Selection<Count, Int>(\.total).when { old, new in
      if old != chain { isChained = false }
      chain = new
      return true
    }
    let token = store.subscribe(to: pairs) { _ in seen += 1 }
    let stream = store.values(of: Selection(\.total), bufferingPolicy: .unbounded)
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
          await Self.produce(count, on: thread, for: store, late)
        }
      }
    }
    await store.settle()
    let values = await reader.value
    #expect(
      store.state
        == Count(
          byThread: Array(repeating: count, count: 8), total: total,
          answers: answers.withLock { $0 }))
    #expect(store.state.answers >= 4 * (count / 100))
    #expect((seen, values) == (total + 1, total + 1))
    #expect(isChained && chain == total)
    #expect(late.withLock { $0 } == 0)
    #expect(store.actionNumber.rawValue == UInt64(total + store.state.answers))
    token.cancel()
    // That of the stream is left, which ends when the stream is released.
    #expect(store.subscriptionCount <= 1)
  }

  /// Enqueues, waits at times, and ends subscriptions on this thread.
  private nonisolated static func produce(
    _ count: Int, on thread: Int, for store: ValueStore<Count, Action>, _ late: LockedValue<Int>
  ) async {
    for number in 0..<count {
      if number % 500 == 250 {
        let isOver = LockedValue(false)
        let token = await store.subscribe(\.total) { _ in
          if isOver.withLock({ $0 }) { late.withLock { $0 += 1 } }
        }
        await store.enqueueAndWait(.count(thread, number))
        token.cancel()
        // A delivery that had started then has ended when the main actor has a turn for this.
        await MainActor.run { isOver.withLock { $0 = true } }
      } else if number % 50 == 49 {
        await store.enqueueAndWait(.count(thread, number))
      } else {
        store.enqueue(.count(thread, number))
      }
    }
  }
}
