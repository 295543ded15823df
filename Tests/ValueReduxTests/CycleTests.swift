#if DEBUG
  import Foundation
  import Testing
  import ValueRedux

  @Suite struct CycleTests {
    enum Action: Sendable { case ping(Int), pong(Int), fan }

    /// Each action leads to the next one, until none is left, and `fan` to 20,000 at once, which is no cycle.
    private static let middleware = Middleware<Int, Action> { _, action, context in
      switch action {
      case .ping(let left): if left > 0 { context.dispatch(.pong(left - 1)) }
      case .pong(let left): if left > 0 { context.dispatch(.ping(left - 1)) }
      case .fan: for _ in 0..<20_000 { context.dispatch(.pong(0)) }
      }
    }

    @Test(arguments: [([9_999], false, 0), ([30_000, 30_000], false, 1), ([10_000], true, 0)])
    func aCycleIsReportedOnceOnStandardErrorIfThatIsOpenAndGoesOn(
      lengths: [Int], isClosed: Bool, reports: Int
    ) async {
      let result = await #expect(
        processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
      ) { [lengths, isClosed] in
        await MainActor.run {
          let store = ValueStore<Int, Action>(
            initialState: 0, reducer: Reducer { state, _ in state += 1 },
            middlewares: [CycleTests.middleware]
          )
          if isClosed { close(STDERR_FILENO) }
          for length in lengths { store.dispatch(.ping(length)) }
          store.dispatch(.fan)
          exit(store.state == lengths.reduce(20_001) { $0 + $1 + 1 } ? 7 : 1)
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.components(separatedBy: "10,000 consecutive actions").count == reports + 1)
      let last = (20_000...20_007).reversed().map { "\($0 % 2 == 0 ? "ping" : "pong")(\($0))" }
      #expect(text.contains(last.joined(separator: ", ")) == (reports > 0))
    }
  }
#endif
