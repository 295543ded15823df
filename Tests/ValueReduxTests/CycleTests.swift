#if DEBUG
  import Foundation
  import Testing
  import ValueRedux

  @MainActor @Suite struct CycleTests {
    enum Action: Sendable { case ping(Int), pong(Int) }

    private func makeStore(_ reports: Reports) -> ValueStore<Int, Action> {
      let middleware = Middleware<Int, Action> { _, action, context in
        switch action {
        case .ping(let left): if left > 0 { context.dispatch(.pong(left - 1)) }
        case .pong(let left): if left > 0 { context.dispatch(.ping(left - 1)) }
        }
      }
      let store = ValueStore(initialState: 0, middlewares: [middleware]) {
        (state: inout Int, action: Action) in state += 1
      }
      store.cycleReporter = { reports.messages.append($0) }
      return store
    }

    final class Reports { var messages: [String] = [] }

    @Test func aCycleIsReportedOnceAndGoesOnAndManyActionsOfOneCauseAreNone() {
      let reports = Reports()
      let store = makeStore(reports)
      store.dispatch(.ping(9_999))
      #expect(reports.messages.isEmpty)
      store.dispatch(.ping(30_000))
      store.dispatch(.ping(30_000))
      #expect((store.state, reports.messages.count) == (70_002, 1))
      let chain = (1...8).reversed().map { left in
        left % 2 == 1 ? "  ping(\(19_999 + left))" : "  pong(\(19_999 + left))"
      }
      let lines = reports.messages.first?.split(separator: "\n").filter { $0.hasPrefix("  ") } ?? []
      #expect(lines.map { String($0) } == chain)
      let wide = ValueStore<Int, Action>(
        initialState: 0,
        middlewares: [
          Middleware { _, action, context in
            guard case .ping = action else { return }
            for _ in 0..<20_000 { context.dispatch(.pong(0)) }
          }
        ]
      ) { state, _ in state += 1 }
      wide.cycleReporter = store.cycleReporter
      wide.dispatch(.ping(0))
      #expect((wide.state, reports.messages.count) == (20_001, 1))
    }

    @Test(arguments: [false, true])
    func aCycleIsWrittenToTheStandardErrorStreamIfThereIsOne(isClosed: Bool) async {
      let result = await #expect(
        processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
      ) { [isClosed] in
        await MainActor.run {
          let store = CycleTests().makeStore(Reports())
          store.cycleReporter = nil
          if isClosed { close(STDERR_FILENO) }
          store.dispatch(.ping(10_000))
          exit(store.state == 10_001 ? 7 : 1)
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("ValueStore: 10,000 consecutive actions") == !isClosed)
    }
  }
#endif
